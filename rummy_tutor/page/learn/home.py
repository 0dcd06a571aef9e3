"""The view model of Learn's first screen: a question to begin with, the lessons, what comes next and what is due."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from ...game.cards import CARDS, Card
from ...game.messages import Items, Message, key_of
from ...game.rules import MELDS, Kind
from ...game.table import Deal, set_table
from ...playing.moves import Groups
from ...tutor.beliefs import kind_of
from ...tutor.lessons import BY_KEY, Lesson, list_lessons
from ...tutor.progress import Course, Progress
from ...wording.speech import in_words, say, speaking_early, tell
from ..faces import TONES, PlainCardView, plain_card
from ..session import Session
from .choosing import draw_choosing, draw_taken
from .shapes import DueView, GoingOnView, HomeView, OfferView, PickView, StopView, WeekView
from .study import Study, name_game

MOST_STARS = 3  # of a lesson
_RANKS = "A23456789TJQK"  # of the cards that stand for lessons, in order
_LESSON_SUITS = "HSDC"  # their suits, one after the other
# the first question, which is the same in every game: its cards, and those to choose from
_RUN, _OFFERED = (tuple(map(Card.parse, cards.split())) for cards in ("5S 6S", "7H 9S 7S"))


def draw_home(session: Session, study: Study, progress: Progress) -> HomeView:
    """The first question of a first visit, the lessons, and what comes next."""
    now = datetime.now(UTC)
    lessons = list_lessons(session.rulebook)
    states = {lesson.key: progress.state(lesson.key, now) for lesson in lessons}
    game = name_game(session.rulebook)
    states |= {key: "begun" for key in states if states[key] == "new" and study.find_reached(key, game)}
    following = next_lesson(lessons, states)
    known = sum(state in ("mastered", "due") for state in states.values())
    stops = [
        _draw_stop(lesson, at, states[lesson.key], following, progress.count_stars(lesson.key))
        for at, lesson in enumerate(lessons, 1)
    ]
    return {
        "is_new": study.is_new and "begun" not in states.values(),
        "question": _draw_first_question(session),
        "first": lessons[0].key,
        "known": tell("learn.known", n=known, all=len(lessons)),
        "game_name": tell("learn.your_game", name=session.rulebook),
        "choosing": draw_choosing(session),
        "taken": draw_taken(session),
        "lessons": stops,
        "going_on": next((_draw_going_on(stop, stops, progress) for stop in stops if stop["following"]), None),
        "due": _draw_due(progress, now),
        "week": _draw_week(study, now.date()),
    }


def _draw_first_question(session: Session) -> PickView:
    """The first question, told without the words that lessons teach."""
    with speaking_early(True):
        return draw_question((_RUN,), _OFFERED, set_table(session.rulebook))


def draw_question(groups: Groups, offers: Sequence[Card], deal: Deal, case: str = "") -> PickView:
    """Which of some cards completes a group, or costs most where they are loose; the case is that of its texts, empty
    for the very first question.
    """
    cards, *others = groups
    if others:
        return _ask_for_dearest(offers, deal)
    kinds = (kind_of((*cards, offer), deal) for offer in offers)
    kind = next((kind for kind in kinds if kind in MELDS), Kind.PURE_SEQUENCE)  # rules of a user's own may have none
    return {
        "ask": tell(key_of("learn.first_ask:", "set" if kind is Kind.SET else "")),
        "how": tell(key_of("learn.first_how:", case)),
        "cards": [plain_card(card, str(card)) for card in cards],
        "offers": [_draw_offer(card, cards, deal, case) for card in offers],
        "badge": {"tone": TONES[kind], "icon": kind, "word": tell(key_of("page.kind_", kind))},
    }


def _ask_for_dearest(offers: Sequence[Card], deal: Deal) -> PickView:
    """Which of some loose cards costs most."""
    costs = {offer: deal.points[offer.index] for offer in offers}
    most = max(costs.values())

    def draw_offer(card: Card) -> OfferView:
        points = Message("count.points", {"n": costs[card]})
        why = "right" if costs[card] == most else "less"
        said = tell(key_of("learn.first_said_", why, "costs"), card=card, points=points)
        return {"card": plain_card(card, str(card)), "right": costs[card] == most, "said": said}

    return {
        "ask": tell("learn.first_ask:costs"),
        "how": tell("learn.first_how:step"),
        "cards": [],
        "offers": [draw_offer(card) for card in offers],
        "badge": {"tone": TONES[Kind.LOOSE], "icon": Kind.LOOSE, "word": tell("count.points", n=most)},
    }


def _draw_offer(offer: Card, cards: Sequence[Card], deal: Deal, case: str) -> OfferView:
    """A card to choose, and what is said of it."""
    suit = cards[0].suit
    assert suit is not None  # no question is about a printed joker
    right, is_run = kind_of((*cards, offer), deal) in MELDS, cards[1].suit == suit
    missing = CARDS[cards[-1].index + 1 : offer.index]  # where it comes later in the same suit
    if right:
        why, case = "right", case if is_run else "set"
    elif not is_run:
        why = "rank" if offer.rank != cards[0].rank else "twice"
    elif offer.suit != suit:
        why = "suit"
    else:
        why = "gap" if missing else "low"
    values = {"card": offer, "cards": (*cards, offer), "n": len(missing), "missing": Items(missing)}
    said = tell(key_of("learn.first_said_", why, case), **values, suit=suit.symbol, rank=cards[0].rank)
    return {"card": plain_card(offer, str(offer)), "right": right, "said": said}


def _draw_week(study: Study, today: date) -> WeekView:
    """On which days of this week something was answered, in any game."""
    practised = {day for progress in study.courses.values() for day in progress.days}
    week = [today + timedelta(days=at - today.weekday()) for at in range(7)]
    return {
        "days": [
            {
                "name": tell(key_of("learn.day_", at)),
                "short": tell(key_of("learn.short_day_", at)),
                "practised": day in practised,
                "today": day == today,
            }
            for at, day in enumerate(week)
        ],
        "word": tell("learn.week", n=sum(day in practised for day in week)),
    }


def next_lesson(lessons: tuple[Lesson, ...], states: dict[str, str]) -> str:
    """The lesson to go on with: one that is due, one that was begun, else the first new one; empty if none is left."""
    wanted = ((state, lesson.key) for state in ("due", "begun", "new") for lesson in lessons)
    return next((key for state, key in wanted if states[key] == state), "")


def lesson_card(at: int) -> PlainCardView:
    """The card that stands for a lesson, by its number from 1: ace to king of a suit, and on in the next one."""
    suit, rank = divmod(at - 1, len(_RANKS))
    card = f"{_RANKS[rank]}{_LESSON_SUITS[suit]}"
    return plain_card(Card.parse(card), card)


def _draw_stop(lesson: Lesson, at: int, state: str, following: str, stars: int) -> StopView:
    goes_on = {"new": "start", "begun": "go_on", "due": "review", "mastered": "practise"}[state]
    return {
        "key": lesson.key,
        "number": at,
        "unit": tell(key_of("unit.", lesson.unit)),
        "title": say(lesson.title),
        "aim": say(lesson.aim),
        "card": lesson_card(at),
        "state": state,
        "state_word": tell(key_of("learn.state_", state)),
        "go": tell(key_of("learn.", goes_on)),
        "following": lesson.key == following,
        "stars": stars,
        "stars_word": tell("learn.stars", n=stars),
    }


def _draw_going_on(stop: StopView, stops: list[StopView], progress: Progress) -> GoingOnView:
    course = progress.course(stop["key"])
    return {
        "lesson": stop["key"],
        "place": tell("learn.lesson_number", at=stop["number"], all=len(stops)),
        "to_come": _tell_to_come(stop, course),
        "title": stop["title"],
        "go": stop["go"],
        "card": stop["card"],
    }


def _tell_to_come(stop: StopView, course: Course) -> str:
    """How many tasks are to come, or that a star is; empty for a lesson that is new, or practised for its own sake."""
    if stop["state"] == "due" and stop["stars"] < MOST_STARS:
        return tell("learn.star_waits")
    return tell("learn.to_come", n=course.to_come) if course.steps and not course.mastered else ""


def _draw_due(progress: Progress, now: datetime) -> DueView | None:
    """The lessons whose time has come again, each once."""
    keys = [key for key in dict.fromkeys(due.partition("/")[0] for due in progress.due(now)) if key in BY_KEY]
    if not keys:
        return None
    return {
        "head": tell("learn.due", n=len(keys)),
        "line": in_words(Items(tuple(BY_KEY[key].title for key in keys), "semicolon")),
        "lesson": keys[0],
    }
