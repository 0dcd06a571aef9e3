"""The hand that Analyse opens with where nobody has named one."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rummy_tutor as rt
from rummy_tutor.hosts.live.visit import Visit
from rummy_tutor.page.editor.view import draw_editor
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.page.worked_hands import PRESETS, WELCOME, find_preset
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.rulebooks.files import make_rulebook

OURS = make_rulebook({"base": "adgaming-13", "key": "our-house", "title": "Our house"})


def _open(search: str, mode: str = "analyse") -> Session:
    visit = Visit(lambda _: None)
    receive(visit.session, {"type": "link", "search": search, "first": True, "mode": mode})
    return visit.session


@pytest.mark.parametrize("key", sorted(RULEBOOKS))
def test_a_visit_opens_with_a_hand_of_the_chosen_game(key: str) -> None:
    """A visit that names a game and no hand finds as many cards as it deals, and a better way to group them."""
    session = _open(f"?mode=analyse&rules={key}")
    assert len(session.state.layout.cards) == RULEBOOKS[key].deal and session.state.rulebook == key
    assert session.result.size_ok and session.result.pack_ok and session.is_better_known()
    assert session.state.layout.trays and not session.notes


@pytest.mark.parametrize("key", ["rummy-21", "paplu-21", "marriage-21", "paplu-27"])
def test_the_welcome_hand_is_told_in_every_game_that_it_welcomes_to(key: str) -> None:
    """Its story stands over the table, whichever game of that many cards is played."""
    session = _open(f"?rules={key}")
    preset = find_preset(session.state)
    assert preset is not None and "pure sequences" in preset.story
    assert [one["key"] for one in draw_editor(session)["presets"] if one["current"]] == [preset.key]


def test_an_untouched_welcome_hand_changes_with_the_game() -> None:
    """Choosing another game lays its own hand out, and back; that can be undone."""
    session = _open("")
    for key in ("paplu-27", "gorummy-13", "marriage-21", "vazhushal-13"):
        receive(session, {"type": "set", "rulebook": key})
        assert len(session.state.layout.cards) == RULEBOOKS[key].deal and session.result.pack_ok
    assert session.text == WELCOME.hand
    receive(session, {"type": "undo"})
    assert session.state.rulebook == "marriage-21" and len(session.state.layout.cards) == 21


@pytest.mark.parametrize(
    "action",
    [
        {"type": "move", "cards": [0], "to": "loose"},
        {"type": "remove", "card": "PJ"},
        {"type": "text", "text": "2H 3H 4H | KS"},
        {"type": "preset", "key": "x2"},
        {"type": "deal", "seed": 5},
        {"type": "set", "turned": "QD"},
    ],
)
def test_a_hand_of_the_readers_own_is_never_replaced(action: dict) -> None:
    """Cards that were moved, typed, dealt or chosen stay whatever game is chosen."""
    session = _open("")
    receive(session, action)
    text, turned = session.text, session.state.turned
    receive(session, {"type": "set", "rulebook": "paplu-27"})
    assert (session.text, session.state.turned) == (text, turned)


def test_a_hand_in_the_link_stays() -> None:
    """A link that names its hand opens that one, though it does not fit the game; so does a reload."""
    assert _open("?hand=2H+3H+4H&rules=paplu-27").text == "2H 3H 4H"
    assert _open(f"?hand={WELCOME.hand.replace(' ', '+')}&rules=paplu-27").text == WELCOME.hand
    moved = _open("?rules=paplu-27")
    assert _open(link_of(moved)).text == moved.text


def test_a_game_chosen_to_learn_is_analysed_with_its_own_hand() -> None:
    """The hand of Analyse fits the game that was chosen in another mode."""
    session = _open("", "learn")
    receive(session, {"type": "set", "rulebook": "paplu-27"})
    receive(session, {"type": "mode", "mode": "analyse"})
    assert len(session.state.layout.cards) == 27


@pytest.mark.parametrize("deal", [7, 10, 13, 21, 27])
def test_rules_of_ones_own_open_with_as_many_cards_as_they_deal(deal: int) -> None:
    """Rules that are kept lay out a hand that fits their deal, of cards that are in their pack."""
    session = _open("")
    session.keep_book(replace(OURS, deal=deal))
    receive(session, {"type": "set", "rulebook": "our-house"})
    assert len(session.state.layout.cards) == deal and session.result.pack_ok
    assert deal != 13 or session.text == WELCOME.hand
    receive(session, {"type": "set", "rulebook": "paplu-27"})
    assert session.text == PRESETS["pure-27"].hand
    session = _open("")
    receive(session, {"type": "my_rules", "do": "open"})
    receive(session, {"type": "my_rules", "do": "set", "path": "deal", "value": str(deal)})
    receive(session, {"type": "my_rules", "do": "keep"})
    assert session.state.rulebook in session.own and len(session.state.layout.cards) == deal


def test_rules_of_ones_own_that_are_forgotten_leave_no_hand_that_fits_nothing() -> None:
    """The welcome hand of 11 cards goes with the rules that dealt them; what was moved stays."""
    for moved in (False, True):
        session = _open("")
        session.keep_book(replace(OURS, deal=11))
        receive(session, {"type": "set", "rulebook": "our-house"})
        if moved:
            receive(session, {"type": "move", "cards": [0], "to": "loose"})
        receive(session, {"type": "my_rules", "do": "open"})
        receive(session, {"type": "my_rules", "do": "forget", "key": "our-house"})
        assert len(session.state.layout.cards) == (11 if moved else RULEBOOKS[session.state.rulebook].deal)


def test_a_hand_goes_on_changing_where_a_game_turns_no_card() -> None:
    """The same cards without a turned card are still the welcome hand: the next game's takes their place."""
    session = _open("?rules=rummy-21")
    plain = RULEBOOKS["rummy-21"]
    session.keep_book(replace(plain, key="plain", title="Plain", wilds=replace(plain.wilds, exposed=False), sources=()))
    for key, cards in (("plain", 21), ("paplu-27", 27)):
        receive(session, {"type": "set", "rulebook": key})
        assert len(session.state.layout.cards) == cards


def test_a_widget_of_the_whole_page_opens_with_a_hand_of_its_game() -> None:
    """In a notebook the page that is given a game and no hand finds one that fits."""
    assert len(rt.App(rulebook="paplu-27").session.state.layout.cards) == 27
    assert rt.App("2H 3H 4H", rulebook="paplu-27").value == "2H 3H 4H"
