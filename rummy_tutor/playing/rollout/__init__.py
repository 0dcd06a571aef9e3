"""Throws played to the end: the same unseen cards dealt again and again, and computer players from then on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from ...game.cards import CARDS, Card, Hand
from ...game.display import Result
from ...game.messages import represent
from ...game.rules import Rulebook, RuleError, refuse
from ...game.table import Deal, set_table
from ...game.unseen import check_supply
from ...rulebooks.find import Given, find_rulebook
from ...study.advice import advise_at
from ...study.analysis import as_card, as_cards, as_hand, refuse_jokers, write_table
from ...study.simulate import progress_bar
from ..bots import make_bot
from ..chance import MOST_SEED, Chance, check_seed
from ..game import Game, Sitter, name_bots
from ..moves import Move, Phase
from ..round import Place, PlayedRound
from .deal_chances import SURE, share_interval

if TYPE_CHECKING:
    import pandas

_PLAYERS, _ROUNDS, _CANDIDATES = 2, 100, 2


class Ended(NamedTuple):
    """One round played to its end: whether this player won, and what they won or lost."""

    won: bool
    net: int


@dataclass(frozen=True)
class Throw:
    """What a throw came to.

    Attributes:
        card: the card thrown.
        rounds: the rounds in order; those of another throw at the same place were dealt the same cards.
    """

    card: Card
    rounds: tuple[Ended, ...]

    @property
    def wins(self) -> float:
        """The share of rounds that were won, from 0 to 1."""
        return sum([ended.won for ended in self.rounds]) / len(self.rounds)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the chance to win (Wilson's)."""
        return share_interval(sum([ended.won for ended in self.rounds]), len(self.rounds))

    @property
    def net(self) -> float:
        """The mean of what was won or lost, in points."""
        return sum([ended.net for ended in self.rounds]) / len(self.rounds)

    @property
    def error(self) -> float:
        """Half the 95 % interval of ``net``; 0 where one round says nothing of it."""
        return _half_interval([ended.net for ended in self.rounds])

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values."""
        low, high = self.interval
        figures = {"wins": self.wins, "low": low, "high": high, "net": self.net, "error": self.error}
        return {"card": str(self.card), **{name: round(value, 4) for name, value in figures.items()}}


@dataclass(frozen=True, repr=False)
class Rollout(Result):
    """Throws played to the end, the one that won most first.

    Attributes:
        hand: the cards held, one more than dealt.
        rulebook: the rules.
        turned: the card turned up; None for a random one in each round.
        bots: the levels of all players, this one's first.
        seed: what was dealt from.
        seen: cards known to be out of play.
        taken: for each of the others in turn, the cards they are known to hold.
        n: rounds that were asked for.
        throws: the throws; each has as many rounds as were played.
    """

    hand: Hand
    rulebook: Rulebook
    turned: Card | None
    bots: tuple[str, ...]
    seed: int
    seen: tuple[Card, ...]
    taken: tuple[tuple[Card, ...], ...]
    n: int
    throws: tuple[Throw, ...]

    @property
    def played(self) -> int:
        """Rounds that were played with each throw; fewer than ``n`` if the work was stopped."""
        return len(self.throws[0].rounds)

    @property
    def best(self) -> Throw:
        """The throw that won most."""
        return self.throws[0]

    def gain(self, a: Card | str, b: Card | str) -> tuple[float, float]:
        """How many points one throw is worth more than another, and half the 95 % interval of that.

        Both were played with the same cards, so that this is known better than each alone.

        Args:
            a, b: the cards thrown.

        Raises:
            RuleError: one of them was not thrown.
        """
        pairs = zip(self._find(a).rounds, self._find(b).rounds, strict=True)
        gains = [ended.net - other.net for ended, other in pairs]
        return sum(gains) / len(gains), _half_interval(gains)

    def _find(self, card: Card | str) -> Throw:
        for throw in self.throws:
            if throw.card == as_card(card):
                return throw
        raise RuleError("bad-discards:not-thrown", card=str(card))

    def to_frame(self) -> pandas.DataFrame:
        """A table with one row a throw, indexed by the card: ``wins`` with ``low`` and ``high``, ``net``, ``error``."""
        import pandas as pd

        return pd.DataFrame([throw.to_dict() for throw in self.throws]).set_index("card")

    def to_dict(self) -> dict[str, object]:
        """What was asked and the answer as plain JSON values."""
        return {
            "hand": str(self.hand),
            "rulebook": self.rulebook.key,
            "turned": None if self.turned is None else str(self.turned),
            "options": list(self.rulebook.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "seen": list(map(str, self.seen)),
            "taken": [list(map(str, cards)) for cards in self.taken],
            "n": self.n,
            "played": self.played,
            "throws": [throw.to_dict() for throw in self.throws],
        }

    def __repr__(self) -> str:
        parts = [repr(str(self.hand)), write_table(self.rulebook, self.turned, 4)]
        parts.append(f"discards={[str(throw.card) for throw in self.throws]!r}")
        parts += [f"n={self.n}", f"bots={list(self.bots)!r}", f"seed={self.seed}"]
        parts += [f"seen={' '.join(map(str, self.seen))!r}"] if self.seen else []
        known = {seat: " ".join(map(str, cards)) for seat, cards in enumerate(self.taken, 1) if cards}
        parts += [f"taken={known!r}"] if known else []
        return f"rollout({', '.join(parts)})"


def rollout(
    hand: Hand | str | Iterable[Card],
    rulebook: Given,
    turned: Card | str | None = None,
    options: Sequence[str] = (),
    *,
    discards: Iterable[Card | str] | None = None,
    n: int = _ROUNDS,
    bots: str | Sequence[str] = "exact",
    players: int | None = None,
    seed: int = 0,
    seen: Hand | str | Iterable[Card] = (),
    taken: Hand | str | Iterable[Card] | Mapping[int, Hand | str | Iterable[Card]] = (),
    progress: bool | None = None,
) -> Rollout:
    """Play throws to the end of the round, against computer players and by one, from many deals of what is unseen.

    Each deal is played once with every throw, so that they are compared on the same cards. Pressing Ctrl-C, or the
    notebook's stop button, ends the work; what has been played by then is the answer.

    Args:
        hand: one card more than the game deals, as before a throw.
        rulebook: a key such as ``"gorummy-13"``, or a rulebook of your own.
        turned: the card turned up to choose the wild cards, or None: a random one in each round.
        options: house options of the rulebook.
        discards: the throws to compare; the best two of ``advise`` if left out.
        n: how many rounds to play with each throw.
        bots: the level of all players (``new``, ``steady``, ``exact``, ``strong``), or one for each, this one's first.
        players: how many play; two, or as many as ``bots`` names.
        seed: a whole number from 0; the same one gives the same rounds.
        seen: cards that lie thrown, the open one last.
        taken: cards that the next player took from the discards and still holds, dealt to them in every round; with
            more players a mapping such as ``{1: "KD", 3: "7C"}``, by how many places after this one they sit.
        progress: whether to show a bar; if None, on work of more than two seconds that somebody watches.

    Raises:
        CardError: a card cannot be read.
        RuleError: the rulebook, players, level, seed or cards are impossible, a throw is not allowed, or the hand has
            another number of cards.

    Example:
        >>> hand = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S 7C"
        >>> found = rollout(hand, "gorummy-13", "9D", discards=["7C", "5H"], n=4, bots="steady")
        >>> found.played, sorted(str(throw.card) for throw in found.throws)
        (4, ['5H', '7C'])
    """
    cards, book = as_hand(hand), find_rulebook(rulebook, options)
    refuse("bad-seats:type", not isinstance(bots, Iterable), found=represent(bots))
    levels = [bots] * (players or _PLAYERS) if isinstance(bots, str) else [*bots]
    refuse("bad-players:bots", players not in (None, len(levels)), n=players, bots=len(levels))
    for level in levels:
        make_bot(level)
    card, gone, known = as_card(turned), as_cards(seen), _read_taken(taken, len(levels) - 1, book.deal)
    deal = set_table(book, card, len(levels))
    refuse_jokers(cards, deal)
    away = (*gone, *(card for held in known for card in held))
    check_supply(cards.cards, deal, away, None)
    refuse("bad-rollout:size", len(cards) != book.deal + 1, n=len(cards), deal=book.deal)
    refuse("bad-rollout:n", type(n) is not int or n < 1, found=represent(n))
    check_seed(seed)
    thrown = _find_thrown(cards, deal, away, discards)
    rounds = _play_all(cards.cards, book, card, levels, gone, known, thrown, seed)
    played: list[list[Ended]] = []
    with progress_bar(n, progress) as bar:
        try:
            for ended in islice(rounds, n):
                played.append(ended)
                bar.update()
        except KeyboardInterrupt:
            if not played:
                raise
    throws = [Throw(card, tuple([row[at] for row in played])) for at, card in enumerate(thrown)]
    throws.sort(key=lambda throw: (-throw.wins, -throw.net))
    return Rollout(cards, book, card, tuple(levels), seed, gone, known, n, tuple(throws))


def _find_thrown(
    hand: Hand, deal: Deal, away: tuple[Card, ...], discards: Iterable[Card | str] | None
) -> Sequence[Card]:
    """The cards to be thrown, each once: those that were named, else the best two."""
    if discards is None:
        advised = advise_at(hand, deal, away, ask=("discards",)).discards or ()
        thrown = [discard.card for discard in advised[:_CANDIDATES]]
    else:
        thrown = list(dict.fromkeys(as_cards(discards)))
    if missing := [card for card in thrown if card not in hand.cards]:
        raise RuleError("bad-discards:not-held", card=str(missing[0]))
    refuse("bad-discards:none", not thrown)
    return thrown


def _read_taken(
    taken: Hand | str | Iterable[Card] | Mapping[int, Hand | str | Iterable[Card]], others: int, deal: int
) -> tuple[tuple[Card, ...], ...]:
    """The cards that each of the others is known to hold."""
    by_seat = dict(taken) if isinstance(taken, Mapping) else {1: taken}
    if unknown := [seat for seat in by_seat if type(seat) is not int or not 1 <= seat <= others]:
        raise RuleError("bad-taken:seat", found=represent(unknown[0]), most=others)
    known = tuple(as_cards(by_seat.get(seat, ())) for seat in range(1, others + 1))
    if many := [len(cards) for cards in known if len(cards) > deal]:
        raise RuleError("bad-taken:many", n=many[0], deal=deal)
    return known


def _play_all(
    hand: tuple[Card, ...],
    book: Rulebook,
    turned: Card | None,
    levels: Sequence[str],
    gone: tuple[Card, ...],
    known: Sequence[tuple[Card, ...]],
    thrown: Sequence[Card],
    seed: int,
) -> Iterator[list[Ended]]:
    """Rounds without end: each time what every throw comes to, with the same cards dealt."""
    table = set_table(book, None, len(levels))
    unseen = Counter({card: table.pack.copies(card) for card in CARDS})
    shown = turned if book.wilds.exposed else None
    unseen.subtract([*hand, *gone, *(card for held in known for card in held), *([] if shown is None else [shown])])
    pack = [card for card in CARDS for _ in range(unseen[card])]
    sitters = [Sitter(name, level) for name, level in zip(name_bots(len(levels)), levels, strict=True)]
    chance = Chance(seed)
    while True:
        cards, chance = chance.shuffle(pack)
        number, chance = chance.below(MOST_SEED)
        others, rest = [], cards
        for held in known:
            missing = book.deal - len(held)
            others.append(Place(hand=(*held, *rest[:missing]), taken=held, begun=True))
            rest = rest[missing:]
        card = shown
        if card is None and book.wilds.exposed:
            card, rest = rest[0], rest[1:]
        if card is not None and book.table.turned_drawn_last:
            rest = (*rest, card)
        start = PlayedRound(
            rulebook=book,
            names=tuple(sitter.name for sitter in sitters),
            turned=card,
            places=(Place(hand=hand, begun=True), *others),
            stock=rest,
            discards=gone,
            chance=chance,
            phase=Phase.THROW,
            untouched=False,
            early=False,
        )
        yield [_play_out(start, sitters, throw, number) for throw in thrown]


def _play_out(start: PlayedRound, sitters: Sequence[Sitter], card: Card, seed: int) -> Ended:
    """A round from a throw to its end."""
    move = Move("throw", (card,))
    ruling = start.judge_move(move)
    refuse("bad-discards:refused", not ruling.allowed, card=str(card), why=ruling.text)
    game = Game(start.rulebook, sitters, seed, played=start.play(move)).go_on()
    outcome = game.outcome
    assert outcome is not None  # only bots sit here
    return Ended(outcome.winner == 0, outcome.net[0])


def _half_interval(values: Sequence[float]) -> float:
    """Half the 95 % interval of a mean."""
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return SURE * sqrt(sum([(value - mean) ** 2 for value in values]) / (len(values) - 1) / len(values))
