"""The link of a table: written, read, and read where it is broken or hostile."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor.game.cards import Card, Hand
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of, read_link, read_view, write_link
from rummy_tutor.page.shell.qr import draw_qr
from rummy_tutor.page.shell.view import draw_shell
from rummy_tutor.page.state import Layout, State
from rummy_tutor.page.table.view import TableView
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.rulebooks import RULEBOOKS

X4 = WELCOME.hand
WELCOME_STATE = State(layout=Layout.of_hand(Hand.parse(WELCOME.hand)), rulebook="adgaming-13", players=6)


@given(
    st.lists(st.sampled_from([Card(i) for i in range(53)]), min_size=1, max_size=28),
    st.data(),
    st.sampled_from(sorted(RULEBOOKS)),
)
def test_a_link_opens_the_same_table(cards, data, key):
    """Writing and reading a link is the identity on cards, groups, rulebook, turned card and players."""
    layout = Layout.of_hand(Hand(tuple(cards)))
    if len(cards) > 1:
        ids = data.draw(st.lists(st.integers(0, len(cards) - 1), min_size=2, unique=True))
        layout = layout.move(ids, "new")
    least, most = RULEBOOKS[key].table.players
    turned = data.draw(st.one_of(st.none(), st.sampled_from([Card(i) for i in range(53)])))
    state = State(layout=layout, rulebook=key, turned=turned, players=data.draw(st.integers(least, most)))
    found, notes = read_link(write_link(state), WELCOME_STATE, books=RULEBOOKS)
    assert not notes and write_link(found) == write_link(state)


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=200), st.text(alphabet="?&=%+|hand rulesturnedplayersoptions2HPJ10♠<>", max_size=80)))
def test_no_link_raises(text):
    """Whatever stands in the address bar, a table comes out."""
    state, notes = read_link(text, WELCOME_STATE, books=RULEBOOKS)
    assert state.layout.cards and all(str(note).endswith(".") for note in notes)


@pytest.mark.parametrize("search", [None, 5, "?" + "x" * 10_000, "?" + "&".join(f"a{i}=1" for i in range(100))])
def test_links_that_are_no_links_keep_the_table(search):
    """Too long or no text at all: the table stays, with a message."""
    state, notes = read_link(search, WELCOME_STATE, books=RULEBOOKS)
    assert state == WELCOME_STATE and notes


def test_the_classroom_is_in_the_link_and_opens_hidden():
    """A link made in the classroom opens there with its answers hidden; going back in the page does not leave it."""
    session = Session(X4)
    receive(session, {"type": "classroom", "on": True})
    receive(session, {"type": "next_step"})
    assert link_of(session).endswith("&view=class") and read_view(link_of(session))
    other = Session("2H 3H")
    receive(other, {"type": "link", "search": link_of(session), "first": True})
    assert other.classroom and not other.revealed.verdict and other.text == session.text
    receive(other, {"type": "link", "search": write_link(session.state)})
    assert other.classroom
    assert not any(map(read_view, (None, "", "?view=classy", "?hand=2H&view=", "?" + "x" * 5000 + "&view=class")))


def test_every_card_says_where_it_stands_in_the_link():
    """On a table opened from the link each card's identity is the place it was given."""
    session = Session("5C 5C 6C | 7C | 5C 9H")
    receive(session, {"type": "move", "cards": [3, 0], "to": "new"})
    view = TableView(session).draw()
    drawn = [card for tray in (*view["trays"], view["loose"]) for card in tray["cards"]]
    again = read_link(link_of(session), WELCOME_STATE, books=RULEBOOKS)[0].layout
    cards = session.state.layout.cards
    assert sorted(card["place"] for card in drawn) == list(range(6))
    assert all(again.cards[card["place"]] == cards[card["id"]] for card in drawn)


def test_a_qr_code_is_square():
    """The code of a link is a square of ones and zeros."""
    rows = draw_qr("http://127.0.0.1:8866/?hand=2H")
    assert all(len(row) == len(rows) and set(row) <= {"0", "1"} for row in rows)
    with pytest.raises(ValueError, match="bad_move"):
        draw_qr("x" * 5000)


@pytest.mark.parametrize("mode", ["learn", "puzzles", "analyse", "round"])
def test_the_link_names_the_screen(mode):
    """A link opens the screen that it was taken from; that of the analysis is the table's own, as ever."""
    session = Session("2H 3H 4H | KS", "octro-13")
    receive(session, {"type": "mode", "mode": mode})
    link = link_of(session)
    assert ("mode=" in link) == (mode != "analyse") and ("hand=" in link) == (mode in ("analyse", "round"))
    other = Session(WELCOME.hand)
    receive(other, {"type": "link", "search": link, "first": True})
    assert other.mode == mode and link_of(other) == link and other.rulebook.key == "octro-13"


def test_a_screen_without_a_hand_in_its_link_keeps_the_table_in_the_tab():
    """The tab's own memory brings the table back; somebody else who opens the link gets the welcome hand."""
    session = Session("2H 3H 4H | KS", "octro-13")
    receive(session, {"type": "mode", "mode": "learn", "lesson": "sets"})
    memory = draw_shell(session)["memory"]
    for kept, text in ((memory, "2H 3H 4H | KS"), (None, WELCOME.hand)):
        other = Session(WELCOME.hand)
        receive(other, {"type": "link", "search": link_of(session), "first": True, "memory": kept})
        assert (other.text, other.mode, other.named["learn"]) == (text, "learn", {"lesson": "sets"})
        assert not other.steps.past and other.problem is None


def test_a_page_opened_without_a_link_shows_the_screen_of_the_visit_before():
    """Where the address names nothing the browser says which screen; a round behind a link is shown as one."""
    for values, mode in (({"mode": "learn"}, "learn"), ({}, "analyse"), ({"mode": "x"}, "analyse")):
        session = Session(WELCOME.hand)
        receive(session, {"type": "link", "search": "", "first": True, **values})
        assert session.mode == mode
    receive(session, {"type": "link", "search": "?hand=2H", "round": True})
    assert session.mode == "round"
    receive(session, {"type": "mode", "mode": "nowhere"})
    assert session.mode == "round" and session.problem is not None
