"""The shapes of what Learn shows, from which the types of the browser are made."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..faces import (
    BookChoiceView,
    FaceView,
    LineView,
    PlainCardView,
    PlainGroupView,
    TableFaceView,
)
from ..table.view import CardTableView
from .choosing import ChoosingView
from .turns import AskingView, MoveRowView, PlayedView, PracticeView


class StopView(TypedDict):
    """A lesson of the course; ``card`` stands for it, ``unit`` is the title of the part that it belongs to."""

    key: str
    number: int
    unit: str
    title: str
    aim: str
    card: PlainCardView
    state: str
    state_word: str
    go: str
    following: bool
    stars: int
    stars_word: str


class DayView(TypedDict):
    """A day of the week, and whether something was answered on it."""

    name: str
    short: str
    practised: bool
    today: bool


class WeekView(TypedDict):
    """The days of this week, Monday first."""

    days: list[DayView]
    word: str


class OfferView(TypedDict):
    """A card that may complete a group, as it lies there where that differs, and what is said once it is chosen."""

    card: PlainCardView
    laid: NotRequired[PlainCardView]
    right: bool
    said: str


class KindView(TypedDict):
    """What a group is, as its badge says it."""

    tone: str
    icon: str
    word: str


class PickView(TypedDict):
    """Which card completes a group: a question of the first screen or of a step; the browser judges by ``right``."""

    ask: str
    how: str
    cards: list[PlainCardView]
    offers: list[OfferView]
    badge: KindView


class GoingOnView(TypedDict):
    """What comes next for a learner: a lesson that goes on or begins; ``to_come`` tells what is still to do."""

    lesson: str
    place: str
    to_come: str
    title: str
    go: str
    card: PlainCardView


class DueView(TypedDict):
    """The lessons to be repeated, and the first of them."""

    head: str
    line: str
    lesson: str


class HomeView(TypedDict):
    """The first screen; ``going_on`` is None once all is known and nothing is due, ``due`` where nothing is."""

    is_new: bool
    question: PickView
    first: str
    known: str
    game_name: str
    choosing: ChoosingView | None
    taken: dict[str, object] | None
    lessons: list[StopView]
    going_on: GoingOnView | None
    due: DueView | None
    week: WeekView


class ProgressPartView(TypedDict):
    """A part of the progress; ``none`` is said where it has no lines."""

    title: str
    lines: list[str]
    none: str


class ProgressView(TypedDict):
    """The progress in one game, and the games in which there is some too."""

    title: str
    parts: list[ProgressPartView]
    others: str


class NewsView(TypedDict):
    """What is said about the progress."""

    tone: str
    text: str


_Import = TypedDict("_Import", {"import": str})


class LearnWords(_Import):
    """The words on the buttons and beside the fields."""

    again_example: str
    all_lessons: str
    analyse: str
    answer: str
    back: str
    back_to_task: str
    by_name: str
    choosing_name: str
    choosing_number: str
    choosing_take: str
    choosing_unknown: str
    clear: str
    clear_no: str
    clear_sure: str
    clear_yes: str
    course: str
    course_more: str
    door_analyse: str
    door_analyse_more: str
    door_game: str
    door_play: str
    door_play_more: str
    door_puzzle: str
    door_puzzle_more: str
    export: str
    face_away: str
    face_there: str
    garland: str
    hero: str
    hero_more: str
    next: str
    next_step: str
    show_step: str
    no_account: str
    none_grouped: str
    none_sure: str
    points_label: str
    practise: str
    print: str
    progress: str
    show_right: str
    start_first: str
    start_tasks: str
    turned: str
    waits: str
    welcome_back: str


class LearnView(TypedDict):
    """What Learn shows: of the last fields that of its screen."""

    screen: Literal["home", "progress", "lesson"]
    game: str
    games: list[BookChoiceView]
    said: NewsView | None
    words: LearnWords
    recalled: bool
    data: dict[str, object] | None
    stamp: int
    waiting: bool
    lesson: NotRequired[LessonView]
    progress: NotRequired[ProgressView]
    home: NotRequired[HomeView]


class TaskCardView(TableFaceView):
    """The card that lies open."""

    key: str


class TurnedCardView(FaceView):
    """The turned card."""

    key: str


_Try = TypedDict("_Try", {"try": str})


class StepView(_Try):
    """A step of a worked example; ``note`` is unfolded by ``note_fold``, ``question`` is answered in the browser,
    ``try`` is what to try, ``kept`` whether a task was left for it, ``tried`` whether nothing is left to try, and
    ``won`` is empty until the learner has won the round.
    """

    won: str
    text: str
    note: LineView | None
    note_fold: str
    question: PickView | None
    place: str
    kept: bool
    first: bool
    last: bool
    tried: bool


class TaskView(TypedDict):
    """A task; ``whole`` is False where only the cards left over from a hand are shown."""

    key: str
    asks: str
    about: Literal["hand", "cards"]
    whole: bool
    stage: str
    ask: str
    note: NoteView | None
    choices: list[ChoiceView]
    rows: list[MoveRowView]
    asking: AskingView | None
    open: TaskCardView | None
    open_word: str
    signed: bool
    not_a_number: str
    hints: list[str]
    hint_word: str
    more_hints: bool
    round: list[PlayerView]
    can_lay: bool
    laid_text: str
    verdict: VerdictView | None


class AfterView(TypedDict):
    """What comes after a lesson that earned a star, whose ``card`` turns up: the next one, empty if none is left."""

    card: PlainCardView
    head: str
    more: str
    following: str
    go: str


class LearnSittingView(TypedDict):
    """The tasks answered, right or wrong, out of as many as there are at least until the lesson is mastered."""

    answers: list[bool]
    all: int
    word: str


class LessonView(TypedDict):
    """One lesson; of ``step``, ``task`` and ``practice`` one is there at most.

    ``why_more`` is empty unless more is to come than was foreseen before the answer.
    """

    key: str
    number: str
    title: str
    aim: str
    state: str
    state_word: str
    stars: int
    stars_word: str
    sitting: LearnSittingView
    counts: str
    why_more: str
    turned: TurnedCardView | None
    table: CardTableView | None
    turn: PlayedView | None
    practice: PracticeView | None
    play: str
    step: StepView | None
    task: TaskView | None
    after: AfterView | None


class NoteView(TypedDict):
    """What has to be said below a question: a text, or rules to be unfolded under a heading."""

    text: str
    fold: str
    rules: list[str]


class ChoiceCardView(TableFaceView):
    """A card to choose; ``key`` tells it from the others."""

    key: str


class ChoiceView(TypedDict):
    """An answer to choose: a label, an icon with its tone, or a card; ``mark`` once answered, empty for the others."""

    value: str
    label: str
    mark: NotRequired[Literal["right", "wrong", ""]]
    card: NotRequired[ChoiceCardView]
    icon: NotRequired[str]
    tone: NotRequired[str]


class PlayerView(TypedDict):
    """A player of a round: how it ended for them, and what is stated of them."""

    name: str
    ending: str
    stated: list[str]


class ProofView(TypedDict):
    """A few cards, in groups, that show why an answer is wrong, and what is said of them."""

    text: str
    groups: list[PlainGroupView]


class ThoughtView(TypedDict):
    """What a learner may be thinking: the head, each belief in their words, what is so, and the button by which
    they deny it."""

    head: str
    beliefs: list[str]
    so: list[str]
    deny: str


class VerdictView(TypedDict):
    """What is said of an answer, a line an entry; the head comes first, then the thought, then the rest.

    ``praise`` names what was good of a right answer, and ``row`` is empty until several were right one after the other.
    """

    right: bool
    head: str
    praise: str
    row: str
    given: str
    expected: str
    lines: list[LineView]
    cites: str
    thought: ThoughtView | None
    proof: ProofView | None
