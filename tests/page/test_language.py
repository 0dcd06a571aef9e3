"""In the pseudo-language no panel shows an English word outside the brackets, and a change of language reaches all."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rummy_tutor.page.drawing import draw, draw_problem, work_out
from rummy_tutor.page.panels import PANELS, receive
from rummy_tutor.page.round.worked_rounds import ROUND_PRESETS
from rummy_tutor.page.session import Session
from rummy_tutor.page.worked_hands import PRESETS
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.wording.catalogue import PSEUDO
from rummy_tutor.wording.page_texts import page_texts, round_texts

# fields of view models that the page does not show as words: codes, keys, hands as typed, addresses, memories
CODES = {
    "a", "act", "asks", "b", "cards_kind", "codes", "cost_tone", "declared_on", "dublees", "end", "ending",
    "error_field", "file", "forms", "icon", "key", "kind", "language", "languages", "link", "memory", "mode",
    "objective", "open", "other", "preset", "proof_tone", "qr", "rank", "rulebook", "sort", "suit", "tone", "turned",
    "value", "game", "screen", "state", "about", "data", "following",
}  # fmt: skip
TYPED = {"rank", "version", "link", "before"}  # beside these a field "text" holds cards as typed
CITED = re.compile(r"\[S\d[^\]]*\]|^S\d, [A-Z][A-Za-z ]+$|\b[SRX]\d+\b")  # also a source's own heading
KEYS = re.compile("|".join(sorted({key for book in RULEBOOKS.values() for key in book.offers}, key=len, reverse=True)))
CARD = re.compile(r"\b(?:10|[2-9TJQKA])[SHDC]\b|\bPJ\b|[JQKA](?=[♠♥♦♣])|\b[JQKA]\b")


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
        if "unit" in drawn:  # one sentence in three parts
            drawn = {**drawn, "lead": f"{drawn['lead']} {drawn['figure']} {drawn['unit']}", "unit": ""}
        for name, value in drawn.items():
            typed = (name == "text" and TYPED & set(drawn)) or (name == "seen" and isinstance(value, str))
            if name not in CODES and not typed:
                yield from list_texts(value, name)
    elif isinstance(drawn, list | tuple):
        for value in drawn:
            yield from list_texts(value, field)
    elif isinstance(drawn, str):
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
        bare = {key for key, text in texts().items() if key != "lang" and not text.startswith("⟦")}
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
