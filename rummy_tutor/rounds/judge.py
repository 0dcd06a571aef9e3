"""What a seat comes to under a rulebook: the points its player loses, checked against what is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from ..game.cards import CARDS, MAX_HAND, Hand
from ..game.messages import Items, key_of, quote, tell_later
from ..game.records import Arranged, Best
from ..game.rules import MELDS, Measure, Objective, PickingUp, Rest, Rulebook, RuleError, Tier, refuse
from ..game.table import Deal, set_table
from ..referee.scoring import limit_points, printed_factor
from ..referee.value_cards import BonusItem
from ..study.analysis import Analysis, judge_hand
from .bonus import judge_bonus
from .endings import LOSING, OUT, WINNING, Ending, counts_cards, price_of
from .knock import BIG_GIN, Knocked, count_hands, seat_big_gin
from .seats import Seat, Turn


class Figure(StrEnum):
    """Where a player's figure comes from."""

    LAID = "laid"  # the groups as laid
    BEST = "best"  # the best regrouping of cards given without groups
    STATED = "stated"
    PRICE = "price"  # the rulebook's price of leaving the round
    NONE = "none"  # none is needed


@dataclass(frozen=True)
class Judged:
    """A seat and what it comes to.

    Attributes:
        seat: what was told.
        figure: where the figure comes from.
        points: what is lost by points; 0 for the winner.
        count: what the cards count to before halving and doubling, None if no cards count.
        half: which rule of losing before the first move held: ``half``, ``unmeldable``, ``double``,
            ``ordinary`` (the rulebook has none), or empty.
        factor: what a turned printed joker multiplied the points with.
        analysis: the verdict on the hand, None without one.
        objective: how the winner declared, if known.
        seen: whether the player saw a hidden turned card, None where none is hidden.
        dublees: whether the player pays no points because they saw it by showing dublees.
        score: the score where melds are worth points and it is known.
        bonus: what each opponent owes for value cards, None where there are none.
        items: what the bonus is made of; empty if it was stated.
    """

    seat: Seat
    figure: Figure
    points: int
    count: int | None = None
    half: str = ""
    factor: int = 1
    analysis: Analysis | None = None
    objective: str | None = None
    seen: bool | None = None
    dublees: bool = False
    score: int | None = None
    bonus: int | None = None
    items: tuple[BonusItem, ...] = ()

    @property
    def name(self) -> str:
        """The player's name."""
        return self.seat.name

    @property
    def ending(self) -> Ending:
        """How the round ended for the player."""
        return self.seat.ending


def judge_seat(seat: Seat, deal: Deal, winner_turn: Turn | None, counts: bool) -> Judged:
    """What a seat comes to at a table.

    Args:
        seat: what was told.
        deal: the rulebook at its table.
        winner_turn: when the winner declared, None if nobody said.
        counts: whether a player's cards decide anything in this round.

    Raises:
        RuleError: what was told is impossible under the rulebook.
    """
    book = deal.rulebook
    _refuse_strangers(seat, deal)
    analysis = None if seat.hand is None else judge_hand(seat.hand, _seat_at(seat, deal))
    judged = Judged(seat, Figure.NONE, 0, analysis=analysis, seen=_has_seen(seat, analysis, deal))
    if seat.ending in OUT and counts_cards(seat.ending, book):
        judged = _count_all(judged, deal) if counts else judged
    elif seat.ending in OUT:
        judged = _leave(judged, deal)
    elif seat.ending in LOSING and counts and book.scoring.measure is Measure.PENALTY:
        judged = _lose(judged, deal, winner_turn)
    elif seat.ending in WINNING:
        judged = _win(judged, deal if analysis is None else analysis.deal)
    elif counts and (seat.ending is Ending.PLAYING or counts_losers(book)):
        judged = _stay(judged)
        judged = replace(judged, points=-(judged.score or 0) if counts_losers(book) else 0)
    bonus, items = judge_bonus(seat, deal)
    return replace(judged, bonus=bonus, items=items)


def counts_losers(book: Rulebook) -> bool:
    """Whether the cards of those who lost count in a round that was won: not where only a game is counted."""
    return book.settlement.winner_takes or book.settlement.game_point is None


def _seat_at(seat: Seat, deal: Deal) -> Deal:
    """The table for a seat's cards, whose rulebook deals as many cards as count there.

    A loser with a card too many throws none: all cards held count (R60).
    """
    book = deal.rulebook
    knock = book.settlement.knock
    if seat.hand is not None and seat.ending is Ending.DECLARED and knock is not None and knock.big_gin is not None:
        whole = set_table(seat_big_gin(book), deal.turned, deal.players)
        return whole if len(seat.hand.cards) > book.deal and judge_hand(seat.hand, whole).verdict.declares else deal
    if seat.hand is not None and seat.ending in WINNING and PickingUp.ANY_IF_LOWEST_MELDED in book.settlement.bars:
        return _seat_winner(seat.hand, deal)
    if seat.ending not in LOSING or seat.hand is None or len(seat.hand.cards) != book.deal + 1:
        return deal
    held = book.deal + 1  # in the largest game no more can be dealt: there any number counts that is not the game's
    return deal.with_rules(deal=held if held < MAX_HAND else book.deal - 1)


def _seat_winner(hand: Hand, deal: Deal) -> Deal:
    """The table for a winner who may have taken several discards at once and so hold more cards than were dealt.

    Either every card lies in a meld, or one is thrown.
    """
    held = len(hand.cards)
    if held <= deal.rulebook.deal + 1:
        return deal
    tables = [deal.with_rules(deal=size) for size in (held - 1, held) if size < MAX_HAND]
    return next((table for table in tables if judge_hand(hand, table).verdict.declares), tables[0])


def _refuse_strangers(seat: Seat, deal: Deal) -> None:
    """Refuse what this rulebook does not know at all."""
    book, asks, ending = deal.rulebook, seat.ending.terms.asks, seat.ending.value
    refuse("no-hidden-card", seat.seen is not None and not book.wilds.hidden, seat.name, game=book.key)
    if seat.dublees is not None:
        refuse("no-dublee-rule", book.settlement.dublee_loser_free is None, seat.name, game=book.key)
        refuse("no-dublee-rule:ending", "dublees" not in asks, seat.name, ending=ending)
        refuse("must-have-seen:dublees", seat.dublees and seat.seen is False, seat.name)
    refuse("bad-turn:ending", seat.declared_on is not None and "declared_on" not in asks, seat.name, ending=ending)
    if seat.objective is not None:
        refuse("bad-objective:ending", "objective" not in asks, seat.name, ending=ending)
        knock = book.settlement.knock
        big_gin = (BIG_GIN,) if knock is not None and knock.big_gin is not None else ()
        known = (*(way.name for way in book.objectives), *big_gin)
        values = {"found": quote(seat.objective), "game": book.key, "known": Items(known, "comma")}
        refuse("bad-objective", seat.objective not in known, seat.name, **values)
    stated = [name for name in ("points", "score") if getattr(seat, name) is not None]
    twice = stated and seat.hand is not None or len(stated) > 1
    refuse("two-figures", twice, seat.name, fields=Items(("hand", *stated), "comma"))
    wants = "points" if book.scoring.measure is Measure.PENALTY else "score"
    refuse(key_of("bad-points:", wants), stated and stated[0] != wants, seat.name, game=book.key)


def _has_seen(seat: Seat, analysis: Analysis | None, deal: Deal) -> bool | None:
    """Whether a player saw a hidden turned card: what was told, else what the hand can show."""
    if not deal.rulebook.wilds.hidden:
        return None
    can = None if analysis is None else analysis.solved.seen or analysis.solved.declares
    refuse("cannot-have-seen:declared", seat.ending is Ending.DECLARED and seat.seen is False, seat.name)
    refuse("cannot-have-seen", seat.seen and can is False, seat.name)
    tiers = deal.tiers[:-1]
    shown = any(0 < tier.needs.pure <= len(seat.laid_tunnelas) for tier in tiers)
    refuse("must-have-seen", seat.seen is False and shown, seat.name, n=len(seat.laid_tunnelas))
    if seat.seen is not None:
        return seat.seen
    if seat.ending in WINNING or shown or seat.dublees:
        return True
    if analysis is None:
        flats = {tier.flat for tier in tiers}
        return None if seat.points is None else seat.points in flats
    return analysis.verdict.seen


def _leave(judged: Judged, deal: Deal) -> Judged:
    """The price of a drop, of misses, or of a wrong declaration."""
    seat, book = judged.seat, deal.rulebook
    price, ending = price_of(seat.ending, book, seat.drew), tell_later(key_of("ending.", seat.ending))
    match = book.settlement.pool
    if match is not None:
        refuse("no-such-ending:match", price is None, seat.name, match=match.value, game=book.key, ending=ending)
    refuse("no-such-ending", price is None, seat.name, game=book.key, ending=ending)
    stated = seat.points
    refuse("stated-figure:price", stated not in (None, price), seat.name, stated=stated, ending=ending, n=price)
    laid = None if judged.analysis is None else judged.analysis.arranged
    refuse("declares-well", seat.ending.terms.invalid and laid is not None and laid.declares, seat.name)
    factor = printed_factor(deal)
    assert isinstance(price, int)  # of who pays for all cards they are counted
    return replace(judged, figure=Figure.PRICE, points=price * factor, factor=factor)


def _lose(judged: Judged, deal: Deal, winner_turn: Turn | None) -> Judged:
    """What the hand, or its stated count, costs a loser."""
    seat, book = judged.seat, deal.rulebook
    early = seat.ending.terms.before_first_move
    rule = book.penalties.before_first_move if early else None
    half = "ordinary" if early else ""
    factor, single = printed_factor(deal), _without_factor(deal)
    if rule is not None:
        double = rule.double_before_draw and winner_turn is Turn.BEFORE_DRAWING
        half = "double" if double else "unmeldable" if rule.unmeldable_only else "half"
        if half == "unmeldable":
            tiers = (Tier(code="unmeldable", exempt=MELDS),)  # melds are free, and there is no other rule of counting
            single = single.with_rules(scoring=replace(single.rulebook.scoring, tiers=tiers, cap=None, floor=0))
    if judged.seen and _is_free(judged, deal):
        judged = replace(judged, dublees=True)
    count, figure = _count(judged, single)
    if rule is None:
        points = limit_points(count, deal)
    elif half == "double":
        points = 2 * count * factor
    else:
        points = rule.halve(count) * factor
    if book.scoring.cap is not None:
        points = min(points, book.scoring.cap)  # last of all (R10)
    return replace(judged, figure=figure, points=points, count=count, half=half, factor=factor)


def _is_free(judged: Judged, deal: Deal) -> bool:
    """Whether a loser saw the turned card by dublees at a table whose house rule then lets them off the points."""
    seat, analysis, book = judged.seat, judged.analysis, deal.rulebook
    least = book.settlement.dublee_loser_free
    if least is None or seat.dublees is False:
        return False
    if analysis is None:
        return bool(seat.dublees) and deal.players >= least
    *levels, unseen = book.scoring.tiers
    tiers = (*(tier for tier in levels if tier.needs.dublees), unseen)
    only = judge_hand(analysis.hand, deal.with_rules(scoring=replace(book.scoring, tiers=tiers)))
    refuse("cannot-have-seen:dublees", seat.dublees and not only.solved.seen, seat.name)
    shows = seat.dublees or only.verdict.seen
    return bool(shows) and deal.players >= least


def _count_all(judged: Judged, deal: Deal) -> Judged:
    """What all cards cost, in melds or not, or what a hand costs at worst where that is one price."""
    seat, count = judged.seat, deal.rulebook.scoring.tiers[-1].flat
    if count is None and seat.hand is not None:
        count = sum([deal.points[card.index] for card in seat.hand.cards])
    refuse("no-figure", count is None and seat.points is None, seat.name)
    figure = Figure.PRICE if count is not None else Figure.STATED
    possible = _list_whole_counts(deal.rulebook) if count is None else (count,)
    count = (seat.points or 0) if count is None else count
    wrong = count not in possible or seat.points not in (None, count)
    refuse("stated-figure:impossible", wrong, seat.name, n=seat.points, ranges=tell_ranges(possible))
    points = limit_points(count, deal)
    return replace(judged, figure=figure, points=points, count=count, factor=printed_factor(deal))


@lru_cache(maxsize=64)
def _list_whole_counts(book: Rulebook) -> tuple[int, ...]:
    """The points that some whole hand of a game can count to."""
    tiers = (Tier(code="full-count"),)
    return list_counts(replace(book, objectives=(), scoring=replace(book.scoring, tiers=tiers)))


def _without_factor(deal: Deal) -> Deal:
    """The table without doubling, which comes after halving."""
    if printed_factor(deal) == 1:
        return deal
    return deal.with_rules(scoring=replace(deal.rulebook.scoring, printed_factor=1))


def _count(judged: Judged, deal: Deal) -> tuple[int, Figure]:
    """What a loser's cards count to, before halving and doubling, and where that is taken from."""
    seat, analysis = judged.seat, judged.analysis
    if judged.dublees:
        refuse("stated-figure:dublees", seat.points, seat.name, n=seat.points)
        return 0, _find_figure(analysis)
    if analysis is None:
        return _stated(judged, deal), Figure.STATED
    table = _seat_at(seat, deal)
    if table is not analysis.deal:
        analysis = judge_hand(analysis.hand, table)
    verdict, figure = analysis.verdict, _find_figure(analysis)
    if judged.seen is not None and judged.seen != verdict.seen:
        flat = deal.rulebook.scoring.tiers[0 if judged.seen else -1].flat
        if flat is not None:  # else what is paid depends on the cards
            return flat, figure
        verdict = analysis.solved if judged.seen else _unseen(analysis, table)
    assert verdict.points is not None  # whoever loses a hand loses points
    return verdict.points, figure


def _find_figure(analysis: Analysis | None) -> Figure:
    """Where a figure comes from that is judged by a hand or, without one, stated."""
    if analysis is None:
        return Figure.STATED
    return Figure.BEST if analysis.arranged is None else Figure.LAID


def _unseen(analysis: Analysis, deal: Deal) -> Arranged | Best:
    """The verdict on a hand whose player showed nothing, so that only the last level holds."""
    scoring = deal.rulebook.scoring
    return judge_hand(analysis.hand, deal.with_rules(scoring=replace(scoring, tiers=scoring.tiers[-1:]))).verdict


def _stated(judged: Judged, deal: Deal) -> int:
    """The stated count of a hand within the rulebook's limits, or what it has to be where these leave no choice."""
    seat, scoring = judged.seat, deal.rulebook.scoring
    flats = [tier.flat for tier in scoring.tiers]
    if None not in flats:
        paid = flats if judged.seen is None else (flats[:-1] or flats) if judged.seen else flats[-1:]
        if seat.points is None:
            refuse("no-figure:seen", judged.seen is None and len(flats) > 1, seat.name)
            return paid[0] or 0
        known = Items(tuple(dict.fromkeys(paid)), "or")
        refuse("stated-figure", seat.points not in paid, seat.name, stated=seat.points, known=known)
        return seat.points
    if seat.points is None:
        raise RuleError("no-figure").within(seat.name)
    possible = list_counts(deal.rulebook)
    wrong = seat.points not in possible
    refuse("stated-figure:impossible", wrong, seat.name, n=seat.points, ranges=tell_ranges(possible))
    # where a level that any hand reaches has a flat price, no hand costs more
    most = min((limit for limit in (scoring.cap, flats[-1]) if limit is not None), default=None)
    count = max(seat.points, scoring.floor)
    return count if most is None else min(count, most)


@lru_cache(maxsize=64)
def list_counts(book: Rulebook) -> tuple[int, ...]:
    """The points that some hand of a game can count to, before cap and floor, in order (R61).

    Where a level leaves melds out, the cards of the groups that it asks for do not count.
    """
    scoring = book.scoring
    values = {scoring.card_points(card) for card in CARDS[:52]} | {scoring.loose_wild}
    reach = [{0}]  # by a number of cards, the sums of as many or fewer
    for _ in range(book.deal):
        reach.append(reach[-1] | {total + value for total in reach[-1] for value in values})
    counts: set[int] = set()
    for tier in scoring.tiers:
        needs, melded = tier.needs, tier.rest is Rest.MELDED
        groups = max(needs.pure, needs.sequences, needs.long_sequences) + needs.tunnelas
        taken = 3 * groups + needs.long_sequences if tier.exempt else 0
        counts |= {tier.flat} if tier.flat is not None else {0} if melded else reach[max(0, book.deal - taken)]
    return tuple(sorted(counts))


def tell_ranges(counts: Sequence[int]) -> Items:
    """Whole numbers in order as the ranges that they make up: ``0 to 60 or 80``."""
    ranges: list[list[int]] = []
    for count in counts:
        if ranges and count == ranges[-1][1] + 1:
            ranges[-1][1] = count
        else:
            ranges.append([count, count])
    phrases = [low if low == high else tell_later("count.range", low=low, high=high) for low, high in ranges]
    return Items(tuple(phrases), "or")


def _win(judged: Judged, deal: Deal) -> Judged:
    """The winner: the hand has to declare if it was given."""
    seat, analysis, book = judged.seat, judged.analysis, deal.rulebook
    if book.settlement.knock is not None and seat.ending is Ending.DECLARED and analysis is None:
        return _knock(judged, deal)
    refuse("winner-with-points", seat.points or seat.score is not None, seat.name)
    if seat.ending is Ending.LAST_LEFT:
        return judged
    rule = book.penalties.before_first_move
    too_early = seat.declared_on is Turn.BEFORE_DRAWING and (rule is None or not rule.double_before_draw)
    refuse("bad-turn:before-drawing", too_early, seat.name, game=book.key)
    if analysis is None:
        return replace(judged, objective=seat.objective)
    hand, objective = analysis.hand, analysis.verdict.objective
    if not analysis.verdict.declares:
        raise _explain_refusal(analysis).within(seat.name)
    if book.settlement.dublee_win:
        objective = _declare_by(hand, [way for way in book.objectives if way.needs.dublees], deal) or objective
    objective = _by_better_game(hand, objective, deal) or objective
    if seat.objective not in (None, objective):
        objective = _declare_by(hand, [way for way in book.objectives if way.name == seat.objective], deal)
        refuse("does-not-declare:objective", objective is None, seat.name, objective=seat.objective)
    return replace(judged, figure=_find_figure(analysis), objective=objective)


def _knock(judged: Judged, deal: Deal) -> Judged:
    """Who knocked without cards: the points said to be left over, which some way to declare must allow."""
    seat = judged.seat
    ways = [way for way in deal.objectives if seat.objective in (None, way.name)]
    limits = [deal.deadwood_limit(way) or 0 for way in ways] or [0]
    nothing = seat.objective is not None and not max(limits)  # a way that leaves none over
    count = 0 if seat.points is None and nothing else seat.points
    wrong = count is not None and count > max(limits)
    refuse("stated-figure:impossible", wrong, seat.name, n=count, ranges=tell_ranges(range(max(limits) + 1)))
    return replace(judged, figure=Figure.STATED, count=count, objective=seat.objective)


def _by_better_game(hand: Hand, objective: str | None, deal: Deal) -> str | None:
    """The way to declare that counts more often than another, where the hand allows it."""
    factors = {way.name: way.factor for way in deal.objectives}
    better = [way for way in deal.objectives if way.factor > factors.get(str(objective), 1)]
    ranked = sorted(better, key=lambda way: -way.factor)
    return next((way.name for way in ranked if _declare_by(hand, [way], deal)), None)


def _declare_by(hand: Hand, ways: Sequence[Objective], deal: Deal) -> str | None:
    """By which of some ways a hand declares, None if by none of them."""
    return judge_hand(hand, deal.with_rules(objectives=tuple(ways))).verdict.objective if ways else None


def _explain_refusal(analysis: Analysis) -> RuleError:
    """Why a winner's hand does not declare."""
    if not analysis.size_ok:
        size, deals = len(analysis.hand.cards), analysis.rulebook.deal
        return RuleError("does-not-declare:size", n=size, deal=deals)
    if analysis.arranged is None:
        return RuleError("does-not-declare")
    return RuleError("does-not-declare:regroup" if analysis.solved.declares else "does-not-declare:laid")


def judge_knock(judged: Sequence[Judged], deal: Deal) -> Knocked | None:
    """The two counted hands of a round that was won by declaring, None where hands are not counted so.

    Points that are stated are those left over, the other's after laying off.
    """
    rule = deal.rulebook.settlement.knock
    winner = next((seat for seat in judged if seat.ending is Ending.DECLARED), None)
    other = next((seat for seat in judged if seat.ending in LOSING), None)
    if rule is None or winner is None or other is None:
        return None
    refuse("no-figure", winner.analysis is None and winner.count is None, winner.name)
    sort = winner.objective if winner.objective == BIG_GIN else "knock" if winner.count else "gin"
    mine: Analysis | int = winner.count or 0 if winner.analysis is None else winner.analysis
    theirs: Analysis | int = other.points if other.analysis is None else other.analysis
    return count_hands(mine, theirs, deal, rule, sort)


def _stay(judged: Judged) -> Judged:
    """A player whose hand is counted because the stock was used up."""
    seat, analysis = judged.seat, judged.analysis
    if analysis is None:
        refuse("no-figure:score", seat.score is None, seat.name)
        return replace(judged, figure=Figure.STATED, score=seat.score)
    return replace(judged, figure=_find_figure(analysis), score=analysis.verdict.score)
