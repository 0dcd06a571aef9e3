"""The puzzles on the page: opened, worked at, judged, hinted, given up, and kept."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from rummy_tutor import get_rulebook
from rummy_tutor.page.learn.study import STUDY, Study
from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.puzzles.board import BOARD, first_key
from rummy_tutor.page.session import Session
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.tutor.judging import new_learner
from rummy_tutor.tutor.progress import Course, Progress
from rummy_tutor.tutor.puzzles.kinds import MADE, ON_TABLE, kind_of
from rummy_tutor.tutor.puzzles.ladder import game_of, goal_of, list_ladder, open_puzzle, puzzle_of_day
from rummy_tutor.tutor.puzzles.puzzle import Goal
from rummy_tutor.tutor.puzzles.record import Record
from rummy_tutor.wording.speech import tell

(PANEL,) = pick_panels("puzzles")


def start(key: str = "", **kept: object) -> Session:
    """A session whose page shows a puzzle."""
    session = Session(WELCOME.hand)
    receive(session, {"type": "mode", "mode": "puzzles", "puzzle": key})
    receive(session, {"type": "puzzle", "do": "open", **kept})
    assert session.problem is None
    return session


def ask(session: Session, what: str, **values: object) -> dict:
    """Ask something of the puzzles; what is drawn then."""
    receive(session, {"type": "puzzle", "do": what, **values})
    view = PANEL.draw(session)
    json.dumps(view)
    return view


def solve(key: str) -> Any:
    """A right answer to a puzzle."""
    puzzle = open_puzzle(key)
    return kind_of(puzzle).solve(puzzle)


def lay(session: Session, groups: object) -> None:
    """Lay the cards of the puzzle's table out in groups, move by move."""
    assert isinstance(groups, list)
    table = PANEL.draw(session)["table"]
    cards = [card for tray in [*table["trays"], table["loose"]] for card in tray["cards"]]
    board = BOARD.of(session).table
    ids = [card["id"] for card in cards]
    ask(session, "move", move={"type": "move", "cards": ids, "to": "loose"})
    left = list(ids)
    for group in groups:
        if len(group) < 2:
            continue
        chosen = []
        for text in group:
            one = next(one for one in left if str(board.state.layout.cards[one]) == text)
            left.remove(one)
            chosen.append(one)
        ask(session, "move", move={"type": "move", "cards": chosen, "to": "new"})


def test_the_puzzles_are_closed_until_they_are_opened() -> None:
    """Nothing is worked out for who never looks at a puzzle, nor while another screen is shown."""
    session = Session(WELCOME.hand)
    assert PANEL.draw(session) == {"closed": True}
    session = start("x2")
    assert PANEL.draw(session)["key"] == "x2"
    receive(session, {"type": "mode", "mode": "analyse"})
    assert PANEL.draw(session) == {"closed": True}


def test_a_puzzle_is_solved_on_its_own_table() -> None:
    """Laid out as its answer it is right, its why is told, the record grows, and the hand of the page stays."""
    session = start("x6")
    view = ask(session, "check")
    assert view["verdict"]["tone"] == "bad" and not view["why"] and view["record"]["streak"] == 0
    session = start("x6")
    lay(session, solve("x6"))
    view = ask(session, "check")
    assert view["verdict"]["tone"] == "good" and view["why"] and view["record"]["solved"] == {"x6": 1}
    assert not any(str(card) in line["text"] for line in view["why"][1:] for card in open_puzzle("x6").cards)  # as laid
    assert not view["streak"]  # a single one is no row
    assert session.text == WELCOME.hand and view["step"].startswith("Solved in the list: 1 of")
    assert ask(session, "next")["key"] != "x6"


def test_a_puzzle_names_the_lessons_that_help_once_they_are_mastered() -> None:
    """Those of its game in which such a task is taught; before that what the game asks for is told, once."""
    repair, session = (
        start(next(key for key, _ in list_ladder() if key.startswith(f"{goal}.gorummy-13.")))
        for goal in ("one-move", "group")
    )
    needs = "at least 2 sequences, 1 of them pure"
    assert PANEL.draw(repair)["help"] == f"You need {needs}."
    view = PANEL.draw(session)
    assert view["step"].startswith("Solved in the list: 0 of")
    assert view["help"] == "" and needs in view["table"]["headline"]["sentence"]
    mastered = {key: Course(new_learner(key), mastered=key != "regroup") for key in ("jokers", "loser", "regroup")}
    STUDY.keep(session, Study(courses={"gorummy-13": Progress("gorummy-13", mastered)}))
    assert PANEL.draw(session)["help"] == "Lessons 6 and 8 help."


@pytest.mark.parametrize("goal", MADE)
def test_each_kind_is_drawn_and_judged(goal: str) -> None:
    """A question, a table, something to answer with; a wrong answer is told without the right one.

    Sources stand in a line of their own below the reasons, and nowhere on the table.
    """
    key = next(key for key, _ in list_ladder() if key.startswith(f"{goal}."))
    session, right = start(key), solve(key)
    view = ask(session, "hint")
    assert view["question"] and view["table"] and len(view["hints"]) == 1 and not view["why"]
    assert isinstance(right, list)
    if open_puzzle(key).goal in ON_TABLE:
        assert view["can_check"] and not view["choices"]
        lay(session, right)
        view = ask(session, "check")
    else:
        assert view["table"]["headline"] is None  # the verdict on the hand would answer the question
        wrong = next(one["value"] for one in view["choices"] if one["value"] not in right)
        view = ask(session, "choose", key=wrong)
        if view["goal"] == "allow":
            assert ask(session, "check")["verdict"]["tone"] == "bad"
            ask(session, "choose", key=wrong)
        else:
            assert view["verdict"]["tone"] == "bad" and not view["why"]
        for one in right:
            view = ask(session, "choose", key=one)
        view = ask(session, "check") if view["goal"] == "allow" else view
    assert view["verdict"]["tone"] == "good" and view["why"]
    assert not any(line["codes"] for line in view["why"][:-1])
    assert not any(line["codes"] for tray in view["table"]["trays"] for line in tray["reasons"])


def test_what_cards_cost_is_told_where_it_is_asked_for() -> None:
    """Until when melds cost points, in one sentence beside the figure; none in a puzzle that asks for a declaration."""
    group, repair = (
        start(next(key for key, _ in list_ladder() if key.startswith(f"{goal}.gorummy-13.")))
        for goal in ("group", "one-move")
    )
    headline, loose = (PANEL.draw(group)["table"][part] for part in ("headline", "loose"))
    assert headline["figure"] == "80" and loose["cost"]
    assert headline["sentence"] == (
        "Until you have at least 2 sequences, 1 of them pure, every card costs points. "
        "But no hand costs more than 80 points."
    )
    lay(group, solve(group.named["puzzles"]["puzzle"]))
    headline = ask(group, "check")["table"]["headline"]
    assert (headline["figure"], headline["sentence"], headline["tone"]) == ("0", "", "good")
    table = PANEL.draw(repair)["table"]
    assert table["headline"] is None and not any(part["cost"] for part in (*table["trays"], table["loose"]))


def test_the_answer_is_shown_when_asked_for() -> None:
    """It is laid out or chosen, the row ends, and the puzzle is not counted as solved."""
    session = start("x4", kept=Record().solve("x2").solve("x6").to_dict())
    assert PANEL.draw(session)["streak"] == "2 puzzles solved in a row without a hint!"
    view = ask(session, "show")
    assert view["shown"] and view["why"] and not view["streak"] and "x4" not in view["record"]["solved"]
    view = ask(session, "go", key="x5")
    assert view["seats"] and not view["table"]
    view = ask(session, "show")
    assert any(one["chosen"] for seat in view["seats"] for group in seat["groups"] for one in group)
    assert ask(session, "go", key="x1")["seats"][0]["text"]


def test_puzzles_are_reached_by_key_day_and_chance() -> None:
    """A link's key, the day of the calendar, a goal and a game; the address names the puzzle that lies there."""
    session = start("throw.gorummy-13.5")
    assert session.named["puzzles"] == {"puzzle": "throw.gorummy-13.5"}
    assert ask(session, "day", day="2026-11-22")["key"] == puzzle_of_day(date(2026, 11, 22)).key
    assert ask(session, "new", goal="take", rulebook="octro-13")["key"].startswith("take.octro-13.")
    receive(session, {"type": "mode", "mode": "puzzles", "puzzle": "x3"})
    assert PANEL.draw(session)["key"] == "x3"
    assert ask(session, "restart")["hints"] == []


def test_the_next_puzzle_is_of_the_kind_and_game_that_were_chosen() -> None:
    """The steps of the ladder come first, then new ones; a kind that a game does not have is not offered with it."""
    session, wish = start("second.marriage-21.3"), {"goal": "take", "rulebook": "octro-13"}
    keys = [ask(session, "next", **wish)["key"] for _ in range(4)]
    assert keys[:2] == ["take.octro-13.8", "take.octro-13.4"]
    assert len(set(keys)) == 4 and all(key.startswith("take.octro-13.") for key in keys)
    named = ask(session, "go", key="c")  # a puzzle with a name of its own says which kind it is
    assert (named["key"], named["title"], named["kind"]) == ("c", "C: Round the corner", "Repair the declaration")
    assert game_of(ask(session, "next", goal="", rulebook="marriage-21")["key"]) == "marriage-21"
    games = {one["key"]: one["goal_keys"] for one in PANEL.draw(session)["games"]}
    assert "take" in games["octro-13"] and "take" not in games["marriage-21"]


def test_a_puzzle_names_the_turned_card_only_where_it_matters() -> None:
    """Not where a hand without a wild card is only to be laid out, as in the first puzzle, but before a throw."""
    plain = start(first_key(Record(), get_rulebook("gorummy-13")))
    puzzle = BOARD.of(plain).puzzle
    assert not any(puzzle.deal.is_wild[card.index] for card in puzzle.cards)
    assert PANEL.draw(plain)["players"] == ""
    assert PANEL.draw(start("throw.gorummy-13.1"))["players"] == "4 players"
    assert PANEL.draw(start("b"))["players"]


def test_a_question_about_several_games_shows_what_each_asks() -> None:
    """No single game stands above it, and every way to declare of each game can be read beside the question."""
    view = PANEL.draw(start("allow.rummy-21.5"))
    assert not view["rulebook"] and [one["name"] for one in view["rules"]] == [one["label"] for one in view["choices"]]
    ways = view["rules"][0]["ways"]
    assert len(ways) == 4 and "3 pure sequences" in ways[0] and all(one.startswith("Or: ") for one in ways[1:])
    assert PANEL.draw(start("throw.gorummy-13.5"))["rules"] == []


def test_the_hand_of_a_puzzle_can_be_analysed() -> None:
    """It lies on the table of the analysis then, at its own table."""
    session = start("x3")
    receive(session, {"type": "puzzle", "do": "analyse"})
    assert session.mode == "analyse" and session.text == str(open_puzzle("x3").hand)
    assert session.state.rulebook == "adgaming-13" and str(session.state.turned) == "QD"


@pytest.mark.parametrize(
    "message",
    [
        {"do": "go", "key": "nope"},
        {"do": "choose", "key": "nope"},
        {"do": "move", "move": {"type": "move", "cards": [99], "to": "new"}},
        {"do": "move", "move": {"type": "link", "search": "?"}},
        {"do": "day", "day": "today"},
        {"do": "nope"},
        {"do": ["go"]},
    ],
)
def test_what_makes_no_sense_changes_nothing(message: dict) -> None:
    """A message that makes no sense leaves a problem and the puzzle as it was."""
    session = start("x2")
    before = PANEL.draw(session)
    receive(session, {"type": "puzzle", **message})
    assert session.problem is not None
    assert PANEL.draw(session) == before


def test_a_link_to_no_puzzle_opens_the_ladder() -> None:
    """A key that names none is told, and the puzzles can still be opened."""
    session = Session(WELCOME.hand)
    receive(session, {"type": "mode", "mode": "puzzles", "puzzle": "x99"})
    receive(session, {"type": "puzzle", "do": "open", "kept": "damaged"})
    assert session.problem is None and PANEL.draw(session)["key"] == first_key(Record(), session.rulebook)


def test_puzzles_begin_with_the_learners_game() -> None:
    """The first puzzle is one of the game on the page to be laid out, where the ladder has one."""
    first = {key: open_puzzle(first_key(Record(), book)) for key, book in RULEBOOKS.items()}
    assert {key for key, puzzle in first.items() if key != puzzle.rulebook.key} <= {"paplu-27"}
    assert all(puzzle.goal in ON_TABLE for puzzle in first.values())


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_first_puzzle_is_one_that_anybody_solves(key: str) -> None:
    """One card to move where the game has such a puzzle, the easiest of them; never to find a second answer."""
    steps = dict(list_ladder())
    mine = [one for one in steps if game_of(one) == key and goal_of(one) is Goal.ONE_MOVE]
    first = first_key(Record(), RULEBOOKS[key])
    assert steps[first] == min(steps[one] for one in mine) if mine else goal_of(first) is not Goal.SECOND
    assert not mine or open_puzzle(first).goal is Goal.ONE_MOVE


@pytest.mark.parametrize("kept", ["damaged", [], {"format": "else"}, {**Record().to_dict(), "streak": -1}])
def test_a_damaged_record_is_told_of_and_not_written_over(kept: object) -> None:
    """The browser is given nothing to keep in its place, also after another puzzle is solved; nothing kept is fine."""
    session = start("d", kept=kept)
    assert "damaged" in str(session.notes[0]) and PANEL.draw(session)["record"] is None
    assert ask(session, "show")["record"] is None and ask(session, "next")["record"] is None
    assert start("d", kept=None).notes == () and PANEL.draw(start("d"))["record"] is not None


def test_a_puzzle_that_is_not_in_the_list_is_counted_beside_it() -> None:
    """One that was made new and solved has a number of its own."""
    key = next(key for key in (f"take.gorummy-13.{seed}" for seed in range(90, 200)) if key not in dict(list_ladder()))
    session = start(key)
    view = ask(session, "choose", key=solve(key)[0])
    assert view["verdict"]["tone"] == "good" and view["step"].endswith("Solved of those made new: 1")


def test_only_puzzles_solved_without_a_hint_make_the_row_longer() -> None:
    """A hint is not forgotten when the puzzle is started again; the row is told to be one without hints."""
    session = start("x6", kept=Record().solve("x2").to_dict())
    ask(session, "hint")
    ask(session, "restart")
    lay(session, solve("x6"))
    view = ask(session, "check")
    assert view["verdict"]["tone"] == "good" and (view["record"]["streak"], view["record"]["solved"]["x6"]) == (1, 0)
    assert not view["streak"] and view["longest"].startswith("Your streak grows with each puzzle")


def test_a_puzzle_that_was_skipped_comes_back_as_it_was_left() -> None:
    """Cards that were moved and hints that were taken are there again; started again, it lies as at first."""
    session = start("d")
    first = PANEL.draw(session)
    tray = first["table"]["trays"][0]
    ask(session, "move", move={"type": "move", "cards": [card["id"] for card in tray["cards"]], "to": "loose"})
    left = ask(session, "hint")
    assert len(left["table"]["trays"]) == len(first["table"]["trays"]) - 1
    ask(session, "next")
    back = ask(session, "previous")
    assert (back["key"], back["table"]["trays"], back["hints"]) == (left["key"], left["table"]["trays"], left["hints"])
    ask(session, "restart")
    ask(session, "next")
    assert ask(session, "previous")["table"]["trays"] == first["table"]["trays"]


def test_the_puzzle_before_is_reached_again() -> None:
    """As often as there was one; one that was solved has its answer still, and Back of the browser breaks nothing."""
    session = start("d")
    assert not PANEL.draw(session)["has_previous"]
    assert ask(session, "show")["shown"]
    second = ask(session, "next")["key"]
    assert ask(session, "go", key="x3")["has_previous"]
    assert ask(session, "previous")["key"] == second
    view = ask(session, "previous")
    assert (view["key"], view["shown"], view["has_previous"]) == ("d", True, False)
    receive(session, {"type": "puzzle", "do": "previous"})
    assert session.problem is not None and PANEL.draw(session)["key"] == "d"


@pytest.mark.parametrize("key", [key for key, _ in list_ladder()][::6])
def test_check_is_only_spoken_of_where_there_is_one(key: str) -> None:
    """What to do with the cards names the button where there is one."""
    view = PANEL.draw(start(key))
    caption = view["table"]["caption"]["text"] if view["table"] else ""
    assert ("Check" in caption) == view["can_check"] or not view["table"]


@pytest.mark.parametrize("goal", ["repair", "second", "one-move"])
def test_the_answer_that_is_shown_lies_on_the_table_and_is_not_told_again(goal: str) -> None:
    """Every group lies there under its name, those that stay as they lay too; the reason says what follows of them."""
    key = next(key for key, _ in list_ladder() if key.startswith(f"{goal}."))
    view = ask(start(key), "show")
    told = " ".join(line["text"] for line in view["why"])
    trays = view["table"]["trays"]
    laid = [sorted(f"{card['rank']}{card['suit']}".replace("10", "T") for card in tray["cards"]) for tray in trays]
    assert all(sorted(group) in laid for group in solve(key) if len(group) > 1)
    assert told and tell("puzzle.hint:keep", groups="").strip() not in told and all(tray["word"] for tray in trays)
