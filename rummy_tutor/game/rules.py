"""What a rulebook is: frozen records of data, from the pack to the settlement, that the engine reads.

A rulebook holds no code and the engine never asks which one it has; a new game, also a user's own,
is one ``Rulebook`` value. ``sources`` says for each field where it is taken from: S0 to S4 are the
five published rule pages, R1, R2 … the numbered rulings where a page is silent or contradicts itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from .cards import CARDS, SUITS, Card
from .checks import Checked, check_rulebook
from .choices import MELDS as MELDS  # part of what a rulebook is written with
from .choices import SEQUENCES as SEQUENCES
from .choices import (
    Aces,
    Joining,
    JokerGroups,
    Kind,
    KnockLimit,
    Leaving,
    Measure,
    PickingUp,
    Pool,
    Rest,
    SetSuits,
    WhenStockEnds,
    WildRanks,
)
from .choices import RuleError as RuleError
from .choices import refuse as refuse
from .display import Result
from .messages import find_surface
from .procedure import UNSTATED, USUAL, Procedure

LATER = "later"


def later(default: Any) -> Any:
    """A field that earlier files do not have: a file names it only where it is not as it was before it came."""
    return field(default=default, metadata={LATER: True})


@dataclass(frozen=True, kw_only=True)
class Pack(Checked):
    """The cards in play.

    Attributes:
        decks: decks of 52 cards.
        printed_jokers: printed jokers in all decks together.
    """

    decks: int
    printed_jokers: int

    def copies(self, card: Card) -> int:
        """How many copies of a card the pack holds."""
        return self.printed_jokers if card.is_printed_joker else self.decks


@dataclass(frozen=True, kw_only=True)
class Table(Checked):
    """Players and packs.

    Attributes:
        players: fewest and most players.
        packs: pairs of the most players a pack serves, and the pack, from few to many.
        turned_drawn_last: whether the turned card lies under the stock and is its last card.
    """

    players: tuple[int, int]
    packs: tuple[tuple[int, Pack], ...]
    turned_drawn_last: bool = False

    def pack_for(self, players: int) -> Pack:
        """The pack used by that many players."""
        return next(pack for most, pack in self.packs if players <= most)

    def nearest(self, players: int = 4) -> int:
        """As many players as are asked for, or as near to it as the game allows."""
        least, most = self.players
        return min(max(players, least), most)


@dataclass(frozen=True, kw_only=True)
class Wilds(Checked):
    """How the turned card makes cards wild.

    Attributes:
        printed: whether printed jokers are wild.
        offsets: ranks up from the turned card, same suit, circular; 0 is the turned card itself.
        ranks: which further cards of the turned rank are wild.
        printed_counts_as: the card that stands in for a turned printed joker, None if it makes nothing wild.
        printed_adds: cards that are wild as well when a printed joker is turned.
        exposed: whether a card is turned at all.
        hidden: whether players see the turned card only once they have shown melds.
        as_itself: whether a wild card that is no printed joker may also stand for itself.
    """

    printed: bool = True
    offsets: tuple[int, ...] = ()
    ranks: WildRanks = WildRanks.NONE
    printed_counts_as: Card | None = None
    printed_adds: tuple[Card, ...] = ()
    exposed: bool = True
    hidden: bool = False
    as_itself: bool = later(True)

    @property
    def makes_cards_wild(self) -> bool:
        """Whether any card but the printed joker can be wild."""
        return self.exposed and (bool(self.offsets) or self.ranks is not WildRanks.NONE)

    def indicator(self, turned: Card | None) -> Card | None:
        """The card from which the wild ones are counted, None if there is none."""
        if turned is None or not self.exposed:
            return None
        return self.printed_counts_as if turned.is_printed_joker else turned

    def types(self, turned: Card | None) -> tuple[Card, ...]:
        """The wild card types for a turned card, without the printed joker, each once."""
        base = self.indicator(turned)
        if base is None or turned is None:
            return ()
        cards = [neighbour(base, offset) for offset in self.offsets]
        same_rank = [CARDS[suit * 13 + base.index % 13] for suit in range(4)]
        if self.ranks is WildRanks.ALL_SUITS:
            cards += same_rank
        elif self.ranks is not WildRanks.NONE:
            red = SUITS[base.index // 13].is_red is (self.ranks is WildRanks.SAME_COLOUR)
            cards += [card for card, suit in zip(same_rank, SUITS, strict=True) if suit.is_red is red]
        if turned.is_printed_joker:
            cards += self.printed_adds
        return tuple(dict.fromkeys(cards))


def neighbour(card: Card, offset: int) -> Card:
    """The card ``offset`` ranks up in the same suit, the ace following the king."""
    return CARDS[card.index // 13 * 13 + (card.index % 13 + offset) % 13]


@dataclass(frozen=True, kw_only=True)
class Melds(Checked):
    """Which groups are melds.

    Attributes:
        aces: where the ace stands in a sequence.
        run_min: fewest cards in a sequence.
        run_max: most cards in a sequence (14: ace to ace).
        run_wilds: most wilds standing for others in a sequence, None for no limit.
        set_min: fewest cards in a set.
        set_max: most cards in a set, None for no limit.
        set_suits: what suits a set's naturals have.
        set_wilds: most wilds standing for others in a set, None for no limit.
        set_wilds_up_to_naturals: whether a set may not hold more wilds than naturals.
        naturals: fewest naturals in a sequence or set that holds wilds standing for others.
        naturals_per_wild: fewest naturals for each wild standing for another in a sequence or set, 0 for no such rule.
        joker_sets: whether three or more wilds alone, up to a set's most cards, are a set.
        tunnela_from: players from which three identical cards are a meld, None for never.
        tunnela_counts_pure: whether a tunnela counts as a pure sequence towards requirements.
        joker_tunnelas: whether three printed jokers are a tunnela, where there are tunnelas.
        dublees: whether two identical cards are a dublee.
        dublee_ranks: whether any two cards of one rank are a dublee, where there are dublees.
        dublee_jokers: whether a wild standing for the other card makes a dublee, where there are dublees.
        jokers: what a group of nothing but jokers means.
        identical: whether one player may lay two identical melds.
    """

    aces: Aces = Aces.LOW_OR_HIGH
    run_min: int = later(3)
    run_max: int = 14
    run_wilds: int | None = None
    set_min: int = later(3)
    set_max: int | None = 4
    set_suits: SetSuits = SetSuits.DISTINCT
    set_wilds: int | None = None
    set_wilds_up_to_naturals: bool = False
    naturals: int = 1
    naturals_per_wild: int = 0
    joker_sets: bool = False
    tunnela_from: int | None = None
    tunnela_counts_pure: bool = False
    joker_tunnelas: bool = True
    dublees: bool = False
    dublee_ranks: bool = False
    dublee_jokers: bool = False
    jokers: JokerGroups = JokerGroups.NONE
    identical: bool = True

    def has_tunnelas(self, players: int) -> bool:
        """Whether three identical cards are a meld with that many players."""
        return self.tunnela_from is not None and players >= self.tunnela_from


@dataclass(frozen=True, kw_only=True)
class Needs(Checked):
    """The least number of groups of each sort; ``jokers`` counts cards.

    Attributes:
        pure: pure sequences (and tunnelas, where these count as such).
        sequences: pure and impure sequences (and tunnelas, where these count as pure).
        long_sequences: sequences of four or more cards.
        tunnelas: tunnelas.
        dublees: dublees, each a group of its own.
        jokers: jokers laid by themselves.
        marriages: marriages held (the cards at offsets 0, +1 and -1), in whatever groups; only to declare.
    """

    pure: int = 0
    sequences: int = 0
    long_sequences: int = 0
    tunnelas: int = 0
    dublees: int = 0
    jokers: int = 0
    marriages: int = later(0)

    @property
    def groups(self) -> Needs:
        """The same without marriages, whose cards may lie in any groups."""
        return replace(self, marriages=0) if self.marriages else self

    def joined(self, other: Needs) -> Needs:
        """The groups that meet both these needs and some others."""
        return Needs(**{each.name: max(getattr(self, each.name), getattr(other, each.name)) for each in fields(self)})


@dataclass(frozen=True, kw_only=True)
class Objective(Checked):
    """One way to declare.

    Attributes:
        name: what players call it.
        needs: the groups that the hand must have.
        rest: what the other cards must be.
        deadwood: most points of the other cards that lie in no meld, where these may be anything; None for no limit.
        deadwood_by: what lowers that limit.
        players_from: fewest players with whom it holds.
        factor: what everything paid in the round is multiplied with where it is won so.
    """

    name: str
    needs: Needs
    rest: Rest = Rest.MELDED
    deadwood: int | None = None
    deadwood_by: KnockLimit = KnockLimit.FIXED
    players_from: int = 1
    factor: int = 1

    def __hash__(self) -> int:  # searches are kept by their objective
        return hash(self.name)


@dataclass(frozen=True, kw_only=True)
class Tier(Checked):
    """One level of a loser's count; the level that costs the loser least holds.

    Attributes:
        code: the reason given for the figure.
        needs: what the hand must show to reach the level.
        rest: what the other cards must be.
        exempt: kinds of groups whose cards do not count, if ``flat`` is None.
        flat: points whatever the cards.
        players_from: fewest players with whom it holds.
    """

    code: str
    needs: Needs = Needs()
    rest: Rest = Rest.ANYTHING
    exempt: tuple[Kind, ...] = ()
    flat: int | None = None
    players_from: int = 1


@dataclass(frozen=True, kw_only=True)
class Scoring(Checked):
    """What a hand is worth when somebody else declares.

    Attributes:
        measure: points lost, or melded value less loose value.
        tiers: levels from best to worst; the last one holds for every hand.
        cap: most points, None for no cap.
        floor: fewest points a loser pays.
        ace: points of an ace; court cards and tens are worth 10, other cards their number.
        ranks: points of 2, 3 and so on to king, twelve numbers, where they are others; else empty.
        ace_low: points of an ace that a 2 follows in a sequence, where melds are worth points; None for as any other.
        loose_wild: points of a wild card outside every meld.
        wild_at_face: whether one that is no printed joker costs there what it costs where it is not wild.
        printed_factor: what points are multiplied with when a printed joker is turned.
    """

    measure: Measure = Measure.PENALTY
    tiers: tuple[Tier, ...]
    cap: int | None = None
    floor: int = 0
    ace: int = 10
    ranks: tuple[int, ...] = ()
    ace_low: int | None = None
    loose_wild: int = 0
    wild_at_face: bool = False
    printed_factor: int = 1

    def card_points(self, card: Card) -> int:
        """Points of a card that is not wild; the printed joker has none."""
        return _list_points(self.ace, self.ranks)[card.index]

    def loose_points(self, card: Card, wild: bool) -> int:
        """Points of a card left loose."""
        if wild and (card.is_printed_joker or not self.wild_at_face):
            return self.loose_wild
        return self.card_points(card)

    def worth(self, shows: Sequence[Card], kind: Kind) -> int:
        """Points of a meld by the cards it shows, those of a sequence in order."""
        points = _list_points(self.ace, self.ranks)
        worth = sum([points[card.index] for card in shows])
        if self.ace_low is not None and kind in SEQUENCES and any([card.index % 13 == 0 for card in shows[:-1]]):
            worth -= self.ace - self.ace_low
        return worth


@lru_cache(maxsize=256)
def _list_points(ace: int, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Points of each card that is not wild, by card index."""
    return (*(ace, *(ranks or [min(rank, 10) for rank in range(2, 14)])) * 4, 0)


@dataclass(frozen=True, kw_only=True)
class Halving(Checked):
    """Points for losing before one's first move: half, rounded down, within limits.

    Attributes:
        least: fewest points that are paid then.
        most: most points that are paid then, None for no limit.
        unmeldable_only: whether it is half of what the cards cost that fit into no meld.
        double_before_draw: whether a loser pays double instead if the winner declared before drawing a card.
    """

    least: int = 0
    most: int | None = None
    unmeldable_only: bool = False
    double_before_draw: bool = False

    def halve(self, count: int) -> int:
        """The points that are paid for a count."""
        half = max(self.least, count // 2)
        return half if self.most is None else min(half, self.most)


@dataclass(frozen=True, kw_only=True)
class Penalties(Checked):
    """Points for leaving a round early, None where the source knows no such rule.

    Attributes:
        first_drop: points for leaving before one's first move.
        middle_drop: points for leaving later.
        three_misses: points for missing three moves in a row.
        wrong_declaration: points for declaring a hand that can't declare.
        before_first_move: what a loser pays who had no move yet, None for what any other pays.
        left_table: points for leaving the table, or ``full-count`` for all cards held; None for what a drop costs.
        foul: points that a player who fouls pays to the winner of the next round; in this one it costs nothing.
        last_player_wins: whether the last player who has not dropped wins.
    """

    first_drop: int | None = None
    middle_drop: int | None = None
    three_misses: int | None = None
    wrong_declaration: int | None = None
    before_first_move: Halving | None = None
    left_table: int | Leaving | None = later(None)
    foul: int | None = None
    last_player_wins: bool = True


@dataclass(frozen=True, kw_only=True)
class ValueCard(Checked):
    """A card that earns points from every opponent.

    Attributes:
        name: what players call it.
        offset: ranks up from the indicator, same suit, circular.
        points: for one, two, three copies.
        other_suit: whether it is the card of that rank in the other suit of the colour instead.
        card: the printed joker, where it is that card whatever is turned up; None if it is counted from the indicator.
    """

    name: str
    offset: int = 0
    points: tuple[int, ...]
    other_suit: bool = False
    card: Card | None = later(None)

    def beside(self, indicator: Card) -> Card:
        """The card that it is where some card is turned up."""
        if self.card is not None:
            return self.card
        card = neighbour(indicator, self.offset)
        if not self.other_suit:
            return card
        suit = card.index // 13
        other = next(
            at for at, suit_there in enumerate(SUITS) if at != suit and suit_there.is_red is SUITS[suit].is_red
        )
        return CARDS[other * 13 + card.index % 13]


@dataclass(frozen=True, kw_only=True)
class Bonus(Checked):
    """Points each opponent pays for cards held.

    Attributes:
        cards: the value cards.
        marriage: points for one, two, three marriages (the cards at offsets 0, +1 and -1).
        laid_tunnelas: points of a tunnela laid before play: of other cards, of jokers, of cards beside the turned one.
        hand_tunnelas: points for one, two, three tunnelas in the hand at the end; its cards then earn nothing else.
        halved_before_first_move: whether an opponent without a turn pays half.
        only_if_seen: whether who has not seen a hidden turned card gets nothing.
        unseen_to_winner: whether the winner then gets from everybody what that player would have got.
    """

    cards: tuple[ValueCard, ...]
    marriage: tuple[int, ...]
    laid_tunnelas: tuple[int, int, int] | None = None
    hand_tunnelas: tuple[int, ...] = later(())
    halved_before_first_move: bool = False
    only_if_seen: bool = False
    unseen_to_winner: bool = False


@dataclass(frozen=True, kw_only=True)
class Match(Checked):
    """A match that ends at a score or after some rounds; one of the two is given.

    Attributes:
        limit: the score at which a player is out.
        deals: how many rounds are played.
    """

    limit: int | None = None
    deals: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse("bad-rule:match", (self.limit is None) is (self.deals is None), field="Match.limit")

    @property
    def rounds(self) -> int | None:
        """How many rounds are played, None where the match lasts until one player is left."""
        return self.deals

    @property
    def value(self) -> str:
        """A short name, like those of the matches that have one."""
        return f"deals-{self.deals}" if self.limit is None else f"pool-{self.limit}"


@dataclass(frozen=True, kw_only=True)
class Knock(Checked):
    """Two counted hands: who declares pays or is paid the difference of the points left over.

    Attributes:
        gin: points more where no card of who declares is left over.
        undercut: points more to the other who has no more left over than who declares, with cards left over.
        big_gin: points instead of those for gin where the card drawn lies in a meld too, None for no such rule.
        lay_off: whether the other may lay off on the melds of who declares, unless no card is left over there.
    """

    gin: int = 25
    undercut: int = 25
    big_gin: int | None = None
    lay_off: bool = True


@dataclass(frozen=True, kw_only=True)
class Settlement(Checked):
    """Who pays whom.

    Attributes:
        winner_takes: whether the winner gets the losers' points.
        net_loss_cap: most a player can lose in a round, value cards included, None for no cap.
        dublee_win: extra points each loser pays if the winner finished by dublees.
        dublee_loser_free: players from which a loser who has seen by dublees pays no points, None for never.
        game_point: points for winning a game that is counted in games, not cards.
        knock: how two counted hands are settled, None where only the losers' cards count.
        pool: the match this is played as, None for single rounds.
        joining: with how many points a player may join a pool that is under way, None if nobody may.
        rejoin: whether who is out of a pool may come back.
        split_by_drops: whether the last players of a pool may share its prize by the drops they have left.
        wrong_declaration_ends: whether a wrong declaration ends a round of three or more players, for nobody's gain.
        stock_end: what happens when the stock is used up.
        redeal_pairs: pairs of one rank in a dealt hand that force a redeal (3 or more players), None for none.
        redeal_identical: whether only pairs of identical cards count for that.
        pick_up: what may not be taken from the discards; a list where several such rules hold.
    """

    winner_takes: bool = True
    net_loss_cap: int | None = None
    dublee_win: int = 0
    dublee_loser_free: int | None = None
    game_point: int | None = None
    knock: Knock | None = later(None)
    pool: Pool | Match | None = None
    joining: Joining | None = later(None)
    rejoin: bool = False
    split_by_drops: bool = False
    wrong_declaration_ends: bool = False
    stock_end: WhenStockEnds = WhenStockEnds.UNSTATED
    redeal_pairs: int | None = None
    redeal_identical: bool = False
    pick_up: PickingUp | tuple[PickingUp, ...] = PickingUp.FREE

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.pick_up, tuple):  # each rule once, and one alone not in a list: equal rules are equal
            bars = [rule for rule in PickingUp if rule in self.pick_up and rule is not PickingUp.FREE]
            object.__setattr__(self, "pick_up", tuple(bars) if len(bars) > 1 else (*bars, PickingUp.FREE)[0])

    @property
    def bars(self) -> tuple[PickingUp, ...]:
        """The rules on what may not be taken from the discards; ``free`` alone where all may."""
        return self.pick_up if isinstance(self.pick_up, tuple) else (self.pick_up,)


@dataclass(frozen=True, kw_only=True, repr=False)
class Rulebook(Checked, Result):
    """A game's rules as data; printed, a rulebook is a page to read.

    Attributes:
        key: short name, as on the command line.
        title: name for people.
        deal: cards dealt to a hand.
        table: players and packs.
        wilds: which cards are wild.
        melds: which groups are melds.
        objectives: the ways to declare, cheapest to explain first.
        scoring: what a losing hand costs.
        penalties: drops, misses, wrong declarations.
        bonus: value cards, None where there are none.
        settlement: who pays whom.
        procedure: how the game is played, which touches no figure.
        options: house options this value was made with.
        offers: house options that may be asked for.
        sources: pairs of a field's path (or of a part of it) and where it is taken from.
    """

    key: str
    title: str
    deal: int
    table: Table
    wilds: Wilds
    melds: Melds
    objectives: tuple[Objective, ...]
    scoring: Scoring
    penalties: Penalties = Penalties()
    bonus: Bonus | None = None
    settlement: Settlement = Settlement()
    procedure: Procedure = Procedure()
    options: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    sources: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_rulebook(self)

    def __hash__(self) -> int:  # equal values have equal keys; hashing every rule is slow
        return hash((self.key, self.options))

    def __repr__(self) -> str:
        return find_surface("rulebook")(self)

    def __str__(self) -> str:
        return find_surface("page")(self)

    def to_dict(self) -> dict[str, object]:
        """Every field as plain JSON values, which ``get_rulebook`` reads back under a key of your own."""
        return find_surface("data")(self)

    def differences(self, other: Rulebook | str) -> tuple[str, ...]:
        """The paths of the rules in which another rulebook, or the one of a key or a file, differs from this one.

        Raises:
            RuleError: there is no such rulebook.
        """
        return find_surface("differences")(self, other)

    def to_toml(self, base: str | None = None) -> str:
        """The text of a rulebook file, which ``get_rulebook`` reads back as the same value.

        Args:
            base: the key of the rulebook from which only the differences are written; None for every field.

        Raises:
            RuleError: the base is none of our keys, or the rulebook's own key or names could not be read back.
        """
        return find_surface("toml")(self, base)

    @property
    def stock_end(self) -> WhenStockEnds:
        """What happens when the stock is used up; where the source is silent, what ruling R62 says.

        The relatives of the main game of source S3, whose rounds are void then, are void too; elsewhere, and in S3's
        Marriage with its hidden card, which is no relative, the discards become a new stock once.
        """
        stated = self.settlement.stock_end
        if stated is not WhenStockEnds.UNSTATED:
            return stated
        is_related = (self.source_of("settlement") or "").startswith("S3") and not self.wilds.hidden
        return WhenStockEnds.VOID if is_related else WhenStockEnds.RESHUFFLE

    def source_of(self, path: str) -> str | None:
        """Where a field is taken from; a part of the path speaks for all below it."""
        if path == "settlement.stock_end" and self.settlement.stock_end is WhenStockEnds.UNSTATED:
            return "R62"  # whatever the source, it does not say
        part = path.removeprefix("procedure.")
        if part in USUAL and getattr(self.procedure, part) == UNSTATED:
            return "R66"
        if path == "wilds.as_itself" and self.wilds.as_itself and self.wilds.makes_cards_wild:
            return "R64"
        while path and path not in self._known_sources:
            path = path.rpartition(".")[0]
        return self._known_sources[path] if path else None

    @cached_property
    def _known_sources(self) -> dict[str, str]:
        return dict(self.sources)


NOT_RULES = ("key", "title", "procedure", "options", "offers", "sources")  # the fields that no card is judged by


def walk_fields(rulebook: Rulebook) -> Iterator[tuple[str, object]]:
    """Every rule of a rulebook as (dotted path, value); records are opened, tuples and a match are values."""

    def walk(value: Any, path: str) -> Iterator[tuple[str, object]]:
        for item in fields(value):
            inner = getattr(value, item.name)
            name = f"{path}{item.name}"
            if not path and item.name in NOT_RULES:
                continue
            if is_dataclass(inner) and not isinstance(inner, Card | Match):
                yield from walk(inner, name + ".")
            else:
                yield name, inner

    yield from walk(rulebook, "")
