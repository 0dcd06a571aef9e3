"""The chance to win by where a player stands, fitted on rounds that exact bots play, with a random throw now and then.

python -m tests.bench.chances gather gorummy-13 --rounds 1000 --players 2 --seed 2000000 >> rows.jsonl
python -m tests.bench.chances fit rows.jsonl

What ``fit`` prints stands in ``rummy_tutor/playing/chances.py``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from pathlib import Path
from time import process_time

import numpy as np

from rummy_tutor.playing.bots import find_declaration
from rummy_tutor.playing.game import Game, seat_players
from rummy_tutor.playing.moves import Move, Phase
from rummy_tutor.playing.sight import find_shown
from rummy_tutor.playing.standing import Standing, weigh_throws

EXPLORED = 0.12  # of throws that are drawn at random; as often a declaration is left out
_PULL = 15.0  # how many rows a slope of one half weighs beside those there are
_STEP, _HOLD = -0.8, 15.0  # log odds that one exchange more costs where there are no rows to tell, and what that weighs
_MOST = {13: 5, 21: 7, 27: 8}  # exchanges from which hands are taken together


def play_round(rulebook: str, players: int, seed: int) -> list[tuple[int, Standing]]:
    """A round of exact bots: each seat with where it stood after each of its throws."""
    chance = random.Random(seed)
    game = Game(rulebook, seat_players(["exact"] * players), seed)
    stood = []
    while game.outcome is None:
        view = game.view
        explores = chance.random() < EXPLORED
        declares = view.phase is Phase.THROW and find_declaration(view) is not None
        shows = view.deal.hidden and not view.seen and bool(find_shown(view))
        if view.phase is not Phase.THROW or shows or (declares and not explores):
            game.step()
            continue
        card = chance.choice(view.hand)
        throws = explores and not declares and view.judge_move(Move("throw", (card,))).allowed
        choice = weigh_throws(view, [card] if throws else [])
        thrown = card if throws else choice.best
        stood.append((view.seat, choice.standings[thrown]))
        game.make(Move("throw", (thrown,)))
    won = [
        1 / players if game.outcome.winner is None else float(game.outcome.winner == seat) for seat in range(players)
    ]
    return [(seat, standing, won[seat]) for seat, standing in stood]  # type: ignore[misc]


def gather(rulebook: str, players: int, rounds: int, seed: int) -> None:
    """Write a JSON line for each round."""
    start = process_time()
    for number in range(rounds):
        rows = play_round(rulebook, players, seed + number)
        print(json.dumps({"rulebook": rulebook, "players": players, "seed": seed + number, "rows": rows}), flush=True)
    print(f"{(process_time() - start) / rounds:.2f} s a round", file=sys.stderr)


def fit(rows: list[list], most: int) -> dict[str, object]:
    """The numbers of one game: lines of seat, standing, share of the round won."""
    last: dict[tuple, tuple[int, float]] = {}
    came, kept, table = defaultdict(list), defaultdict(list), []
    for number, (key, seat, raw, won) in enumerate(rows):
        one = Standing(*raw)
        level = min(one.exchanges, most)
        share = None if one.outs is None or not one.unseen else max(one.outs, 0.5) / one.unseen
        before = last.get((key, seat))
        if share is not None:
            if before is not None and before[0] == level:
                kept[level].append(share - before[1])
            else:
                came[level].append(share)
            last[key, seat] = (level, share)
        else:  # outs were not counted: how often the next throw leaves the hand nearer
            if before is not None:
                came[before[0]].append(float(level < before[0]))
            last[key, seat] = (level, 0.0)
        table.append((level, share, one.turns, one.playing, won, number))
    typical = [float(np.mean(came[level])) if came[level] else 0.0 for level in range(most + 1)]
    typical[1] = typical[1] or 0.15  # not counted before a hidden card is seen
    for level in range(2, most + 1):
        typical[level] = typical[level] or min(0.8, typical[level - 1] + 0.08)
    gain = [float(np.mean(kept[level])) if kept[level] else 0.0 for level in range(most + 1)]
    features, results = [], []
    for level, share, turns, playing, won, _ in table:
        row = np.zeros(2 * most + 4)
        row[level] = 1
        if share is not None and level:
            row[most + 1 + level] = np.log(share / typical[level])
        row[-2], row[-1] = np.log(turns + 1), np.log(max(1, playing - 1))
        features.append(row)
        results.append(won)
    x, y = np.array(features), np.array(results)
    prior, weight = np.zeros(x.shape[1]), np.full(x.shape[1], 0.01)
    prior[most + 2 : 2 * most + 2], weight[most + 2 : 2 * most + 2] = 0.5, _PULL
    # one exchange more costs about a step
    steps = np.zeros((most, x.shape[1]))
    for level in range(most):
        steps[level, level], steps[level, level + 1] = -1, 1
    beta = prior.copy()
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        hessian = x.T @ (x * (p * (1 - p))[:, None]) + np.diag(weight) + _HOLD * steps.T @ steps
        pull = weight * (beta - prior) + _HOLD * steps.T @ (steps @ beta - _STEP)
        beta += np.linalg.solve(hessian, x.T @ (y - p) - pull)
    p = 1 / (1 + np.exp(-x @ beta))
    counts = np.bincount([level for level, *_ in table], minlength=most + 1)
    return {
        "level": [round(float(v), 2) for v in beta[: most + 1]],
        "slope": [round(float(v), 2) for v in beta[most + 1 : 2 * most + 2]],
        "typical": [round(v, 3) for v in typical],
        "gain": [round(v, 3) for v in gain],
        "time": round(float(beta[-2]), 2),
        "others": round(float(beta[-1]), 2),
        "rows": counts.tolist(),
        "log loss": round(float(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))), 3),
    }


def main() -> None:
    """Gather rounds, or fit them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("gather", "fit"))
    parser.add_argument("of")
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=2_000_000)
    given = parser.parse_args()
    if given.what == "gather":
        gather(given.of, given.players, given.rounds, given.seed)
        return
    grouped = defaultdict(list)
    for line in Path(given.of).read_text().splitlines():
        told = json.loads(line)
        for seat, raw, won in told["rows"]:
            key = told["rulebook"] if raw[-1] else f"{told['rulebook']} unseen"
            grouped[key].append(((told["seed"], told["players"]), seat, raw, won))
    for key, rows in grouped.items():
        size = int(key.split()[0].rpartition("-")[2])
        print(key, json.dumps(fit(rows, 4 if key.endswith("unseen") else _MOST[size])))


if __name__ == "__main__":
    main()
