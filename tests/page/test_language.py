"""In the pseudo-language no panel shows an English word outside the brackets, and a change of language reaches all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from rummy_tutor.page.drawing import draw, draw_problem, work_out
from rummy_tutor.page.learn.study import study_of
from rummy_tutor.page.learn.view import draw_learn
from rummy_tutor.page.panels import PANELS, pick_panels, receive
from rummy_tutor.page.round.worked_rounds import ROUND_PRESETS
from rummy_tutor.page.session import Session
from rummy_tutor.page.words.view import draw_words
from rummy_tutor.page.worked_hands import PRESETS
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.tutor.kinds.rounds.settling import NAMES
from rummy_tutor.tutor.lessons import list_lessons
from rummy_tutor.tutor.puzzles.ladder import list_ladder
from rummy_tutor.tutor.puzzles.sources import NAMED
from rummy_tutor.tutor.words import WORDS, list_codes
from rummy_tutor.wording.catalogue import PSEUDO
from rummy_tutor.wording.page_texts import page_texts, round_texts

# fields of view models that the page does not show as words: codes, keys, hands as typed, addresses, memories
CODES = {
    "a", "act", "asks", "b", "cards_kind", "codes", "cost_tone", "declared_on", "dublees", "end", "ending",
    "error_field", "file", "forms", "icon", "key", "kind", "language", "languages", "link", "memory", "mode",
    "objective", "open", "other", "preset", "proof_tone", "qr", "rank", "rulebook", "sort", "suit", "tone", "turned",
    "value", "game", "screen", "state", "about", "base", "data", "following", "format", "goal", "id", "move", "path",
    "paths", "record", "first", "goal_keys", "lesson", "game_key", "own_game",
}  # fmt: skip
TYPED = {"rank", "version", "link", "before"}  # beside these a field "text" holds cards as typed
CITED = re.compile(r"\[S\d[^\]]*\]|^S\d, [A-Z][A-Za-z ]+$|\b[SRX]\d+\b")  # also a source's own heading
KEYS = re.compile("|".join(sorted({key for book in RULEBOOKS.values() for key in book.offers}, key=len, reverse=True)))
CARD = re.compile(r"\b(?:10|[2-9TJQKA])[SHDC]\b|\bPJ\b|[JQKA](?=[♠♥♦♣])|\b[JQKA]\b")


@cache
def words_outside(text: str) -> str:
    """What is left of a text without bracketed sentences, codes of cards and options, and citations."""
    depth, left = 0, []
    for letter in text:
        depth += letter == "⟦"
        if depth == 0:
            left.append(letter)
        depth -= letter == "⟧"
    return " ".join(re.findall(r"[A-Za-z]{2,}", CARD.sub("", KEYS.sub("", CITED.sub("", "".join(left))))))


def list_texts(drawn: object, field: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a view model that the page shows, with the field it stands in."""
    if isinstance(drawn, dict):
        if {"lead", "figure", "unit"} <= drawn.keys():  # one sentence in three parts
            drawn = {**drawn, "lead": f"{drawn['lead']} {drawn['figure']} {drawn['unit']}", "unit": ""}
        for name, value in drawn.items():
            typed = (name == "text" and TYPED & set(drawn)) or (name == "seen" and isinstance(value, str))
            if name not in CODES and not typed:
                yield from list_texts(value, name)
    elif isinstance(drawn, list | tuple):
        for value in drawn:
            yield from list_texts(value, field)
    elif isinstance(drawn, str) and field != "example" and drawn not in NAMES:  # a field of the rulebook; people
        yield field, drawn


def check(session: Session) -> None:
    """No text of any panel has an English word outside the brackets."""
    for _ in work_out(PANELS, session):
        pass
    drawn = {**draw(PANELS, session), "problem": draw_problem(session)}
    bare = {(panel, field, text[:120]) for panel, view in drawn.items() for field, text in list_texts(view)
            if words_outside(text)}  # fmt: skip
    assert bare == set()


def in_pseudo(hand: str = "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D", **table: object) -> Session:
    """A session that has chosen the pseudo-language."""
    session = Session(hand, **table)
    receive(session, {"type": "language", "code": PSEUDO})
    return session


@pytest.mark.parametrize("texts", [page_texts, round_texts])
def test_a_text_that_the_browser_fills_in_has_one_form(texts) -> None:
    """The browser chooses no forms of numbers: what needs them is told in Python."""
    session = in_pseudo()
    with session.speaking():
        bare = {key for key, text in texts().items() if key not in ("lang", "langs") and not text.startswith("⟦")}
    assert bare == set()


@pytest.mark.parametrize("key", PRESETS)
def test_worked_hands(key: str) -> None:
    """Every worked hand, all its answers shown, after a move, and with its advice."""
    session = in_pseudo()
    receive(session, {"type": "preset", "key": key})
    receive(session, {"type": "reveal", "level": 4})
    receive(session, {"type": "show_best_column", "on": True})
    check(session)
    receive(session, {"type": "take"})
    check(session)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_rulebooks_with_their_options(key: str) -> None:
    """Every rulebook with each house option, and how it differs from the next."""
    session = in_pseudo("2H 3H 4H | 5C 6C QD | KS QS", turned="QD")
    receive(session, {"type": "set", "rulebook": key})
    for option in RULEBOOKS[key].offers:
        receive(session, {"type": "set", "options": [option]})
        check(session)
    check(session)


@pytest.mark.parametrize("key", ROUND_PRESETS)
def test_worked_rounds(key: str) -> None:
    """Every worked round, whole and step by step, then with things missing and wrong."""
    session = in_pseudo()
    receive(session, {"type": "round", "do": "open"})
    receive(session, {"type": "round", "do": "preset", "key": key})
    check(session)
    receive(session, {"type": "round", "do": "step", "shown": 1})
    check(session)
    receive(session, {"type": "round", "do": "step", "shown": None})
    receive(session, {"type": "round", "do": "next"})
    check(session)
    receive(session, {"type": "round", "do": "seat", "at": 0, "cards": "2H 3X"})
    check(session)


def test_advice_in_its_steps() -> None:
    """What now? with the card drawn and without, an open card, seen cards, and a hand of another size."""
    held = "2H 3H 4H | 5C 6C 7C QD | 5D 5C 5H | 2D 9C KS"
    for hand in (held, f"{held} 8S", "2H 3H"):
        session = in_pseudo(hand, turned="QD", players=2)
        for level in (0, 1, 2, 3):
            receive(session, {"type": "what_now", "level": level})
            check(session)
        receive(session, {"type": "open_card", "card": "2C"})
        receive(session, {"type": "seen", "card": "8D", "add": True})
        check(session)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "move", "cards": [0], "to": "new"},
        {"type": "move", "cards": [99], "to": 0},
        {"type": "nothing"},
        {"type": "set", "rulebook": "no-such"},
        {"type": "text", "text": "2H 3X"},
        {"type": "link", "search": "?hand=2H+XX&rules=none&turned=99&players=99&options=x&seen=YY"},
        {"type": "link", "search": "?hand=XX"},
        {"type": "deal", "seed": 3},
        {"type": "tricky", "seed": 3},
        {"type": "add", "card": "KH"},
        {"type": "set", "rulebook": "marriage-21"},
        {"type": "set", "rulebook": "gorummy-13", "players": 12},
        {"type": "classroom", "on": True},
        {"type": "round", "do": "load", "text": "{"},
    ],
    ids=lambda message: "-".join(str(value)[:12] for value in message.values()),
)
def test_messages(message: dict) -> None:
    """What is refused, adjusted or not read is told in the language of the table."""
    session = in_pseudo()
    receive(session, message)
    check(session)


def test_what_was_told_before_is_told_anew_in_another_language() -> None:
    """Messages are kept as codes: a note made in one language is there in the next."""
    session = Session("2H 3H 4H", players=12)
    receive(session, {"type": "link", "search": "?hand=2H+XX"})
    receive(session, {"type": "deal", "seed": 3})
    for _ in work_out(PANELS, session):
        pass
    english = draw(PANELS, session)
    receive(session, {"type": "language", "code": PSEUDO})
    check(session)
    receive(session, {"type": "language", "code": "en"})
    receive(session, {"type": "language", "code": "no such language"})
    assert draw(PANELS, session) == english and session.language == "en"


# ---- learn, puzzles, my rules, words -------------------------------------------------------------------------
def find_bare(view: object) -> set[tuple[str, str]]:
    """The texts of a view model that have an English word outside the brackets, with their fields."""
    return {(field, text[:120]) for field, text in list_texts(view) if words_outside(text)}


def ask(session: Session, kind: str, do: str, **values: object) -> None:
    """Ask something of a panel; it is neither refused nor told outside the brackets."""
    receive(session, {"type": kind, "do": do, **values})
    assert session.problem is None, (kind, do)


@pytest.mark.parametrize("rulebook", ["octro-13", "marriage-21", "vazhushal-13"])
def test_lessons(rulebook: str) -> None:
    """Every lesson of a game: its example step by step, each kind of its tasks, hints, verdict, why and progress."""
    session = in_pseudo(rulebook=rulebook)
    receive(session, {"type": "mode", "mode": "learn"})
    ask(session, "learn", "recall", data=None)
    with session.speaking():
        bare = find_bare(draw_learn(session))
        for lesson in list_lessons(session.rulebook):
            for kind in lesson.kinds:
                session.named = {**session.named, "learn": {"lesson": lesson.key, "task": f"{lesson.key}.{kind}.1.1.2"}}
                ask(session, "learn", "lesson", lesson=lesson.key)
                while draw_learn(session)["lesson"]["step"]:
                    bare |= find_bare(draw_learn(session))
                    ask(session, "learn", "step")
                ask(session, "learn", "hint")
                bare |= find_bare(draw_learn(session))
                task = study_of(session).asked.task
                assert task is not None
                wrong = {"number": 999, "cards": [], "rulebooks": [], "moves": [], "groups": [], "yes-no": "no"}
                receive(session, {"type": "learn", "do": "answer", "answer": wrong.get(task.asks, task.choices[-1:])})
                receive(session, {"type": "learn", "do": "lay"})
                bare |= find_bare(draw_learn(session))
        ask(session, "learn", "home", show="progress")
        bare |= find_bare(draw_learn(session))
    assert bare == set()


ONE_OF_EACH_GOAL = {key.split(".")[0]: key for key, _ in list_ladder() if key not in NAMED}


@pytest.mark.parametrize("key", [*NAMED, *ONE_OF_EACH_GOAL.values()])
def test_puzzles(key: str) -> None:
    """The puzzles with a story and one made for each goal: the question, hints, a wrong answer, the answer, its why."""
    session = in_pseudo()
    receive(session, {"type": "mode", "mode": "puzzles", "puzzle": key})
    ask(session, "puzzle", "open")
    bare = set()
    for do in ("check", "hint", "hint", "hint", "hint", "hint", "show"):
        receive(session, {"type": "puzzle", "do": do})
        with session.speaking():
            bare |= find_bare(pick_panels("puzzles")[0].draw(session))
    assert bare == set()


def test_words() -> None:
    """The list of words, what a search finds, and every entry: words, questions, sources, rulings and slips."""
    session = in_pseudo()
    bare = set()
    for key in ("", *WORDS, *list_codes()):
        receive(session, {"type": "word", "key": key})
        assert session.problem is None
        with session.speaking():
            bare |= find_bare(draw_words(session))
    assert bare == set()


@pytest.mark.parametrize("rulebook", ["adgaming-13", "marriage-21", "vazhushal-13"])
def test_my_rules(rulebook: str) -> None:
    """The form of one's own rules begun from each game: changed, refused, explained by a hand, kept and forgotten."""
    session = in_pseudo(rulebook=rulebook)
    receive(session, {"type": "mode", "mode": "analyse"})
    ask(session, "my_rules", "open")
    ask(session, "my_rules", "start", key=rulebook)
    check(session)
    ask(session, "my_rules", "set", path="deal", value=RULEBOOKS[rulebook].deal - 1)
    check(session)
    receive(session, {"type": "my_rules", "do": "set", "path": "deal", "value": "x"})
    check(session)
    receive(session, {"type": "my_rules", "do": "example", "path": "melds.aces"})
    receive(session, {"type": "my_rules", "do": "load", "text": "no rules"})
    check(session)
    ask(session, "my_rules", "keep")
    check(session)
