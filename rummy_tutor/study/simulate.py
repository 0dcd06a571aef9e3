"""Many random deals at once: what hands are worth, how far they are from declaring, how lucky they are.

Every deal is shuffled from its own seed (the seed, a rulebook's key, the deal's number), so that rows do
not depend on how the work was shared out, and more deals only add rows.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..distance.distance import find_distance
from ..game.cards import CARDS, Card, CardError, Hand, format_cards
from ..game.messages import quote, represent
from ..game.rules import Rulebook, RuleError, refuse
from ..game.table import check_players, set_table
from ..referee.scoring import score_arrangement
from ..rulebooks.find import Given, find_nearest, find_some
from ..solver.best import find_best
from .analysis import DEFAULT_PLAYERS, Analysis, as_card, as_whole, holds_pure_sequence, judge_hand

if TYPE_CHECKING:
    import pandas
    from tqdm.auto import tqdm

RANDOM = "random"
_MOST_CHUNK = 32  # deals in one piece of work: long enough to be worth sending, short enough to share out evenly
_CHUNKS_A_JOB = 4
_DELAY = 2.0  # seconds before a progress bar shows
_MOST_SEED = 2**63 - 1  # what a column of whole numbers holds

# columns and their types; those that can be missing have the types that know missing values
_COLUMNS = {
    "rulebook": "string",
    "seed": "int64",
    "deal": "int64",
    "players": "int64",
    "turned": "string",
    "hand": "string",
    "points": "Int64",
    "score": "int64",
    "declares": "bool",
    "objective": "string",
    "tier": "string",
    "pure_sequence": "bool",
    "wild_cards": "int64",
    "printed_jokers": "int64",
    "bonus": "Int64",
    "distance": "Int64",
    "distance_to_seen": "Int64",
}
_DISTANCES = ("distance", "distance_to_seen")


@dataclass(frozen=True)
class Game:
    """What all deals of one rulebook in a simulation share; small, as it travels with every piece of work.

    Attributes:
        rulebook: the rules.
        players: how many play.
        turned: the card turned up, ``"random"`` for any, None for none.
        cards: cards held.
        seed: the simulation's seed.
        distance: whether distances are worked out.
        dealt_as: the key whose hands are dealt: of a rulebook of one's own that of the nearest of ours.
    """

    rulebook: Rulebook
    players: int
    turned: Card | str | None
    cards: int
    seed: int
    distance: bool
    dealt_as: str

    def pack(self) -> list[int]:
        """The cards that can be dealt, by index and in order: the pack without a card turned up beforehand."""
        pack = self.rulebook.table.pack_for(self.players)
        cards = [card.index for card in CARDS for _ in range(pack.copies(card))]
        if isinstance(self.turned, Card):
            cards.remove(self.turned.index)
        return cards

    def deal(self, number: int, pack: Sequence[int]) -> tuple[tuple[Card, ...], Card | None]:
        """One deal: the cards held, in order, and the card turned up.

        As in play: the hand, the card turned up, then the card drawn. So a hand with a card drawn holds the
        hand that is dealt without one, and the same hand is dealt whether a card is turned up or not.
        """
        chance = random.Random(f"deal {self.seed} {self.dealt_as} {number}")
        order = list(pack)
        dealt = self.rulebook.deal
        for at in range(dealt + 2):  # a shuffle of the top; only random() is promised to stay the same in every Python
            other = at + int(chance.random() * (len(order) - at))
            order[at], order[other] = order[other], order[at]
        held = order[:dealt] + order[dealt + 1 : self.cards + 1]
        turned = CARDS[order[dealt]] if isinstance(self.turned, str) else self.turned
        return tuple([CARDS[i] for i in sorted(held)]), turned


def simulate(
    rulebook: Given | Sequence[Given],
    n: int,
    seed: int,
    *,
    players: int = DEFAULT_PLAYERS,
    options: Sequence[str] = (),
    turned: Card | str | None = RANDOM,
    cards: int | None = None,
    n_jobs: int | None = -1,
    chunk: int | None = None,
    progress: bool | None = None,
    distance: bool = True,
) -> pandas.DataFrame:
    """Deal hands at random and judge each, on all cores.

    Every game is dealt from its own pack: with several rulebooks each gets ``n`` hands of its own, as 13, 21
    and 27 cards cannot be the same hand. The cards depend on the seed, the rulebook's key, the deal's number
    and the pack alone: not on options, so that house options can be compared on the same hands, and not on
    how the work is shared out. A rulebook of your own is dealt the hands of the one of ours that it differs least
    from, so that it can be compared with its base. A larger ``n`` keeps the first rows. Every deal
    is kept, also where a rule would have it dealt again for its pairs, as most hands of vazhushal-13;
    ``analyse(...).notes`` says so.

    The work is shared out by joblib, so ``joblib.parallel_config`` chooses where it runs; on a Dask cluster,
    whose workers need this package, ``with joblib.parallel_config(backend="dask"): simulate(...)``.

    Args:
        rulebook: a key, a rulebook of your own, a list of these, or ``"all"``.
        n: deals a rulebook.
        seed: a whole number from 0 to 2**63 - 1; the same seed gives the same rows.
        players: how many play; of several rulebooks each takes the nearest number it allows.
        options: house options; of several rulebooks those take them that offer them.
        turned: ``"random"``: a card is turned up as in play; a card or ``"PJ"``: always this one; None: none is.
        cards: cards held: as many as the game deals (also if None), or one more, the card drawn.
        n_jobs: how many work at once, as joblib counts: -1 for all cores, 1 for this process alone.
        chunk: deals in one piece of work, None for a fitting number; the rows do not depend on it.
        progress: whether to show a bar; if None, on runs of more than two seconds that somebody watches.
        distance: whether to work out how far hands are from declaring.

    Returns:
        One row a deal, the rulebooks one after another, with ``rulebook``, ``seed``, ``deal`` (its number from 0),
        ``players``, ``turned``, ``hand`` (text); ``points`` at best if somebody else declares (missing where
        melds are worth points), ``score``, ``declares``, ``objective``; ``tier``, the reason code of the
        loser's level that holds for the best grouping; ``pure_sequence``, whether the hand holds one;
        ``wild_cards`` held, printed jokers among them where these are wild, and ``printed_jokers`` held;
        ``bonus`` from each opponent; ``distance``, cards to exchange until the hand declares (missing if it
        never can), and ``distance_to_seen`` in games that hide the wild cards. ``distance=False`` leaves out
        the last two.

    Raises:
        RuleError: a number that is out of range, an unknown rulebook or option, or a card that cannot be turned.
        CardError: the turned card cannot be read.

    Example:
        >>> frame = simulate("gorummy-13", 3, seed=7, n_jobs=1)
        >>> frame[["deal", "points", "pure_sequence", "distance"]].values.tolist()
        [[0, 80, False, 4], [1, 61, True, 3], [2, 28, True, 3]]
    """
    from joblib import Parallel, delayed, effective_n_jobs, parallel

    n = _whole(n, "n", 0)
    seed = _whole(seed, "seed", 0, _MOST_SEED)
    refuse("bad-jobs", n_jobs is not None and _whole(n_jobs, "n_jobs") == 0)
    games = _games(rulebook, players, options, turned, cards, seed, bool(distance))
    if chunk is None:
        share = -(-n * len(games) // (_CHUNKS_A_JOB * effective_n_jobs(n_jobs)))
        chunk = min(max(share, 1), _MOST_CHUNK)
    chunk = _whole(chunk, "chunk", 1)
    names = [name for name in _COLUMNS if distance or name not in _DISTANCES]
    columns: dict[str, list] = {name: [] for name in names}
    work = (delayed(run_chunk)(game, start, min(start + chunk, n)) for game in games for start in range(0, n, chunk))
    # results are handed over one by one, where the backend can, so that the bar moves
    one_by_one = parallel.get_active_backend()[0].supports_return_generator
    pieces = Parallel(n_jobs=n_jobs, return_as="generator" if one_by_one else "list")(work) if n else ()
    with progress_bar(n * len(games), progress) as bar:
        for piece in pieces:
            for name, values in zip(names, piece, strict=True):
                columns[name] += values
            bar.update(len(piece[0]))
    return _frame(columns)


def run_chunk(game: Game, start: int, stop: int) -> list[list]:
    """Judge the deals with numbers from ``start`` to before ``stop``.

    Returns:
        The columns of their rows.
    """
    pack = game.pack()
    return [list(column) for column in zip(*[_row(game, number, pack) for number in range(start, stop)], strict=True)]


def _row(game: Game, number: int, pack: Sequence[int]) -> tuple:
    """One deal, in the order of the columns."""
    cards, turned = game.deal(number, pack)
    deal = set_table(game.rulebook, turned, game.players)
    result = judge_hand(Hand(cards), deal)
    best = result.solved
    row = (
        game.rulebook.key,
        game.seed,
        number,
        game.players,
        None if turned is None else str(turned),
        format_cards(cards),
        best.points,
        best.score,
        best.declares,
        best.objective,
        _tier(result),
        holds_pure_sequence(cards, deal),
        sum([deal.is_wild[card.index] for card in cards]),
        sum([card.is_printed_joker for card in cards]),
        result.bonus,
    )
    if not game.distance:
        return row
    far = find_distance(cards, deal)
    return (*row, far.exchanges, far.to_see)


def _tier(result: Analysis) -> str:
    """The reason code of the loser's level that holds for the best grouping."""
    laid = score_arrangement(result.solved.as_laid(), result.deal)
    if result.solved.declares:  # the grouping shown is the one that declares: look for a loser's
        deal = result.deal
        loser = deal.with_rules(objectives=())
        laid = score_arrangement(find_best(result.hand.cards, loser).as_laid(), loser)
    return next(reason.code for reason in laid.reasons if reason.is_level)


def _games(
    rulebook: Given | Sequence[Given],
    players: int,
    options: Sequence[str],
    turned: Card | str | None,
    cards: int | None,
    seed: int,
    distance: bool,
) -> list[Game]:
    """The rulebooks at their tables, each checked."""
    if turned != RANDOM:
        turned = _as_turned(turned)
    games: list[Game] = []
    books, single = find_some(rulebook, options)
    check_players(players, several=not single)
    for book in books:
        seats = players if single else book.table.nearest(players)
        shown = turned if book.wilds.exposed else None
        set_table(book, None if isinstance(shown, str) else shown, seats)
        held, values = book.deal if cards is None else _whole(cards, "cards"), {"rulebook": book.key, "deal": book.deal}
        refuse("bad-number:cards", held not in (book.deal, book.deal + 1), found=cards, more=book.deal + 1, **values)
        game = Game(book, seats, shown, held, seed, distance, find_nearest(book).key)
        size = len(game.pack())
        refuse("bad-rulebook:small-pack", size < book.deal + 2, players=seats, size=size, **values)
        games.append(game)
    return games


def _as_turned(turned: Card | str | None) -> Card | None:
    try:
        return as_card(turned)
    except CardError:
        raise CardError("bad-card:turned", found=quote(turned)) from None


def _whole(value: Any, name: str, least: int | None = None, most: int | None = None) -> int:
    """A whole number in a range, also numpy's."""
    number = as_whole(value)
    low = number is not None and least is not None and number < least
    high = number is not None and most is not None and number > most
    if number is None or low or high:
        key = "bad-number" if least is None else "bad-number:least" if most is None else "bad-number:range"
        raise RuleError(key, name=name, least=least, most=most, found=represent(value))
    return number


def progress_bar(total: int, progress: bool | None) -> tqdm[None]:
    """A bar that counts deals; by default only where somebody watches, and only once a run turns out long."""
    from tqdm.auto import tqdm

    if progress is None:
        terminal = sys.stderr is not None and sys.stderr.isatty()
        progress, delay = terminal or "ipykernel" in sys.modules, _DELAY
    else:
        delay = 0.0
    return tqdm(total=total, unit="", disable=not progress, delay=delay)


def _frame(columns: dict[str, list]) -> pandas.DataFrame:
    import pandas as pd

    return pd.DataFrame({name: pd.Series(values, dtype=_COLUMNS[name]) for name, values in columns.items()})
