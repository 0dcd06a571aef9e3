"""The round table without a browser: forms, their outcome, dealing, and what is drawn."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import pytest

import rummy_tutor as rt
from rummy_tutor.front.linking import link_module
from rummy_tutor.page.panels import receive
from rummy_tutor.page.round.dealing import deal_round
from rummy_tutor.page.round.entered import entered_round
from rummy_tutor.page.round.form import Form, SeatForm, empty_round
from rummy_tutor.page.round.settling import tell_bare
from rummy_tutor.page.round.view import draw_round
from rummy_tutor.page.round.worked_rounds import ROUND_PRESETS
from rummy_tutor.page.session import Session
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.widgets.app import App
from rummy_tutor.wording.page_texts import round_texts
from tests.golden.rounds import ROUNDS
from tests.page.round_sessions import ask, opened, outcome_of, table_of

GOLDEN = {case.name: case for case in ROUNDS}


@pytest.fixture
def session() -> Session:
    """A table whose round has been opened."""
    return opened()


# ---- loading ---------------------------------------------------------------------------------------------
def test_the_page_loads_nothing_of_the_round_until_its_tab_is_opened() -> None:
    """Before the tab is opened the app has neither its Python nor its browser code, and draws nothing of it."""
    program = (
        "import sys, rummy_tutor as rt; a = rt.App()\n"
        "late = sorted(n for n in sys.modules if 'page.round.' in n)\n"
        "from rummy_tutor.page.panels import receive\n"
        "print(a._vm_ledger, a.parts, late)\n"
        "receive(a.session, {'type': 'round', 'do': 'open'})\n"
        "print(len([n for n in sys.modules if 'page.round.' in n]) > 8)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["{} {} ['rummy_tutor.page.round.part']", "True"]
    assert "RoundTableView" not in link_module("app.js")


def test_opening_the_tab_brings_the_code_and_a_round_of_the_game_of_the_bar() -> None:
    """The action that opens the tab brings module, style and texts, and an example, since S4's hands fit no pack."""
    app = App(rulebook="adgaming-13")
    app._receive(app, {"type": "mode", "mode": "round", "seq": 1, "view": "x"}, [])
    assert app._vm_ledger == {"closed": True}
    app._receive(app, {"type": "round", "do": "open", "memory": None, "seq": 2, "view": "x"}, [])
    assert not app.problem and not app._vm_ledger["closed"]
    part = app.parts["ledger"]
    assert "class RoundTableView" in part["esm"] and ".rt-nets" in part["css"]
    assert round_texts().items() <= app.texts.items()
    assert app._vm_ledger["worked"]["key"] == "" and not app._vm_ledger["worked"]["story"]
    assert app._vm_ledger["game"]["rulebook"] == app.session.state.rulebook
    json.dumps(app._vm_ledger)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_round_opens_empty_in_the_game_of_the_table_until_something_is_typed(key: str) -> None:
    """Nobody's cards nor the table's turned card are in it, and it follows the game; what has been typed stays."""
    table = Session("2H 3H 4H | 5C 6C QD | KS QS", "adgaming-13", "QD", 6)
    assert ask(table, "open")["game"]["rulebook"] == "adgaming-13"
    receive(table, {"type": "set", "rulebook": key})
    drawn = draw_round(table)
    assert drawn["game"]["rulebook"] == key and drawn["memory"]["form"] is None and not drawn["can_undo"]
    assert entered_round(table).form == empty_round(table.rulebook) and drawn["seats"][0]["name"] == "Player 1"
    ask(table, "seat", at=0, name="Asha")
    receive(table, {"type": "set", "rulebook": "gorummy-13" if key == "rummy-21" else "rummy-21"})
    assert draw_round(table)["game"]["rulebook"] == key and draw_round(table)["memory"]["form"]["seats"]


# ---- worked rounds ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", ROUND_PRESETS)
def test_worked_rounds_are_complete_and_sum_to_nought(key: str) -> None:
    """Every worked round settles with nothing missing; where players pay each other the nets add up to 0."""
    form = ROUND_PRESETS[key].form()
    outcome = outcome_of(form)
    assert outcome.is_complete and not outcome.errors
    if outcome.settled.zero_sum:
        assert sum(row.net for row in outcome.settled.rows) == 0


@pytest.mark.parametrize(
    ("key", "name"),
    [("s0-six", "S0-table-of-six"), ("s4-six", "S4-table-of-six"), ("s4-best", "S4-table-of-six-regrouped"),
     ("s0-prize", "S0-prize"), ("s0-cap", "S0-net-loss-of-two"), ("s0-wrong", "S0-wrong-declaration-exchanges")],
)  # fmt: skip
def test_worked_rounds_are_the_golden_ones(key: str, name: str) -> None:
    """The worked rounds of the sources end as the golden tables do."""
    settled = outcome_of(ROUND_PRESETS[key].form()).settled
    assert tuple(row.net for row in settled.rows) == GOLDEN[name].nets


def test_the_value_card_examples_and_the_deal_show() -> None:
    """S0: 30, 20, 40 and 60 from each opponent; S1: half of 30, 80, 2, 4 and 5 is 15, 40, 2, 2 and 2."""
    first = outcome_of(ROUND_PRESETS["s0-values"].form()).settled
    more = outcome_of(ROUND_PRESETS["s0-more-values"].form()).settled
    assert [one.bonus for one in first.judged[1:3]] == [30, 20]
    assert [one.bonus for one in more.judged[1:3]] == [40, 60]
    shown = outcome_of(ROUND_PRESETS["s1-deal-show"].form()).settled
    assert [row.net for row in shown.rows] == [61, -15, -40, -2, -2, -2]


def test_x1_is_shown_beside_our_figure(session: Session) -> None:
    """S0's table shows 110 with the page's 120 marked, the page's sum of 10, ours of 0, and the slip."""
    ledger = ask(session, "preset", key="s0-six")["ledger"]
    net, page = [cell for cell in ledger["rows"][1]["cells"] if cell["key"] in ("net", "page")]
    assert (net["text"], page["text"], page["tone"]) == ("+110", "+120", "wrong")
    assert [cell["tone"] for row in ledger["rows"] for cell in row["cells"] if cell["key"] == "page"].count(
        "wrong"
    ) == 1
    sums = dict(zip([column["key"] for column in ledger["columns"]], ledger["sums"], strict=True))
    assert (sums["net"], sums["page"]) == ("0", "+10")
    assert [slip["title"] for slip in ledger["slips"]] == [round_texts()["slip_title"].format(code="X1")]
    assert "Player 1 gives 100 points to Player 2 for a marriage." in [entry["sentence"] for entry in ledger["entries"]]


def test_x5_names_the_surplus_and_still_shows_the_round(session: Session) -> None:
    """S4's table is settled although its pack cannot deal it; every surplus card is named."""
    ledger = ask(session, "preset", key="s4-six")["ledger"]
    assert "7 × Q♦" in ledger["surplus_note"] and len(ledger["surplus"]) == 13
    assert [row["cells"][-2]["text"] for row in ledger["rows"]] == ["−35", "−68", "−23", "−20", "−40", "+186"]
    assert len(ledger["slips"]) == 3
    checked = ask(session, "table", check_pack=True)["ledger"]
    assert checked["can_force"] and "cannot be dealt from its pack" in checked["hint"] and not checked["rows"]
    assert ask(session, "table", check_pack=False)["ledger"]["rows"]


# ---- typing ----------------------------------------------------------------------------------------------
def test_changing_an_ending_changes_the_ledger(session: Session) -> None:
    """A player who drops at once pays the drop and exchanges nothing; the page's figures are then no longer shown."""
    ledger = ask(session, "seat", at=1, ending="first-drop")["ledger"]
    assert [row["cells"][-1]["text"] for row in ledger["rows"]] == ["+18", "−30", "−30", "−30", "+142", "−70"]
    assert "page" not in [column["key"] for column in ledger["columns"]] and not ledger["slips"]


def test_a_field_takes_cards_or_a_number() -> None:
    """A number stands for points, anything else for cards; where melds are worth points it may be below 0."""
    assert outcome_of(table_of(("declared", ""), ("lost", " 45 "))).settled["B"].net == -45
    hand = "2H 3H 4H | 5C 6C 7C | KS QS JS TS | 9D 9C 9H"
    assert outcome_of(table_of(("declared", hand), ("lost", "10"))).settled["A"].figure == "laid"
    form = table_of(("playing", "-20"), ("playing", "+7"), ("playing", "−3"), rulebook="vazhushal-13", end="stock")
    assert outcome_of(form).settled.winners == ("B",)


def test_a_count_beyond_the_most_is_told_beside_the_player(session: Session) -> None:
    """95 points stated cost 80, and both figures stand beside who lost."""
    ask(session, "preset", key="s1-deal-show")
    drawn = ask(session, "seat", at=1, ending="lost", cards="95")
    assert drawn["seats"][1]["verdict"] == "95 points were given, but it costs 80 points"
    assert ask(session, "seat", at=1, cards="55")["seats"][1]["verdict"] == "costs 55 points"


def test_what_is_missing_is_named_and_the_rest_is_settled() -> None:
    """A loser without a figure leaves everybody else's payments standing, and none of his own by points."""
    form = table_of(("declared", ""), ("lost", ""), ("first-drop", ""), rulebook="rummy-21")
    form = replace(form, seats=(*form.seats[:2], replace(form.seats[2], ending="lost", cards="20", value="")))
    outcome = outcome_of(form)
    assert outcome.missing == (1,) and not outcome.is_complete
    assert [(entry.payer, entry.amount) for entry in outcome.entries] == [("C", 20)]
    marriage = table_of(("declared", ""), ("lost", ""), rulebook="marriage-21")
    assert outcome_of(marriage).missing == (1,) and not outcome_of(marriage).entries
    told = replace(marriage, seats=(marriage.seats[0], replace(marriage.seats[1], seen="no")))
    assert outcome_of(told).settled["B"].net == -10


def test_a_cap_waits_for_all_figures() -> None:
    """While a figure is missing nobody is let off anything."""
    capped = ROUND_PRESETS["s0-cap"].form()
    third = replace(capped, seats=(*capped.seats, SeatForm(name="third")))
    assert "net-loss-cap" in [entry.code for entry in outcome_of(capped).entries]
    assert "net-loss-cap" not in [entry.code for entry in outcome_of(third).entries]


@pytest.mark.parametrize(
    ("form", "at", "word"),
    [
        (table_of(("declared", ""), ("lost", "2H 3X")), 1, "3X"),
        (table_of(("declared", ""), ("declared", "")), 1, "one winner"),
        (table_of(("declared", "2H 3H"), ("lost", "5")), 0, "cannot declare"),
        (table_of(("declared", ""), ("lost", "-5")), 1, "whole number from 0 to 1000000"),
        (table_of(("last-left", ""), ("lost", "5")), 0, "not the last one left"),
        (table_of(("declared", "7"), ("lost", "5")), 0, "loses no points"),
        (table_of(("declared", ""), ("first-drop", ""), rulebook="marriage-21"), 1, "no price"),
        (replace(table_of(("declared", "")), seats=(SeatForm(name="A"), SeatForm(name=" "))), 1, "has no name"),
        (replace(table_of(("declared", "")), seats=(SeatForm(name="A"), SeatForm(name="A", cards="3"))), 1, "called"),
    ],
)
def test_an_impossible_round_says_so_beside_its_player(form: Form, at: int, word: str) -> None:
    """Each impossible round has one error, beside the player it concerns, without his name before it."""
    if word == "called":
        form = replace(form, seats=(replace(form.seats[0], ending="declared"), form.seats[1]))
    outcome = outcome_of(form)
    assert list(outcome.errors) == [at] and word in tell_bare(outcome.errors[at]), outcome
    assert not outcome.is_complete and not outcome.problem
    assert not tell_bare(outcome.errors[at]).startswith(f"{form.seats[at].name}:")


@pytest.mark.parametrize("name", ["A", "A ", "A\u200b"])
def test_names_that_look_the_same_are_told_beside_the_second(name: str) -> None:
    """Whether they are the same or only look so: the error stands at the player who came later."""
    form = table_of(("declared", ""), ("lost", "5"), ("first-drop", ""))
    form = replace(form, seats=(*form.seats[:2], replace(form.seats[2], name=name)))
    found = outcome_of(form)
    assert list(found.errors) == [2] and "of their own" in str(found.errors[2]) and found.code == "name-twice"


@pytest.mark.parametrize(
    ("form", "code"),
    [
        (table_of(("lost", "3"), ("lost", "5")), "no-winner"),
        (table_of(("declared", ""), *[("lost", "5")] * 6), "bad-players"),
        (table_of(("declared", ""), ("lost", "7S 7S 7S")), "pack-surplus"),
        (table_of(("declared", ""), ("lost", "5"), rate="free"), "bad-point-value"),
    ],
)
def test_an_impossible_table_says_so_once(form: Form, code: str) -> None:
    """What concerns the whole table is said over the ledger."""
    outcome = outcome_of(form)
    assert outcome.code == code and outcome.problem and not outcome.errors and not outcome.settled


def test_nothing_typed_is_lost(session: Session) -> None:
    """Wrong text stays as typed, also under another rulebook and back, and an undo brings everything back."""
    ask(session, "preset", key="marriage")
    ask(session, "seat", at=1, cards="2H 3X", value="9D")
    drawn = ask(session, "game", rulebook="gorummy-13")
    assert drawn["seats"][1]["cards"] == "2H 3X" and not drawn["seats"][1]["asks"]["value"]
    drawn = ask(session, "game", rulebook="marriage-21")
    assert drawn["seats"][1]["value"] == "9D" and "3X" in drawn["seats"][1]["error"]
    ask(session, "new")
    assert ask(session, "undo")["seats"][1]["cards"] == "2H 3X"


def test_only_what_the_rulebook_asks_for_is_asked(session: Session) -> None:
    """Endings are those the rulebook knows; seen, tunnelas and the turn of declaring only where they matter."""
    drawn = ask(session, "game", rulebook="marriage-21")
    assert not {"first-drop", "wrong-declaration"} & {one["key"] for one in drawn["seats"][0]["endings"]}
    assert drawn["seats"][0]["asks"]["seen"] and drawn["seats"][0]["asks"]["laid"]
    drawn = ask(session, "preset", key="s1-deal-show")
    labels = [one["label"] for one in drawn["seats"][0]["endings"]]
    assert "first drop (10)" in labels and "middle drop (30)" in labels
    asks = drawn["seats"][0]["asks"]
    assert not any(asks[name] for name in ("value", "laid", "seen", "declared_on", "objective"))
    ask(session, "game", rulebook="paplu-13")
    assert ask(session, "seat", at=0, ending="declared")["seats"][0]["asks"]["declared_on"]


def test_an_ending_foreign_to_the_game_stays_chosen_and_is_named(session: Session) -> None:
    """After a change of rulebook an ending it lacks is still shown as chosen, with the engine's error beside it."""
    ask(session, "preset", key="s4-six")
    drawn = ask(session, "game", options=["best-of-2"])
    seat = drawn["seats"][3]
    assert seat["ending"] == "first-drop" and "not in this game" in seat["endings"][-1]["label"]
    assert "no price" in seat["error"]


def test_a_stock_that_ends_makes_everybody_a_player_still(session: Session) -> None:
    """Who had won or lost is still playing when the stock is used up, and has lost again when somebody won."""
    ask(session, "preset", key="vazhushal")
    won = ask(session, "table", end="won")
    assert {seat["ending"] for seat in won["seats"]} == {"lost"}
    assert {seat["ending"] for seat in ask(session, "table", end="stock")["seats"]} == {"playing"}


def test_a_wrong_declaration_can_end_a_round_where_the_house_has_that_rule(session: Session) -> None:
    """With three players or more: who had won has declared wrongly and pays, all others were still playing."""
    ask(session, "preset", key="s4-six")
    assert [end["key"] for end in draw_round(session)["game"]["ends"]] == ["won", "stock"]
    drawn = ask(session, "game", options=["wrong-declaration-ends"])
    assert [end["key"] for end in drawn["game"]["ends"]] == ["won", "stock", "wrong-declaration"]
    drawn = ask(session, "table", end="wrong-declaration")
    endings = [seat["ending"] for seat in drawn["seats"]]
    assert endings.count("wrong-declaration") == 1 and {"declared", "lost"}.isdisjoint(endings)
    ask(session, "seat", at=endings.index("wrong-declaration"), cards="")  # the winner's hand was a right one
    settled = entered_round(session).outcome.settled
    assert settled is not None and settled.end == "wrong-declaration" and min(row.net for row in settled.rows) == -80
    drawn = ask(session, "game", options=[])
    assert drawn["game"]["end"] == "won" and [end["key"] for end in drawn["game"]["ends"]] == ["won", "stock"]


def test_cards_are_asked_of_a_wrong_declaration_only_where_its_value_cards_count(session: Session) -> None:
    """The price is fixed: without a bonus for value cards the field is gone, with one it asks for no points."""
    ask(session, "new")
    for key, asked in (("gorummy-13", False), ("paplu-21", True)):
        ask(session, "game", rulebook=key)
        seat = ask(session, "seat", at=1, ending="wrong-declaration")["seats"][1]
        assert seat["asks"]["cards"] is asked and seat["cards_kind"] == "cards_won"


def test_the_account_of_a_round_begins_with_capitals_and_proves_nothing_before_a_payment(session: Session) -> None:
    """A name that a sentence begins with is written large there; a class sees what a loser was entered with."""
    ask(session, "preset", key="s0-six")
    assert ask(session, "step", shown=0)["ledger"]["proof"] == ""
    ledger = ask(session, "step", shown=1)["ledger"]
    assert ledger["proof_tone"] == "good" and ledger["entries"][0]["sentence"].startswith("Player")
    ledger = ask(session, "step", shown=None)["ledger"]
    assert ledger["lead"] == "Player 5 wins 72 points. Player 2 ends with the most: 110 points."
    assert ledger["figure"] == "+72"
    assert ask(session, "class", on=True)["ledger"]["rows"][0]["ending"] == "lost, 2 points"


# ---- step by step ----------------------------------------------------------------------------------------
def test_payments_are_revealed_one_by_one(session: Session) -> None:
    """At first no payment and no figure of a hand is shown; the nets grow with each payment and always sum to 0."""
    drawn = ask(session, "step", shown=0)
    assert not drawn["ledger"]["entries"] and not any(seat["verdict"] for seat in drawn["seats"])
    assert {cell["text"] for row in drawn["ledger"]["rows"] for cell in row["cells"]} == {"0"}
    assert "+110" not in json.dumps([drawn["ledger"], drawn["sitting"]])
    for shown in range(1, drawn["ledger"]["total"] + 1):
        ledger = ask(session, "step", shown=shown)["ledger"]
        nets = [int(row["cells"][3]["text"].replace("−", "-")) for row in ledger["rows"]]
        assert len(ledger["entries"]) == shown and sum(nets) == 0
        assert [entry["latest"] for entry in ledger["entries"]] == [False] * (shown - 1) + [True]
    assert nets == [-52, 110, -30, -30, 72, -70]
    assert ask(session, "step", shown=99)["ledger"]["shown"] == drawn["ledger"]["total"]
    assert ask(session, "step", shown=None)["ledger"]["shown"] is None


def test_the_class_sees_the_ledger_alone_from_the_start(session: Session) -> None:
    """Showing it to the class enters the classroom with nothing revealed; leaving the classroom ends it."""
    assert ask(session, "class", on=True)["in_class"]
    assert draw_round(session)["ledger"]["shown"] == 0
    receive(session, {"type": "classroom", "on": False})
    assert not draw_round(session)["in_class"]
    receive(session, {"type": "classroom", "on": True})
    assert not draw_round(session)["in_class"], "the class then sees the hand"


def test_flows_are_what_is_left_between_two_players(session: Session) -> None:
    """The chart shows each two players' sums set off against each other, as the round's transfers do."""
    flows = ask(session, "preset", key="s0-six")["ledger"]["flows"]
    names = entered_round(session).round.names
    assert [(names[one["payer"]], names[one["payee"]], one["amount"]) for one in flows] == list(
        entered_round(session).round.transfers
    )


# ---- dealing ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", rt.RULEBOOKS)
def test_a_dealt_round_comes_from_one_pack_and_settles(key: str) -> None:
    """In every rulebook and at its smallest and largest table a deal settles; the same number deals it again."""
    book = rt.get_rulebook(key)
    for players in {*book.table.players}:
        for seed in range(1, 6):
            dealt, turned = deal_round(book, players, seed)
            assert (dealt, turned) == deal_round(book, players, seed)
            told = [rt.Seat(name=str(at), ending=ending, hand=hand) for at, (ending, hand) in enumerate(dealt)]
            settled = rt.settle(book, told, turned=turned)
            assert all(len(one.seat.hand.cards) == book.deal for one in settled.judged)


def test_dealing_keeps_the_players_and_says_its_number(session: Session) -> None:
    """A deal replaces cards and endings, not the names."""
    ask(session, "seat", at=0, name="Asha")
    drawn = ask(session, "deal", seed=7)
    assert drawn["seats"][0]["name"] == "Asha" and "7" in drawn["worked"]["story"]
    assert drawn["ledger"]["proof_tone"] == "good" and len(drawn["seats"]) == 6


# ---- the table -------------------------------------------------------------------------------------------
def test_a_hand_goes_to_the_table_and_back(session: Session) -> None:
    """A player's hand opens at the table under the round's rules, and the table's hand is taken into a seat."""
    ask(session, "preset", key="s4-six")
    ask(session, "to_table", at=2)
    assert session.text == "3H 4H 5H | 5C 6C 7C QD | 8D 5C | 2D 2C 2H | KS"
    assert session.result.arranged.points == 23 and session.state.players == 6
    ask(session, "seat", at=0, cards="")
    assert ask(session, "from_table", at=0)["seats"][0]["cards"] == session.text


def test_the_table_s_game_is_offered_while_it_differs(session: Session) -> None:
    """Rulebook, options and turned card of the table can be taken over; what is typed stays."""
    drawn = draw_round(session)
    assert "AD Gaming" in drawn["game"]["as_table"]
    drawn = ask(session, "as_table")
    assert (drawn["game"]["rulebook"], drawn["game"]["turned"], drawn["game"]["as_table"]) == ("adgaming-13", "QD", "")
    assert drawn["seats"][0]["cards"] == "2"


def test_a_winner_says_how_he_declared_where_that_changes_what_is_paid() -> None:
    """A way to declare that multiplies the payments is asked for where no cards were typed, and then counts."""
    base = RULEBOOKS["gorummy-13"]
    better = replace(base.objectives[0], name="better game", factor=2)
    book = replace(base, key="ours", title="Ours", objectives=(*base.objectives, better))
    session = Session("2H 3H 4H", book, players=2)
    ask(session, "open")
    ask(session, "table", players=2)
    ask(session, "seat", at=1, ending="lost", cards="20")
    seats = ask(session, "seat", at=0, ending="declared", cards="")["seats"]
    assert [one["key"] for one in seats[0]["objectives"]] == [way.name for way in book.objectives]
    plain = [row.net for row in entered_round(session).round.rows]
    ask(session, "seat", at=0, objective="better game")
    assert [row.net for row in entered_round(session).round.rows] == [2 * net for net in plain]
