"""Throws played to the end: fair deals of the unseen cards, the same ones for every throw, intervals, stopping."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import rummy_tutor as rt
from rummy_tutor.errors import RuleError
from rummy_tutor.game import CARDS, Card, set_table
from rummy_tutor.playing import rollout as module
from rummy_tutor.playing.game import Game

HAND = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S 7C"


def roll(**given: Any) -> Any:
    """A small answer, played by quick players."""
    return rt.rollout(HAND, "gorummy-13", "9D", **{"discards": ["7C", "5H"], "n": 6, "bots": "new", **given})


def test_every_deal_holds_the_pack_and_is_the_same_for_each_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is dealt, all cards of the pack lie somewhere once; two throws begin from the same hands and stock."""
    begun: list[Any] = []
    monkeypatch.setattr(Game, "go_on", lambda game: begun.append(game.played) or game)
    monkeypatch.setattr(Game, "outcome", type("O", (), {"winner": 0, "net": (5, -5)})())
    roll(seen="KH 9C", players=3)
    pack = set_table(rt.RULEBOOKS["gorummy-13"], None, 3).pack
    for one in begun:
        lie = Counter([card for place in one.places for card in place.hand])
        lie.update([*one.stock, *one.discards, one.turned])
        assert lie == Counter({card: pack.copies(card) for card in CARDS if pack.copies(card)})
        assert one.discards[:2] == (Card("KH"), Card("9C")) and one.seat == 1
    for first, second in zip(begun[::2], begun[1::2], strict=True):
        assert first.places[1:] == second.places[1:] and first.stock == second.stock
        assert (first.discards[-1], second.discards[-1]) == (Card("7C"), Card("5H"))
    assert len({one.stock for one in begun}) == 6


def test_who_took_a_card_holds_it_in_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card taken is dealt to its player, to nobody else, and the pack stays whole; the rest is dealt as without."""
    begun: list[Any] = []
    monkeypatch.setattr(Game, "go_on", lambda game: begun.append(game.played) or game)
    monkeypatch.setattr(Game, "outcome", type("O", (), {"winner": 0, "net": (5, -5)})())
    found = roll(taken={2: "KH KS"}, seen="9C", players=3)
    pack = set_table(rt.RULEBOOKS["gorummy-13"], None, 3).pack
    for one in begun:
        lie = Counter([card for place in one.places for card in place.hand])
        lie.update([*one.stock, *one.discards, one.turned])
        assert lie == Counter({card: pack.copies(card) for card in CARDS if pack.copies(card)})
        assert one.places[2].taken == (Card("KH"), Card("KS")) and not one.places[1].taken
        assert [len(place.hand) for place in one.places] == [13, 13, 13]
        assert {Card("KH"), Card("KS")} <= set(one.places[2].hand)
    assert found.to_dict()["taken"] == [[], ["KH", "KS"]]
    assert eval(repr(found), {name: getattr(rt, name) for name in rt.__all__}).taken == found.taken
    assert roll(taken="KH").taken == ((Card("KH"),),)
    for given, told in (
        ({"taken": {2: "KH"}}, "taken names player 2: expected 1 for the next player, up to 1"),
        ({"taken": "KH KH KH"}, "KH"),  # more than the pack holds
        ({"taken": "2C 3C 4C 5C 6C 7C 8C TC JC QC AC 2D 3D 4D"}, "taken names 14 cards of one player, who holds 13"),
    ):
        with pytest.raises(RuleError, match=told):
            roll(**given)


def test_the_answer_is_a_value() -> None:
    """The same seed gives the same answer, read back from its repr; intervals hold the share; the best comes first."""
    found = roll()
    names = {name: getattr(rt, name) for name in rt.__all__}
    assert eval(repr(found), names).to_dict() == found.to_dict() and found.to_json() == json.dumps(found.to_dict())
    assert roll(seed=1).to_dict()["throws"] != found.to_dict()["throws"]
    frame = found.to_frame()
    assert sorted(frame.index) == ["5H", "7C"] and frame["wins"].is_monotonic_decreasing
    assert ((frame["low"] <= frame["wins"]) & (frame["wins"] <= frame["high"])).all()
    assert found.best is found.throws[0] and found._repr_html_().startswith("<div")
    gain, error = found.gain("7C", "5H")
    nets = {str(throw.card): throw.net for throw in found.throws}
    assert gain == pytest.approx(nets["7C"] - nets["5H"]) and error >= 0
    assert found.gain("5H", "7C")[0] == pytest.approx(-gain)


def test_what_cannot_be_played_is_refused() -> None:
    """A hand of another size, a card not held, no number of rounds, other players than levels: one clear error each."""
    with pytest.raises(RuleError, match="has 13 cards: a throw is made from one card more"):
        rt.rollout(HAND[:-3], "gorummy-13", "9D")
    for given, told in (
        ({"discards": ["KS"]}, "KS cannot be thrown: the hand does not hold it"),
        ({"discards": []}, "No throw is named"),
        ({"n": 0}, "n is 0"),
        ({"bots": ["new", "exact"], "players": 3}, "3 players, and levels for 2"),
        ({"bots": "champion"}, "champion"),
        ({"seed": -1}, "-1"),
    ):
        with pytest.raises(RuleError, match=told):
            roll(**given)
    with pytest.raises(RuleError, match="KS was not among"):
        roll(n=1).gain("7C", "KS")


def test_work_that_is_stopped_answers_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after some rounds gives the answer of those; before the first one it is Ctrl-C."""
    play, count = module._play_out, Counter[str]()

    def stop_after(rounds: int) -> Any:
        def play_out(*given: Any) -> Any:
            count["played"] += 1
            if count["played"] > 2 * rounds:
                raise KeyboardInterrupt
            return play(*given)

        return play_out

    monkeypatch.setattr(module, "_play_out", stop_after(2))
    assert roll().played == 2
    monkeypatch.setattr(module, "_play_out", stop_after(0))
    with pytest.raises(KeyboardInterrupt):
        roll()


@pytest.mark.parametrize("key", ["marriage-21", "vazhushal-13", "rummy-21"])
def test_other_games_are_played_too(key: str) -> None:
    """Also where the wild card is hidden, melds are laid in turn or tunnelas come first, a round comes to its end."""
    book = rt.RULEBOOKS[key]
    dealt = rt.simulate(key, 1, 3, cards=book.deal + 1, progress=False, n_jobs=1, distance=False)
    card = dealt["hand"][0].split()[0]
    found = rt.rollout(dealt["hand"][0], key, discards=[card], n=1, bots="steady", progress=False)
    assert found.played == 1 and str(found.best.card) == card
