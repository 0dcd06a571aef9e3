"""Rules of one's own on the page: in the chooser, the comparison and the link, and the form that changes them."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest

from rummy_tutor.game.rules import Rulebook
from rummy_tutor.page.comparison.job import compare_in_steps
from rummy_tutor.page.comparison.view import draw_comparison
from rummy_tutor.page.my_rules.draft import begin, change, open_book
from rummy_tutor.page.my_rules.examples import find_example, is_judged
from rummy_tutor.page.my_rules.hand import is_pending, judge_both
from rummy_tutor.page.my_rules.inputs import list_inputs
from rummy_tutor.page.my_rules.kept import MY_RULES, write_memory
from rummy_tutor.page.my_rules.kinds import value_at
from rummy_tutor.page.my_rules.view import draw_my_rules
from rummy_tutor.page.own_books import MOST, MOST_BOOKS, read_own, write_own
from rummy_tutor.page.panels import receive
from rummy_tutor.page.round.entered import entered_round
from rummy_tutor.page.round.view import draw_round
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.page.shell.view import draw_shell
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.rulebooks import RULEBOOKS, get_rulebook
from rummy_tutor.rulebooks.files import loads_rulebook, make_rulebook, to_data, to_whole_data
from rummy_tutor.study.analysis import analyse
from rummy_tutor.wording.catalogue import name_languages
from rummy_tutor.wording.speech import speaking, tell
from tests.rulebook_strategies import accepted_rulebook

OURS = make_rulebook({"base": "adgaming-13", "key": "ours", "title": "Ours", "scoring": {"cap": 33}})


def test_a_rulebook_of_ones_own_stays_in_the_chooser_and_has_a_row_in_the_comparison():
    """Also once another one is picked; its row can be picked, and explained beside any other."""
    session = Session(WELCOME.hand, OURS)
    receive(session, {"type": "set", "rulebook": "octro-13"})
    shell = draw_shell(session)
    assert shell["rulebook"] == "octro-13"
    assert [book["key"] for book in shell["rulebooks"]] == ["ours", *RULEBOOKS]
    list(compare_in_steps(session))
    assert [row["key"] for row in draw_comparison(session)["rows"]] == [*RULEBOOKS, "ours"]
    receive(session, {"type": "pair", "a": "ours", "b": "adgaming-13"})
    pair = draw_comparison(session)["pair"]
    assert (
        session.problem is None
        and (pair["a"], pair["b"]) == ("ours", "adgaming-13")
        and "33" in pair["lines"][0]["text"]
    )
    receive(session, {"type": "set", "rulebook": "ours"})
    assert session.rulebook == OURS and draw_shell(session)["options"] == []


def test_a_link_brings_the_rules_of_ones_own():
    """It holds what differs from the base, and opens the same table elsewhere."""
    session, other = Session(WELCOME.hand, OURS, "QD", 5), Session("7S 8S 9S")
    link = link_of(session)
    assert len(link) < 300
    receive(other, {"type": "link", "search": link, "first": True})
    assert other.rulebook == OURS and other.text == session.text and not other.notes
    assert link_of(other) == link


def test_rules_from_a_link_take_the_place_of_no_others():
    """A rulebook of the same key and other rules gets a number; of the same rules it is kept once."""
    mine = replace(OURS, deal=11)
    session = Session(WELCOME.hand, mine)
    for _ in range(2):
        receive(session, {"type": "link", "search": link_of(Session(WELCOME.hand, OURS))})
    assert [(book.key, book.deal) for book in session.own.values()] == [("ours", 11), ("ours-2", 13)]
    assert session.rulebook.key == "ours-2"


@pytest.mark.parametrize("code", ["", "x", "!", "eJyrVkpKLE5VslIqyC8tUtIBAC", write_own(OURS)[:-6], "A" * 9000])
def test_rules_in_a_link_that_is_damaged_are_left_out(code):
    """The table opens all the same, and says what is missing."""
    session = Session(WELCOME.hand)
    receive(session, {"type": "link", "search": f"?hand=7S+8S&rules=ours&own={code}"})
    assert session.problem is None and session.text in ("7S 8S", WELCOME.hand) and session.own == {}
    assert session.notes


def test_every_rulebook_fits_a_link():
    """Written in full or as what differs, and read back the same."""
    for key in RULEBOOKS:
        book = replace(get_rulebook(key), key="ours", title="Ours ♥", sources=())
        assert 0 < len(write_own(book)) <= MOST and read_own(write_own(book)) == book


@pytest.mark.parametrize("code", name_languages())
@pytest.mark.parametrize("key", ["gorummy-13", "marriage-21"])
def test_each_word_that_the_search_gives_as_an_example_finds_a_rule(key, code):
    """The browser looks for the word in what the rules and their inputs are called and say."""
    session = Session(WELCOME.hand, key)
    receive(session, {"type": "language", "code": code})
    with session.speaking():
        words = re.findall(r"[^\s,…]+", tell("page.my_find").partition(":")[2].lower())
        rules = [rule for part in ask(session, "start", key=key)["sections"] for rule in part["rules"]]
    said = json.dumps(rules, ensure_ascii=False).lower()
    assert len(words) > 1 and all(word in said for word in words), words


# ---- the form ------------------------------------------------------------------------------------------------
def ask(session: Session, what: str, **values: object) -> dict:
    """Ask something of the panel, and draw it."""
    receive(session, {"type": "my_rules", "do": what, **values})
    assert session.problem is None, session.problem
    return draw_my_rules(session)


def inputs_of(drawn: dict) -> dict[str, dict]:
    """The inputs of the form by their paths."""
    return {one["path"]: one for part in drawn["sections"] for rule in part["rules"] for one in rule["inputs"]}


@pytest.mark.parametrize("book", [*RULEBOOKS.values(), *(accepted_rulebook(random.Random(n), 13) for n in range(6))])
def test_every_field_has_an_input_that_keeps_its_value(book):
    """The form is made from the records: what an input shows is read back as the value it showed."""
    data = to_whole_data(book)
    for one in list_inputs(book):
        if one.kind not in ("part", "entries"):
            now = value_at(data, one.path)
            assert one.read_value(one.show_value(now), now) == now


def test_a_rule_is_changed_kept_written_and_read_again():
    """What differs is shown at once; kept, the table is played by it; its file gives the same rules."""
    session = Session(WELCOME.hand, turned="QD")
    assert ask(session, "open")["differences"] == [] and session.own == {}
    drawn = ask(session, "set", path="scoring.cap", value="33")
    assert [line["term"] for line in drawn["differences"]] == ["A hand costs at most"]
    ask(session, "title", title="Ours")
    drawn = ask(session, "keep")
    assert session.rulebook.scoring.cap == 33 and session.rulebook.key == "ours" and drawn["said"]["tone"] == "good"
    drawn = ask(session, "write")
    assert drawn["file"]["name"] == "ours.toml" and loads_rulebook(drawn["file"]["text"]) == session.rulebook
    ask(session, "set", path="scoring.cap", value="44")
    ask(session, "keep")
    assert list(session.own) == ["ours"] and session.result.rulebook.scoring.cap == 44
    other = Session(WELCOME.hand)
    ask(other, "load", text=drawn["file"]["text"])
    ask(other, "keep")
    assert other.rulebook.scoring.cap == 33


def test_the_hand_on_the_table_is_judged_by_both_rules():
    """After the page is drawn, and anew when the rules or the cards change."""
    session = Session(WELCOME.hand, turned="QD")
    assert not is_pending(session) and not ask(session, "open").get("hand", {}).get("rows")
    list(judge_both(session))
    assert draw_my_rules(session)["hand"]["same"]
    assert ask(session, "set", path="scoring.cap", value="33")["hand"]["pending"]
    list(judge_both(session))
    assert [row["figure"] for row in draw_my_rules(session)["hand"]["rows"]] == ["80 points", "33 points"]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("scoring.cap", "x", "whole number from 0 to 100000"),
        ("scoring.floor", "90", "“The fewest points a loser pays” is 90, more than the cap"),
        ("table.players", "5, 2", "must not be above"),
        ("wilds.offsets", "1, 99", "from −12 to 12"),
        ("wilds.printed_adds", "AS ZZ", "ZZ"),
        ("melds.aces", "sideways", "cannot be chosen"),
        ("bonus", "yes", "cannot be chosen"),
    ],
)
def test_a_value_that_cannot_be_has_one_error_at_its_field(path, value, told):
    """Nothing else is lost, what was typed stays, and the error goes once it is put right."""
    session = Session(WELCOME.hand)
    ask(session, "set", path="deal", value="11")
    found = inputs_of(ask(session, "set", path=path, value=value))
    assert found[path]["value"] == value and told in found[path]["error"]
    assert [one["path"] for one in found.values() if one["error"]] == [path]
    assert MY_RULES.of(session).draft.book.deal == 11
    drawn = ask(session, "reset", paths=[path])
    assert not any(one["error"] for one in inputs_of(drawn).values()) and len(drawn["differences"]) == 1


def test_two_values_that_only_go_together_can_be_typed_one_after_the_other():
    """What was refused is tried again with the next change."""
    draft = change(begin(RULEBOOKS["adgaming-13"], "Ours"), "scoring.floor", "90")
    assert list(draft.refused) == ["scoring.floor"]
    draft = change(draft, "scoring.cap", "100")
    assert not draft.refused and (draft.book.scoring.floor, draft.book.scoring.cap) == (90, 100)


def test_a_part_that_a_game_lacks_can_be_put_in_and_taken_out():
    """Value cards begin as those of another rulebook, with inputs of their own."""
    draft = begin(RULEBOOKS["octro-13"], "Ours")
    with_bonus = change(draft, "bonus", True)
    assert with_bonus.book.bonus is not None and "bonus.cards.0.points" in {
        one.path for one in list_inputs(with_bonus.book)
    }
    assert change(with_bonus, "bonus", False).book == draft.book


@pytest.mark.parametrize("key", ["marriage-21", "rummy-21"])
def test_ways_to_declare_levels_and_value_cards_are_added_and_left_out(key):
    """Each list offers what other rulebooks have; what is added differs from the base, and what is left out is gone."""
    session = Session(WELCOME.hand, key)
    drawn = ask(session, "open")
    begun = MY_RULES.of(session).draft.book
    for path in ("objectives", "scoring.tiers", "bonus.cards"):
        for choice in inputs_of(drawn)[path]["choices"]:
            added = ask(session, "set", path=path, value=choice["key"])
            assert not inputs_of(added)[path]["error"] and added["differences"]
            assert value_at(to_data(MY_RULES.of(session).draft.book), path)[-1] and "−" not in choice["label"]
            receive(session, {"type": "my_rules", "do": "reset", "paths": [path]})
            assert MY_RULES.of(session).draft.book == begun
        entries = [rule["entry"] for part in drawn["sections"] for rule in part["rules"] if rule["entry"]]
        before = value_at(to_data(session.rulebook), path)
        can_go = [entry for entry in entries if entry["path"] == path]
        assert len(can_go) == len(before) - (path == "scoring.tiers")  # one level holds for every hand
        ask(session, "set", path=path, value=can_go[0]["at"])
        assert value_at(to_data(MY_RULES.of(session).draft.book), path) == before[1:]
        drawn = ask(session, "reset", paths=[path])
        assert not drawn["differences"]


def test_the_only_level_and_an_unknown_entry_stay_refused():
    """A count without a level that holds for every hand has one error, beside the list."""
    session = Session(WELCOME.hand)
    ask(session, "open")
    last = len(session.rulebook.scoring.tiers) - 1
    for value in (last, "nobody.0"):
        assert inputs_of(ask(session, "set", path="scoring.tiers", value=value))["scoring.tiers"]["error"]


@pytest.mark.parametrize(
    "path",
    [
        "objectives",
        "objectives.0.needs.marriages",
        "melds.aces",
        "scoring.cap",
        "wilds.ranks",
        "scoring.tiers.0.exempt",
    ],
)
def test_an_example_is_a_hand_that_the_rule_decides(path):
    """Both figures are the engine's, and differ."""
    draft = begin(RULEBOOKS["adgaming-13"], "Ours")
    found = find_example(draft, path, 4, 0)
    assert found is not None and is_judged(next(one for one in list_inputs(draft.book) if one.path == path))
    for verdict in (found.before, found.after):
        again = analyse(found.hand, verdict.rulebook, found.turned, verdict.players)
        assert again.best.score == verdict.best.score and again.best.declares == verdict.best.declares
    one, two = found.before, found.after
    assert (one.best.score, one.best.declares, one.bonus) != (two.best.score, two.best.declares, two.bonus)
    session = Session(WELCOME.hand)
    ask(session, "example", path=path)
    assert ask(session, "lay")["example"] is not None and session.text != WELCOME.hand


def test_a_marriage_can_be_asked_for_only_to_declare():
    """No level of a loser has the input, which would always be refused."""
    paths = [one.path for book in RULEBOOKS.values() for one in list_inputs(book) if one.path.endswith(".marriages")]
    assert len(paths) == sum(len(book.objectives) for book in RULEBOOKS.values())
    assert all(path.startswith("objectives.") for path in paths)


def test_what_a_browser_keeps_is_taken_up_again():
    """The rulebooks, and the rules being changed; what makes no sense is left out."""
    session, again = Session(WELCOME.hand, OURS), Session(WELCOME.hand)
    ask(session, "open")
    memory = ask(session, "set", path="deal", value="11")["memory"]
    bad = {"books": [*memory["books"], {"base": "nope"}, 3], "draft": memory["draft"]}
    drawn = ask(again, "recall", memory=bad)
    assert list(again.own) == ["ours"] and drawn["open"] and MY_RULES.of(again).draft.book.deal == 11
    for nonsense in (None, 3, {"books": 3}, {"draft": {"base": "nope"}}, {"books": [None], "draft": []}):
        ask(Session(WELCOME.hand), "recall", memory=nonsense)
    drawn = ask(again, "forget", key="ours")
    assert again.own == {} and drawn["memory"]["forgotten"] == ["ours"]


def test_a_rulebook_that_is_forgotten_while_it_is_played_gives_way_to_its_base():
    """Also in the steps back, which begin anew."""
    session = Session(WELCOME.hand, OURS)
    session.lay("7S 8S 9S")
    ask(session, "forget", key="ours")
    assert session.state.rulebook == "adgaming-13" and not session.steps.past


def test_rules_of_ones_own_are_changed_from_the_rulebook_that_they_are_nearest_to():
    """What differs is told against that one."""
    draft = open_book(OURS, "ours")
    assert draft.base == RULEBOOKS["adgaming-13"] and draft.is_changed("scoring.cap") and not draft.is_changed("deal")


def test_the_form_speaks_the_language_in_force():
    """In the pseudo-language every label and sentence stands in brackets."""
    session = Session(WELCOME.hand)
    ask(session, "open")
    with speaking("qps"):
        drawn = draw_my_rules(session)
    told = [rule["term"] for part in drawn["sections"] for rule in part["rules"]]
    told += [one["label"] for one in inputs_of(drawn).values()]
    told += [choice["label"] for one in inputs_of(drawn).values() for choice in one["choices"]]
    assert told and [text for text in told if not (text.startswith("⟦") and text.endswith("⟧"))] == []


def test_a_change_of_what_declaring_asks_for_says_that_the_levels_of_a_loser_stay():
    """The sentence stands by the changed field, and by no other."""
    session = Session(WELCOME.hand, "adgaming-13")
    ask(session, "start", key="adgaming-13")
    ask(session, "set", path="objectives.0.needs.pure", value="2")
    rules = [rule for section in draw_my_rules(session)["sections"] for rule in section["rules"]]
    told = [rule["key"].partition(".")[0] for rule in rules if "levels of its own" in rule["text"]]
    assert told == ["objectives"]


# ---- the round and the way back --------------------------------------------------------------------------------
def play_by(book: Rulebook) -> Session:
    """A table with rules of one's own, and a round entered by them that costs the loser the most."""
    session = Session(WELCOME.hand, book, players=2)
    receive(session, {"type": "round", "do": "open"})
    for at, values in enumerate([{"ending": "declared", "cards": ""}, {"ending": "lost", "cards": "80"}]):
        receive(session, {"type": "round", "do": "table", "players": 2})
        receive(session, {"type": "round", "do": "seat", "at": at, **values})
    assert session.problem is None
    return session


def nets_of(session: Session) -> list[int]:
    """What the round entered comes to for each player."""
    settled = entered_round(session).round
    assert settled is not None and not draw_round(session)["sitting"]["problem"]
    return [row.net for row in settled.rows]


def test_the_round_takes_over_a_game_of_ones_own():
    """The table's own rulebook is taken over as any other is; it offers no house options."""
    session = play_by(make_rulebook({"base": "adgaming-13", "key": "house", "title": "House"}))
    receive(session, {"type": "round", "do": "game", "rulebook": "octro-13"})
    receive(session, {"type": "round", "do": "as_table"})
    assert session.problem is None and entered_round(session).form.rulebook == "house"
    receive(session, {"type": "set", "options": []})
    assert session.problem is None


def test_the_round_goes_on_once_its_rules_are_forgotten():
    """It is played by the base, as the table is, also after steps back; what was typed stays."""
    session = play_by(OURS)
    assert nets_of(session) == [33, -33]
    receive(session, {"type": "round", "do": "game", "rulebook": "octro-13"})
    receive(session, {"type": "my_rules", "do": "forget", "key": "ours"})
    receive(session, {"type": "round", "do": "undo"})
    assert session.problem is None and nets_of(session) == [80, -80]
    assert draw_round(session)["game"]["rulebook"] == session.state.rulebook == "adgaming-13"


def test_the_round_is_judged_by_rules_as_they_are_now():
    """Changed rules change the ledger at once, not only when something else is typed."""
    session = play_by(OURS)
    assert nets_of(session) == [33, -33]
    session.replace_book(replace(OURS, scoring=replace(OURS.scoring, cap=20)))
    assert nets_of(session) == [20, -20]


@pytest.mark.parametrize("forget", [False, True], ids=["changed", "forgotten"])
def test_a_sitting_keeps_its_rules(forget):
    """Rules that are changed or forgotten in its course stop no round, no saving, no reload and no look at a hand."""
    session = play_by(OURS)
    receive(session, {"type": "round", "do": "next"})
    receive(session, {"type": "round", "do": "seat", "at": 0, "ending": "lost", "cards": "50"})
    receive(session, {"type": "round", "do": "seat", "at": 1, "ending": "declared", "cards": ""})
    if forget:
        receive(session, {"type": "my_rules", "do": "forget", "key": "ours"})
    else:
        session.replace_book(replace(OURS, scoring=replace(OURS.scoring, cap=20)))
    assert nets_of(session) == [-33, 33]
    assert draw_round(session)["game"]["rulebooks"] == [{"key": "ours", "name": "Ours"}]
    receive(session, {"type": "round", "do": "save"})
    assert session.problem is None
    text = entered_round(session).file["text"]
    memory = json.loads(json.dumps(entered_round(session).memory()))
    other = Session(WELCOME.hand, replace(OURS, deal=11))
    receive(other, {"type": "round", "do": "open", "memory": memory})
    assert other.problem is None and nets_of(other) == [-33, 33]
    receive(other, {"type": "round", "do": "load", "text": text})
    assert other.problem is None and len(entered_round(other).form.series.rounds) == 2
    receive(session, {"type": "round", "do": "seat", "at": 0, "cards": "7S 8S 9S"})
    receive(session, {"type": "round", "do": "to_table", "at": 0})
    assert session.problem is None and session.rulebook.scoring.cap == 33
    receive(session, {"type": "round", "do": "end_sitting"})
    assert session.problem is None and draw_round(session)["game"]["locked"] is False


def test_a_step_back_fits_the_rules_as_they_are_now():
    """Players that changed rules no longer allow are fewer after a step back, and the page says so."""
    session = Session(WELCOME.hand, OURS, players=6)
    receive(session, {"type": "set", "rulebook": "octro-13"})
    session.replace_book(replace(OURS, table=replace(OURS.table, players=(2, 4))))
    receive(session, {"type": "undo"})
    assert session.state.rulebook == "ours" and session.state.players == 4 and session.notes
    assert session.result is not None


def test_that_the_table_plays_by_these_rules_is_said_while_it_does():
    """Once another game is chosen the form no longer says that the table plays by the rules that were kept."""
    session = Session(WELCOME.hand)
    receive(session, {"type": "my_rules", "do": "title", "title": "Sunday rummy"})
    receive(session, {"type": "my_rules", "do": "keep"})
    assert "Sunday rummy" in draw_my_rules(session)["said"]["text"]
    receive(session, {"type": "set", "rulebook": "octro-13"})
    assert draw_my_rules(session)["said"] is None


# ---- how many are kept -----------------------------------------------------------------------------------------
def test_a_rulebook_that_would_be_lost_is_not_kept():
    """One more than a browser keeps is refused with a sentence; those it has, however many, all come back."""
    session = Session(WELCOME.hand)
    for number in range(MOST_BOOKS):
        session.keep_book(replace(OURS, key=f"ours-{number}"))
    receive(session, {"type": "my_rules", "do": "title", "title": "One more"})
    receive(session, {"type": "my_rules", "do": "keep"})
    assert len(session.own) == MOST_BOOKS and "Forget one" in str(MY_RULES.of(session).said.message)
    receive(session, {"type": "my_rules", "do": "forget", "key": "ours-3"})
    receive(session, {"type": "my_rules", "do": "keep"})
    assert len(session.own) == MOST_BOOKS and session.state.rulebook == "one-more"
    session.keep_book(replace(OURS, key="of-a-link"))
    other = Session(WELCOME.hand)
    receive(other, {"type": "my_rules", "do": "recall", "memory": write_memory(session)})
    assert list(other.own) == list(session.own)


def test_a_match_of_ones_own_is_a_choice_with_a_number():
    """Besides the named matches a score or a number of deals can be chosen; its number has an input of its own."""
    session = Session(WELCOME.hand, turned="QD")
    ask(session, "open")
    drawn = ask(session, "set", path="settlement.pool", value="deals")
    assert inputs_of(drawn)["settlement.pool"]["value"] == "deals" and "settlement.pool.limit" not in inputs_of(drawn)
    drawn = ask(session, "set", path="settlement.pool.deals", value="6")
    assert "A match of 6 deals." in str(drawn["differences"])
    drawn = ask(session, "set", path="settlement.pool", value="deals")
    assert inputs_of(drawn)["settlement.pool.deals"]["value"] == 6
    drawn = ask(session, "set", path="settlement.pool", value="limit")
    drawn = ask(session, "set", path="settlement.pool.limit", value="250")
    assert MY_RULES.of(session).draft.book.settlement.pool.limit == 250
    assert "A pool up to 250 points." in str(drawn["differences"])
