"""Rounds and series under random rulebooks: settled or refused with a code, with sums of zero where they must be."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import Rulebook, settle
from rummy_tutor.errors import CardError, RuleError
from rummy_tutor.game.cards import CARDS, Card
from rummy_tutor.game.rules import Measure
from rummy_tutor.records import Round
from rummy_tutor.referee.value_cards import list_value_cards
from rummy_tutor.rounds.documents import parse_json, read_round
from rummy_tutor.rounds.endings import LOSING, OUT, WINNING, Ending
from rummy_tutor.rounds.ledger import RoundEnd
from rummy_tutor.rounds.series import Series, loads_series
from rummy_tutor.rounds.settlement import list_endings
from tests.rounds.settlement_helpers import write_round
from tests.rulebook_strategies import accepted_rulebook, random_cards, random_table

NAMES = "ABCDEFGHIJKL"


def text_of(cards: tuple[Card, ...], rng: random.Random) -> str:
    """A hand in words, now and then laid out in two groups."""
    words = list(map(str, cards))
    if len(words) > 4 and rng.random() < 0.5:
        words.insert(rng.randint(1, len(words) - 1), "|")
    return " ".join(words)


def random_seat(rng: random.Random, name: str, ending: Ending, book: Rulebook, deal: object) -> dict[str, object]:
    """What may be told of a player: mostly what goes with his ending, now and then what does not."""
    told: dict[str, object] = {"name": name, "ending": ending.value}
    held = ending in LOSING or ending is Ending.PLAYING
    if rng.random() < (0.6 if held else 0.15):
        told["hand"] = text_of(random_cards(rng, deal, book.deal + (rng.random() < 0.2)), rng)
    elif held:
        field = "points" if book.scoring.measure is Measure.PENALTY else "score"
        told[field] = rng.choice((0, 2, 10, 17, 40, 80))
    if "seen" in ending.terms.asks and book.wilds.hidden and rng.random() < 0.7:
        told["seen"] = rng.random() < 0.5
    if ending.terms.undrawn:
        told["drew"] = rng.random() < 0.5
    if ending is Ending.DECLARED and rng.random() < 0.3 and book.objectives:
        told["objective"] = rng.choice(book.objectives).name
    if ending is Ending.DECLARED and rng.random() < 0.2:
        told["declared_on"] = rng.choice(("before-drawing", "first-turn", "later"))
    if "dublees" in ending.terms.asks and rng.random() < 0.1:
        told["dublees"] = rng.random() < 0.5
    if book.bonus is not None and "hand" not in told and rng.random() < 0.6:
        known = sorted(list_value_cards(deal))
        if known and rng.random() < 0.7:
            told["value_cards"] = " ".join(str(rng.choice(known)) for _ in range(rng.randint(1, 3)))
        elif rng.random() < 0.5:
            told["bonus"] = rng.choice((0, 5, 10))
        else:
            told["laid_tunnelas"] = str(rng.choice(CARDS[:52]))
    return told


def random_round(rng: random.Random, book: Rulebook) -> tuple[list[dict[str, object]], dict[str, object]]:
    """Players and how their round ended."""
    deal = random_table(rng, book)
    end = rng.choice((*[RoundEnd.WON] * 6, *RoundEnd))
    losing = [choice.ending for choice in list_endings(book) if choice.ending in (*LOSING, *OUT)]
    endings = [rng.choice(losing) for _ in range(deal.players)]
    if end is RoundEnd.WON:
        endings[0] = rng.choice([choice.ending for choice in list_endings(book) if choice.ending in WINNING])
        if endings[0] is Ending.LAST_LEFT:
            out = [ending for ending in losing if ending in OUT]
            endings[1:] = [rng.choice(out) for _ in endings[1:]]
    else:
        endings = [Ending.PLAYING if ending in LOSING or rng.random() < 0.5 else ending for ending in endings]
        if end is RoundEnd.WRONG_DECLARATION:
            endings[0] = Ending.WRONG_DECLARATION
    seats = [random_seat(rng, name, ending, book, deal) for name, ending in zip(NAMES, endings, strict=False)]
    return seats, {"turned": deal.turned, "end": end, "check_pack": False}


def check_round(settled: Round) -> None:
    """Figures are sums of entries, zero-sum rounds sum to zero, and every line can be told, shown and read again."""
    rows = settled.rows
    fined = settled.end is RoundEnd.WRONG_DECLARATION
    if settled.zero_sum and not fined:
        assert sum(row.net for row in rows) == sum(row.won for row in rows) == sum(row.capped for row in rows) == 0
    for row in rows:
        mine = [entry for entry in settled.entries if row.name in (entry.payer, entry.payee)]
        assert row.net == sum(entry.amount * (1 if entry.payee == row.name else -1) for entry in mine)
    cap = settled.rulebook.settlement.net_loss_cap
    if cap is not None and settled.zero_sum and not settled.void:
        assert min(row.net for row in rows) >= -cap
    assert all(cell >= 0 for line in settled.pays for cell in line)
    assert all("{" not in line for line in settled.explain())
    assert settled._repr_html_() and settled.to_frame().shape[0] == len(rows)
    assert json.loads(json.dumps(settled.to_dict()))["players"]
    assert read_round(parse_json(json.dumps(write_round(settled)))) == settled


def check_series(series: Series) -> None:
    """Totals are sums, everything can be told and shown, and the file holds it all."""
    assert set(series.totals) == set(series.names)
    assert series._repr_html_() and json.dumps(series.to_dict())
    assert loads_series(series.dumps()) == series
    limit = series.rulebook.settlement.pool and series.rulebook.settlement.pool.limit
    if limit is None and series.rounds and all(settled.zero_sum for settled in series.rounds):
        fined = any(settled.end is RoundEnd.WRONG_DECLARATION for settled in series.rounds)
        assert fined or sum(series.totals.values()) == 0


def settle_random(seed: int, tries: int = 3) -> tuple[int, int]:
    """Settle some rounds, and a series of them, under one random rulebook; how many were settled, and refused."""
    rng = random.Random(seed)
    deals = (3, 5, 7, 13, 13, 21, 27)
    book = accepted_rulebook(rng, rng.choice(deals))
    done = refused = 0
    series = Series.new(book)
    for _ in range(tries):
        seats, told = random_round(rng, book)
        try:
            settled = settle(book, seats, **told)
        except (RuleError, CardError) as error:
            assert str(error) and "\n" not in str(error)
            refused += 1
            continue
        check_round(settled)
        done += 1
        try:
            series = series.add(settled)
        except RuleError as error:
            assert str(error) and "\n" not in str(error)
        check_series(series)
    return done, refused


@settings(max_examples=120)
@given(st.integers(0, 2**32))
def test_any_round_of_any_rulebook_is_settled_or_refused(seed: int) -> None:
    """No round of any rulebook ends in an error without a code; what is settled adds up and can be told."""
    settle_random(seed)
