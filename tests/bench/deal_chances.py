"""The chances that ``rummy_tutor.chances`` tells: counted over dealt hands and rounds, written as the file it ships.

python -m tests.bench.deal_chances pure --deals 10000 --seed 20260 > pure.json
python -m tests.bench.deal_chances declare --deals 500 --seed 20261 > declare.json
python -m tests.bench.deal_chances join pure.json declare.json > rummy_tutor/playing/rollout/deal_chances.json

A round is that of one exact player beside somebody who draws from the stock and throws the card drawn.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from time import process_time

import rummy_tutor as rt
from rummy_tutor.game.table import set_table
from rummy_tutor.playing.game import Game, seat_players

TURNS = 20  # turns that are counted
MOST_WILD = 3  # wild cards from which hands are taken together


def count_pure(deals: int, seed: int) -> list[dict]:
    """Of each game and number of wild cards: how many hands were dealt, and how many hold a pure sequence."""
    frame = rt.simulate("all", deals, seed=seed, distance=False, n_jobs=1, progress=False)
    wild = frame["wild_cards"].clip(upper=MOST_WILD)
    rows = []
    for (key, held), hands in frame.groupby(["rulebook", wild], sort=False):
        rows.append(
            {"rulebook": key, "wild": int(held), "hands": len(hands), "pure": int(hands["pure_sequence"].sum())}
        )
    return rows


def play_alone(rulebook: str, seed: int) -> tuple[int, int | None]:
    """How many wild cards the hand was dealt, and in which turn it declared; None if in none of the first ones."""
    game = Game(rulebook, seat_players(["exact", "you"]), seed)
    deal = set_table(game.played.rulebook, game.played.turned, 2)  # also where the turned card is hidden from players
    held = sum(deal.is_wild[card.index] for card in game.view.hand)
    turn, drawn = 0, None
    while game.outcome is None and turn <= TURNS:
        view = game.view
        if view.seat == 0:
            move = game._minds[0].choose(view, game._roll())
            if move.kind == "drop":  # whoever drops finds out nothing
                game.make("draw stock")
                turn += 1
                continue
            turn += move.record.startswith("draw")
            game.make(move, game._minds[0].lay_out(view, move) if move.kind == "declare" else None)
            continue
        moves = game.list_moves()
        if "draw stock" in moves:
            before = Counter(view.hand)
            game.make("draw stock")
            drawn = next(iter((Counter(game.view.hand) - before).elements()), None)
        elif "play" in moves:
            game.make("play")
        else:
            throws = [move for move in moves if move.startswith("throw")]
            own = f"throw {drawn}"
            game.make(own if own in throws else throws[0])
    declared = game.outcome is not None and game.outcome.how == "declared" and game.outcome.winner == 0
    return held, turn if declared and turn <= TURNS else None


def count_declared(deals: int, seed: int, keys: list[str]) -> list[dict]:
    """Of each game and number of wild cards: how many rounds were played, and how many had declared by each turn."""
    rows = []
    for key in keys:
        start = process_time()
        rounds: dict[int, list[int | None]] = defaultdict(list)
        for number in range(deals):
            held, turn = play_alone(key, seed + number)
            rounds[min(held, MOST_WILD)].append(turn)
        for held, turns in sorted(rounds.items()):
            by_turn = [sum(turn is not None and turn <= last for turn in turns) for last in range(1, TURNS + 1)]
            rows.append({"rulebook": key, "wild": held, "hands": len(turns), "declared": by_turn})
        print(f"{key}: {(process_time() - start) / deals:.3f} s a round", file=sys.stderr)
    return rows


def main() -> None:
    """Count, or join what was counted."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("pure", "declare"):
        command = commands.add_parser(name)
        command.add_argument("--deals", type=int, required=True)
        command.add_argument("--seed", type=int, required=True)
        command.add_argument("--rulebook", action="append")
    join = commands.add_parser("join")
    join.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.command == "join":
        tables: dict[str, dict] = {}
        for path in given.files:
            for name, table in json.loads(path.read_text("utf-8")).items():
                kept = tables.setdefault(name, {"seed": table["seed"], "rows": []})
                assert kept["seed"] == table["seed"]
                kept["rows"] += table["rows"]
        print(json.dumps(tables, separators=(",", ":")))
        return
    if given.command == "pure":
        rows = count_pure(given.deals, given.seed)
    else:
        rows = count_declared(given.deals, given.seed, given.rulebook or list(rt.RULEBOOKS))
    print(json.dumps({given.command: {"seed": given.seed, "rows": rows}}))


if __name__ == "__main__":
    main()
