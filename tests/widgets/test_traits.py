"""A table's traits: what is set wrongly changes nothing, several are set as one step, links may set them."""

from __future__ import annotations

from typing import Any

import ipywidgets
import pytest
import traitlets

import rummy_tutor as rt
from rummy_tutor.errors import RuleError, TableError

HAND = "2H 3H 4H | 5C 6C QD | KS QS"


def make_table() -> Any:
    """A table with all traits set."""
    return rt.CardTable(HAND, rulebook="adgaming-13", turned="QD", players=6, options=("pool-101",))


def look(table: Any) -> tuple:
    """What a refused change must leave as it was."""
    traits = {name: getattr(table, name) for name in ("value", "rulebook", "turned", "players", "options", "points")}
    return repr(table), traits, table.session.steps, dict(table.session.own)


def test_the_traits_tell_of_the_table() -> None:
    """All of them hold what the table has, in plain values for the browser and in values of the engine beside them."""
    table = make_table()
    assert (table.value, table.rulebook, table.turned, table.players, table.options) == (
        HAND, "adgaming-13", "QD", 6, ("pool-101",)
    )  # fmt: skip
    assert (table.points, table.declares) == (10, False) and table.hand == rt.Hand(HAND)
    assert table.result.arranged.points == 10 and table.error is None and table.game.options == ("pool-101",)
    synced = {name for name in table.keys if not name.startswith("_")}
    assert {"value", "rulebook", "turned", "players", "options", "points", "declares"} <= synced
    assert not synced & {"hand", "result", "error"} and len(table.trait_values()) > 20


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("rulebook", "nope", "rulebook: There is no rulebook 'nope'"),
        ("rulebook", {"base": "octro-13", "key": "x", "title": "x", "deal": 99}, "deal is 99"),
        ("value", "2H xx", "value: 'xx' (card 2, character 4) is not a card"),
        ("hand", 5, "hand: A hand is a Hand"),
        ("turned", "ZZ", "turned: 'ZZ' is not a card"),
        ("turned", 5, "turned: 5 is not a card"),
        ("players", 99, "players: 99 players cannot play adgaming-13"),
        ("players", "3", "players: The number of players must be a whole number"),
        ("options", ["nix"], "options: There is no house option 'nix'"),
        ("options", "pool-101", "options: House options are given as a list"),
        ("options", ["pool-101", "pool-201"], "do not go together"),
        ("points", 3, "points tells of the table and cannot be set"),
        ("declares", True, "declares tells"),
        ("result", None, "result tells"),
    ],
)
def test_what_is_set_wrongly_is_refused_and_changes_nothing(name: str, value: object, told: str) -> None:
    """The error names the trait, is a trait's error and a ValueError; repr, traits and the steps back stay."""
    table = make_table()
    before = look(table)
    with pytest.raises(TableError) as caught:
        setattr(table, name, value)
    assert told in str(caught.value) and name in str(caught.value) and caught.value.code
    assert isinstance(caught.value, traitlets.TraitError) and isinstance(caught.value, ValueError)
    assert look(table) == before
    if name not in ("points", "declares", "result"):
        with pytest.raises(TableError):
            table.update(**{"players": 3, name: value})
        assert look(table) == before


def test_a_rulebook_is_set_by_anything_that_names_one(tmp_path: Any) -> None:
    """A key, a value with options, a file, plain data: the trait holds the key, ``game`` the rules."""
    table = make_table()
    table.rulebook = "octro-13"
    assert table.rulebook == "octro-13" and table.options == ()
    table.rulebook = rt.get_rulebook("paplu-13", ["ace-jokers"])
    assert (table.rulebook, table.options) == ("paplu-13", ("ace-jokers",))
    data = {"base": "octro-13", "key": "ours", "title": "Ours", "scoring": {"cap": 40}}
    path = tmp_path / "ours.toml"
    path.write_text(rt.get_rulebook(data).to_toml("octro-13"), "utf-8")
    for given in (data, path, str(path), rt.get_rulebook(data)):
        table.rulebook = "gorummy-13"
        table.rulebook = given
        assert table.rulebook == "ours" and table.game == rt.get_rulebook(data)
    table.rulebook = {**data, "scoring": {"cap": 50}}
    assert table.game.scoring.cap == 50
    with pytest.raises(TableError, match="own names its options itself"):
        table.options = ["ace-jokers"]


def test_several_are_set_as_one_step() -> None:
    """``update`` of three traits is one step back; a card or none may be set as value, text or nothing."""
    table = make_table()
    before = look(table)
    table.update(rulebook="octro-13", turned=rt.Card("KH"), players=3)
    assert (table.rulebook, table.turned, table.players) == ("octro-13", "KH", 3)
    assert len(table.session.steps.past) == len(before[2].past) + 1
    after = look(table)
    table.undo()
    assert look(table)[:2] == before[:2]
    table.redo()
    assert look(table)[:2] == after[:2]
    table.turned = None
    assert table.turned is None
    table.update(value=table.value)
    assert len(table.session.steps.past) == len(before[2].past) + 2, "what is so already is no step"


def test_a_misspelt_name_is_told_with_the_right_one() -> None:
    """Setting an attribute that does not exist is an AttributeError that names the one meant, alone and in update."""
    table = make_table()
    with pytest.raises(AttributeError, match="no attribute 'rulebok'; did you mean 'rulebook'"):
        table.rulebok = "octro-13"
    with pytest.raises(AttributeError, match="did you mean 'players'"):
        table.update(rulebook="octro-13", player=3)
    assert table.rulebook == "adgaming-13"


def test_traits_are_linked_observed_and_interactive() -> None:
    """A link works both ways and refuses what is no hand; observers hear once; ``interactive`` runs again."""
    table, field = make_table(), ipywidgets.Text()
    traitlets.link((table, "value"), (field, "value"))
    assert field.value == HAND
    field.value = "5H 6H 7H | KS"
    assert table.value == field.value and table.points == table.result.arranged.points
    with pytest.raises(TableError):
        field.value = "5H 6Hx"
    assert table.value == "5H 6H 7H | KS" and "'6HX'" in table.problem["text"].upper()
    field.value = "5H 6H 7H"
    assert table.value == field.value and not table.problem
    heard: list[tuple[str, object]] = []
    table.observe(lambda change: heard.append((change["name"], change["new"])), ["value", "rulebook", "points"])
    table.update(value="2H 3H 4H | 5C", rulebook="octro-13")
    points = rt.analyse("2H 3H 4H | 5C", "octro-13", "QD", 6).laid.points
    assert heard == [("value", "2H 3H 4H | 5C"), ("rulebook", "octro-13"), ("points", points)]
    seen: list[str] = []
    shown = ipywidgets.interactive(lambda value: seen.append(value), value=table)
    shown.update()
    seen.clear()
    table.value = "KS KH KD |"
    assert seen == ["KS KH KD |"] and table.description == "value"


def test_an_observer_may_change_the_table() -> None:
    """What an observer sets is a change like any other, and the traits end as the table is."""
    table = make_table()

    def turn(change: dict[str, Any]) -> None:
        if table.turned != "5H":
            table.turned = "5H"

    table.observe(turn, "value")
    table.value = "2H 3H 4H | KS"
    assert (table.value, table.turned) == ("2H 3H 4H | KS", "5H")
    assert table.result.turned == rt.Card("5H") and table.session.text == table.value


def test_what_a_browser_sets_wrongly_is_told_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A good value is laid out; a bad one changes nothing, is told on the page, and the browser gets the old ones."""
    table = make_table()
    sent: list[Any] = []
    monkeypatch.setattr(type(table), "send_state", lambda self, key=None: sent.append(key))
    table.set_state({"value": "5h 6h 7h | ks"})
    assert table.value == "5H 6H 7H | KS" and ["value"] in sent
    before = look(table)
    table.set_state({"rulebook": "nope", "players": 3})
    assert look(table) == before and table.problem["tone"] == "bad" and "'nope'" in table.problem["text"]
    assert ["rulebook", "players"] in sent
    table.set_state({"points": 0, "declares": True})
    assert look(table) == before and ["points", "declares"] in sent
    table.set_state({"players": 3})
    assert table.players == 3 and not table.problem  # what was refused is not told for ever


def test_widgets_of_one_table_hand_back_values() -> None:
    """The panels of a table give what they show as values of the engine, and follow what is set on any of them."""
    table = make_table()
    best, now, compared = rt.BestGrouping(table), rt.WhatNow(table), rt.ComparisonTable(table)
    now.value = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"
    table.update(rulebook="gorummy-13", turned="9D", players=4)
    assert best.best == rt.analyse(best.hand, "gorummy-13", "9D").best
    assert now.advice == rt.advise(now.hand, "gorummy-13", "9D")
    assert compared.comparison.to_frame().equals(rt.compare(table.session.state.layout.laid_hand(), "9D").to_frame())


def test_a_hidden_verdict_is_not_told_by_traits() -> None:
    """While a class is not to see the verdict, ``points`` and ``declares`` are empty."""
    table = make_table()
    table.session.set_classroom(True)
    table.session.tell()
    assert (table.points, table.declares) == (None, None)
    table.session.set_classroom(False)
    table.session.tell()
    assert (table.points, table.declares) == (10, False)


def test_a_round_is_played_in_a_widget() -> None:
    """Clicks and Python play the same round; the record of it plays again, and is looked back at."""
    table = rt.PlayTable("gorummy-13", ["you", "new"], seed=7)
    assert table._vm_play["deal"] is None and table.outcome is None
    assert table.round.list_moves() == rt.play("gorummy-13", ["you", "new"], seed=7).list_moves()
    table._receive(table, {"type": "play", "do": "play", "move": "draw stock", "seq": 1, "view": "test"}, [])
    assert table.problem == {} and len(table.round.view.hand) == 14
    before = table.record
    with pytest.raises(rt.errors.PlayError):
        table.play("draw stock")
    assert table.record == before
    throw = next(move for move in table.round.list_moves() if move.startswith("throw"))
    table.play(throw)
    assert [0, throw] in table.record["moves"] and len(table.record["moves"]) >= 4
    while table.outcome is None:
        moves = table.round.list_moves()
        table.play("draw stock" if "draw stock" in moves else next(move for move in moves if move.startswith("throw")))
    assert rt.load_play(table.record).outcome == table.outcome and rt.review(table.record).seat == 0
    look = rt.Review(table)
    assert look._vm_play["review"] is not None and look.rulebook == "gorummy-13"
    assert look.review.to_dict() == rt.review(table.record).to_dict()
    again = rt.PlayTable(rt.play("octro-13", ["Asha", "steady", "you"][:2], seed=3))
    assert again.rulebook == "octro-13" and "turn of Asha" in repr(again)
    with pytest.raises(RuleError, match="one person"):
        rt.PlayTable("octro-13", ["exact", "steady"])
