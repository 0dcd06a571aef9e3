"""The best regrouping: hidden until asked for, taken undoably, and the others that are as good."""

from __future__ import annotations

import pytest

from rummy_tutor.page.answers import lay_answer
from rummy_tutor.page.best.view import draw_best
from rummy_tutor.page.faces import card_name
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.page.shell.memory import write_memory
from rummy_tutor.page.table.view import TableView
from rummy_tutor.page.worked_hands import PRESETS, WELCOME
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.rulebooks import RULEBOOKS

X4 = WELCOME.hand


def test_the_answer_hides_again_when_the_cards_change():
    """What was revealed of one hand is not shown of the next; regrouping the same cards keeps it."""
    session = Session(X4)
    receive(session, {"type": "reveal", "level": 4})
    receive(session, {"type": "move", "cards": [0], "to": "loose"})
    assert session.revealed.level == 4
    receive(session, {"type": "set", "rulebook": "octro-13"})
    assert session.revealed.level == 0


@pytest.mark.parametrize("key", sorted(RULEBOOKS))
def test_taking_the_best_costs_what_was_promised(key):
    """Laid out, the best grouping declares or costs what the panel said."""
    session = Session("KS KD 2H | 3H 4H 5H 5S | 5D 7C 8C 9C | TC JD QD KD", key)
    best = session.result.best
    receive(session, {"type": "take"})
    laid = session.result.arranged
    assert laid.declares == best.declares
    if not best.declares:
        assert laid.score == best.score


def test_cards_to_move_are_marked_only_once_they_are_asked_for():
    """The marks on the table are part of the third step of the answer, and go when nothing better is left."""
    session = Session(X4)

    def marked() -> list[str]:
        view = TableView(session).draw()
        return [card["name"] for tray in (*view["trays"], view["loose"]) for card in tray["cards"] if card["moving"]]

    for level, count in ((0, 0), (1, 0), (2, 0), (3, 1), (4, 1)):
        receive(session, {"type": "reveal", "level": level})
        assert len(marked()) == count, level
    receive(session, {"type": "take"})
    assert marked() == []


def test_groups_of_the_answer_name_their_cards_on_the_table():
    """Each group of the answer holds the identities of its cards, and those marked as moving are the ones that move."""
    session = Session(X4)
    receive(session, {"type": "reveal", "level": 4})
    cards = session.state.layout.cards
    for group in draw_best(session)["groups"]:
        assert sorted(card["name"].split(",")[0] for card in group["cards"]) == sorted(
            card_name(cards[one]) for one in group["ids"]
        )


# ---- others as good ----------------------------------------------------------------------------------------
OPEN = {"type": "reveal", "level": 4}


def opened(key: str) -> Session:
    """A worked hand with its best grouping shown."""
    session = Session("2H 3H")
    session.go(PRESETS[key].state())
    receive(session, OPEN)
    return session


@pytest.mark.parametrize("key", ["x4", "x2", "player-6", "octro", "dublees", "set-of-five"])
def test_others_as_good_are_shown_one_by_one(key):
    """Each is another grouping that does as well as the best when laid out; after the last comes the first again."""
    session = opened(key)
    best, count, texts = session.result.best, len(session.answers.groupings), []
    assert count > 1
    for at in range(count):
        view = draw_best(session)
        texts.append(session.answers.text)
        assert (view["unique"].startswith(f"Grouping {at + 1} of ")) == (at > 0) and view["another"]
        laid = score_arrangement(session.answers.shown.as_laid(), session.result.deal)
        assert laid.declares == best.declares and (best.declares or laid.score == best.score)
        receive(session, {"type": "another"})
    assert len(set(texts)) == count and session.answers.text == texts[0]
    assert "as good" in draw_best(session)["unique"]


@pytest.mark.parametrize("level", range(4))
def test_no_other_answer_is_shown_before_the_best_one_is(level):
    """A page that asks for another grouping too early is refused, and nothing of it leaves the kernel."""
    session = Session(WELCOME.hand)
    receive(session, {"type": "reveal", "level": level})
    receive(session, {"type": "another"})
    view = draw_best(session)
    assert session.problem and view["another"] == view["unique"] == "" and view["groups"] == []
    assert write_memory(session)["answer"] == ""


def test_the_grouping_shown_can_be_taken_and_undone():
    """Taken is what is shown, not the first one; undo brings the learner's own grouping back."""
    session = opened("x4")
    before = session.text
    receive(session, {"type": "another"})
    receive(session, {"type": "another"})
    wanted = {frozenset(group.cards) for group in session.answers.shown.groups}
    receive(session, {"type": "take"})
    layout = session.state.layout
    assert {frozenset(layout.cards[one] for one in tray) for tray in layout.trays} == wanted
    assert session.result.arranged.declares and session.revealed.level == 0
    receive(session, {"type": "undo"})
    assert session.text == before


def test_the_answer_nearest_to_ones_own_grouping_comes_first():
    """Of groupings equally good the page shows the one with the fewest cards to move; jokers stay where they are."""
    session = opened("x2")
    layout = session.state.layout
    moves = [len(layout.moves_to(lay_answer(layout, one))) for one in session.answers.groupings]
    told = len(session.answers.moves_from(layout))
    assert moves == [5, 6] and draw_best(session)["lines"][-1] == f"{told} cards move:" and told < 5
    view = draw_best(session)
    moved = [card for part in (*view["groups"], {"cards": view["loose"]}) for card in part["cards"] if card["moved"]]
    assert len(moved) == told


def test_what_is_shown_stays_while_cards_are_moved():
    """A learner who follows the answer card by card keeps it before him; hidden, it is looked for anew."""
    session = opened("x4")
    receive(session, {"type": "another"})
    text = session.answers.text
    receive(session, {"type": "move", "cards": [9], "to": "loose"})
    receive(session, {"type": "move", "cards": [0], "to": "loose"})
    assert session.answers.text == text and len(draw_best(session)["groups"]) == 4
    receive(session, {"type": "keep"})
    receive(session, OPEN)
    assert session.answers.at == 0


def test_a_reload_finds_the_grouping_that_was_shown():
    """The tab remembers which one it was; a link sent to somebody does not, and nonsense shows the first."""
    session = opened("x4")
    receive(session, {"type": "another"})
    again, other, odd = Session("2H 3H"), Session("2H 3H"), Session("2H 3H")
    link = {"type": "link", "search": link_of(session), "first": True}
    receive(again, {**link, "memory": write_memory(session)})
    receive(other, link)
    receive(odd, {**link, "memory": {**write_memory(session), "answer": "<b>"}})
    assert write_memory(again) == write_memory(session) and again.answers.text == session.answers.text
    assert other.revealed.level == 0 and odd.answers.at == 0


def test_where_the_best_is_the_only_one_no_other_is_offered():
    """One best grouping, or any as good as any other: there is no next one to show."""
    only, flat = opened("x3"), opened("wrong-1")
    assert draw_best(only)["another"] == "" and draw_best(only)["unique"] == "This is the only best grouping."
    assert draw_best(flat)["another"] == "" and not draw_best(flat)["can_take"]
