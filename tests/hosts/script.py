"""The script of actions that every host of the page is driven with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rummy_tutor.page.classroom.entries import ClassList
from rummy_tutor.page.classroom.lists import write_code, write_kept
from rummy_tutor.page.panels import OWNERS
from rummy_tutor.tutor.puzzles.kinds import ON_TABLE
from rummy_tutor.tutor.puzzles.ladder import list_ladder, open_puzzle
from tests.finding import find_draw

DRAW, DRAWN = find_draw()
HAND = "6H 7H 8H | 3C 3S 3D | KD QD JD PJ | 5C 9S 2D"
HARD = "2H 2H 3H 4H 4H 5D 6D 7D 8C 8C 9S TS JS"
Message = dict[str, Any]
Step = Message | Callable[[Mapping[str, Any]], Message]  # what is asked may depend on what stands on the page
# actions that carry more than chance finds
GOOD: tuple[Message, ...] = (
    {"type": "text", "text": HAND},
    {"type": "text", "text": "6H 7H ZZ"},
    {"type": "set", "rulebook": "gorummy-13"},
    {"type": "set", "turned": "QD"},
    {"type": "set", "players": 6},
    {"type": "set", "rulebook": "marriage-21", "turned": None},
    {"type": "set", "options": ["ace-jokers"]},
    {"type": "set", "rulebook": "nothing"},
    {"type": "preset", "key": "x2"},
    {"type": "deal", "seed": 4},
    {"type": "deal_extra", "seed": 5},
    {"type": "tricky", "seed": 2},
    {"type": "reveal", "level": 4},
    {"type": "take"},
    {"type": "undo"},
    {"type": "redo"},
    {"type": "link", "search": "?hand=6H+7H+8H&rules=octro-13&turned=PJ"},
    {"type": "link", "search": "?hand=%00&rules=x"},
    {"type": "qr", "url": "http://127.0.0.1/?x"},
    {"type": "classroom", "on": True},
    {"type": "next_step"},
    {"type": "next_step"},
    {"type": "classroom", "on": False},
    {"type": "show_best_column", "on": True},
    {"type": "pair", "a": "rummy-21", "b": "octro-13"},
    {"type": "other_rulebook", "key": "paplu-27"},
    {"type": "round", "do": "open"},
    {"type": "round", "do": "preset", "key": "s0-six"},
    {"type": "round", "do": "undo"},
    {"type": "round", "do": "nonsense"},
    {"type": "language", "code": "qps"},
    {"type": "sort"},
    {"type": "link", "search": f"?mode=learn&lesson=turn&task={DRAW}&rules=paplu-13"},
    {"type": "learn", "do": "play", "move": "stock"},
    {"type": "learn", "do": "play", "move": DRAWN.choices[2]},
    {"type": "learn", "do": "refuse", "move": "take"},
    {"type": "learn", "do": "play", "move": "nonsense"},
    {"type": "learn", "do": "refuse", "move": DRAWN.choices[-1]},
    {"type": "learn", "do": "play", "move": "stock"},
    {"type": "learn", "do": "take_back"},
    {"type": "language", "code": "en"},
    {"type": "fonts"},
    {"type": "add", "card": "AS"},
    {"type": "remove", "card": "AS"},
)


def click(what: str, do: str, **values: Any) -> Message:
    """A press of a button."""
    return {"type": what, "do": do, **values}


# ---- a round played for practice ---------------------------------------------------------------------------
def throw(page: Mapping[str, Any]) -> Message:
    """Throw the first card of the hand."""
    return click("learn", "play", move="throw " + page["learn"]["lesson"]["turn"]["hand"][0][0]["text"])


PRACTICE: tuple[Step, ...] = (
    {"type": "link", "search": "?mode=learn&lesson=turn&rules=paplu-13"},
    click("learn", "practise"),
    throw,  # before drawing: refused
    click("learn", "play", move="stock"),
    click("learn", "group"),
    throw,
    click("learn", "play", move="take"),
    throw,
    click("learn", "take_back"),
    click("learn", "group"),
    click("learn", "play", move="drop"),
    click("learn", "practise"),
    click("learn", "home", show="progress"),
)


# ---- puzzles -----------------------------------------------------------------------------------------------
def choose(page: Mapping[str, Any]) -> Message:
    """Choose the first of the choices, which are cards of the players where a card is asked for."""
    board = page["puzzles"]
    keys = [one["key"] for one in board["choices"] if "key" in one]
    keys += [one["value"] for one in board["choices"] if "key" not in one]
    keys += [card["value"] for seat in board["seats"] for group in seat["groups"] for card in group]
    return click("puzzle", "choose", key=keys[0])


def list_puzzle_steps() -> Iterator[Step]:
    """Open the first puzzle of each goal, ask for a hint, answer, and have the answer shown."""
    firsts = {open_puzzle(key).goal: key for key, _ in reversed(list_ladder())}
    for goal, key in firsts.items():
        yield click("puzzle", "go", key=key)
        yield click("puzzle", "hint")
        if goal in ON_TABLE:
            yield click("puzzle", "move", move={"type": "move", "cards": [0, 4], "to": "new"})
            yield click("puzzle", "move", move={"type": "undo"})
        else:
            yield choose
        yield click("puzzle", "check")
        yield click("puzzle", "show")
        yield click("puzzle", "restart")


def list_puzzles() -> Iterator[Step]:
    """A visit to the puzzles; they take seconds to make."""
    yield {"type": "mode", "mode": "puzzles"}
    yield click("puzzle", "open", kept={"format": "rummy-tutor-puzzles", "solved": {"d": 1}, "streak": 1})
    yield from list_puzzle_steps()
    yield click("puzzle", "day", day="2026-11-22")
    yield click("puzzle", "new", goal="group", rulebook="octro-13")
    yield click("puzzle", "next")
    yield click("puzzle", "analyse")


# ---- a class -----------------------------------------------------------------------------------------------
def load_saved(page: Mapping[str, Any]) -> Message:
    """Open the file that was written last."""
    return click("class", "load", text=page["classroom"]["file"]["text"])


MONDAY = ClassList("Monday", ({"puzzle": "x2"}, {"hand": HAND, "rulebook": "octro-13", "turned": "QD"}))
CLASS: tuple[Step, ...] = (  # lists: made, named, kept, sent, written as files
    click("class", "lists"),
    click("class", "recall", data=write_kept([MONDAY])),
    click("class", "new"),
    click("class", "title", title="Tuesday\n<b>"),
    click("class", "add", source="lesson", lesson="sets", n=2, seed=7, example=True),
    click("class", "add", source="puzzles", goal="group", n=2, seed=1),
    click("class", "add", source="hand"),
    click("class", "add", source="puzzle"),
    click("class", "move", at=1, by=1),
    click("class", "out", at=4),
    click("class", "save"),
    load_saved,
    click("class", "taken"),
    click("class", "load", text="{}"),
    click("class", "sheet", lesson="sets", n=2, seed=7, url="http://127.0.0.1/"),
    click("class", "taken"),
    click("class", "show", source="list"),
    *({"type": "next_step"} for _ in range(4)),
    click("class", "next"),
    *({"type": "next_step"} for _ in range(4)),
    click("class", "next"),
    click("class", "next"),
    *({"type": "next_step"} for _ in range(3)),
    click("class", "back"),
    click("class", "leave"),
    click("class", "lists"),
    click("class", "open", at=0),
    click("class", "delete"),
    click("class", "open", at=7),
)
CLASS_OF_ALL: tuple[Step, ...] = (  # what each screen shows, shown to a class
    {"type": "mode", "mode": "learn", "lesson": "sets"},
    click("class", "here"),
    {"type": "next_step"},
    click("class", "next"),
    click("class", "leave"),
    {"type": "mode", "mode": "puzzles"},
    click("class", "here"),
    *({"type": "next_step"} for _ in range(4)),
    click("class", "leave"),
    {"type": "mode", "mode": "round"},
    click("round", "preset", key="s0-six"),
    click("class", "here"),
    click("round", "class", on=True),
    click("round", "step", shown=None),
    click("class", "leave"),
    {"type": "mode", "mode": "play"},
    {"type": "classroom", "on": True},
    click("class", "leave"),
    {"type": "link", "search": f"?mode=class&list={write_code(MONDAY)}"},
    click("class", "recall", data={"lists": "damaged"}),
    click("class", "next"),
    {"type": "next_step"},
    {"type": "next_step"},
    click("class", "leave"),
)


def make_script(seed: int, length: int) -> Iterator[Step]:
    """Good actions between moves of cards, whole visits, every action with values by chance, and nonsense."""
    rng = random.Random(seed)
    rest: list[Step] = [{"type": name} for name in OWNERS] + [{"type": None}, {"type": ["x"]}, {}]
    rest += [{"type": name, "level": 9, "key": [], "cards": {}, "to": None, "text": 7, "card": "1"} for name in OWNERS]
    rng.shuffle(rest)
    visits = (*PRACTICE, *list_puzzles(), *CLASS, *CLASS_OF_ALL)
    steps: list[Step] = [*GOOD, *visits, *rest]
    moves = max(0, length - len(steps))
    at = sorted(rng.randrange(len(steps)) for _ in range(moves))
    for place, step in enumerate(steps):
        for _ in range(at.count(place)):
            yield rng.choice(
                (
                    {
                        "type": "move",
                        "cards": rng.sample(range(13), rng.randint(1, 4)),
                        "to": rng.choice(["new", 0, 1]),
                    },
                    {"type": "ungroup", "cards": [rng.randrange(14)]},
                    {"type": "undo"},
                )
            )
        yield step
