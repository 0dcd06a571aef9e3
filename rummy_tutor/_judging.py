"""What a seat comes to under a rulebook: the points its player loses, checked against what is possible."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from ._maal import BonusItem, judge_bonus
from ._seats import LABELS, LOSING, OUT, WINNING, Ending, Seat, Turn, price_of
from .analysis import Analysis, judge_hand
from .phrases import count_of, points_of
from .rules import MELDS, Measure, Rulebook, RuleError, Tier
from .scoring import limit_points, printed_factor
from .table import Deal, set_table


class Figure(StrEnum):
    """Where a player's figure comes from."""

    LAID = "laid"  # his groups as laid
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
        points: what he loses by points; 0 for the winner.
        count: what the cards count to before halving and doubling, None if no cards count.
        half: which rule of losing before the first move held: ``half``, ``unmeldable``, ``double``,
            ``ordinary`` (the rulebook has none), or empty.
        factor: what a turned printed joker multiplied the points with.
        analysis: the verdict on his hand, None without one.
        objective: how the winner declared, if known.
        seen: whether he saw a hidden turned card, None where none is hidden.
        dublees: whether he pays no points because he saw it by showing dublees.
        score: his score where melds are worth points and it is known.
        bonus: what each opponent owes him for value cards, None where there are none.
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
        """How the round ended for him."""
        return self.seat.ending


def judge_seat(seat: Seat, deal: Deal, winner_turn: Turn | None, counts: bool = True) -> Judged:
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
    analysis = None if seat.hand is None else judge_hand(seat.hand, deal)
    judged = Judged(seat, Figure.NONE, 0, analysis=analysis, seen=_has_seen(seat, analysis, deal))
    if seat.ending in OUT:
        judged = _leave(judged, deal)
    elif seat.ending in LOSING and counts and book.scoring.measure is Measure.PENALTY:
        judged = _lose(judged, deal, winner_turn)
    elif seat.ending in WINNING:
        judged = _win(judged, deal)
    elif counts and seat.ending is Ending.PLAYING:
        judged = _stay(judged)
    bonus, items = judge_bonus(seat, deal)
    return replace(judged, bonus=bonus, items=items)


def _refuse_strangers(seat: Seat, deal: Deal) -> None:
    """Refuse what this rulebook does not know at all."""
    book = deal.rulebook
    if seat.seen is not None and not book.wilds.hidden:
        raise RuleError(f"{seat.name}: {book.key} hides no turned card, so nobody has seen it or not", "no-hidden-card")
    _refuse_dublees(seat, book)
    if seat.declared_on is not None and seat.ending is not Ending.DECLARED:
        raise RuleError(f"{seat.name}: declared_on is for who declared, not for {seat.ending}", "bad-turn")
    if seat.objective is not None:
        if seat.ending is not Ending.DECLARED:
            raise RuleError(f"{seat.name}: objective is for who declared, not for {seat.ending}", "bad-objective")
        known = [way.name for way in book.objectives]
        if seat.objective not in known:
            raise RuleError(
                f"{seat.name}: {str(seat.objective)[:40]!r} is no way he declared: {book.key} knows {', '.join(known)}",
                "bad-objective",
            )
    stated = [name for name in ("points", "score") if getattr(seat, name) is not None]
    if stated and seat.hand is not None or len(stated) > 1:
        raise RuleError(f"{seat.name}: a hand or {' or '.join(stated)}, not both", "two-figures")
    wants = "points" if book.scoring.measure is Measure.PENALTY else "score"
    if stated and stated[0] != wants:
        told = "a loser's points, not a score" if wants == "points" else "a hand's score, not its points"
        raise RuleError(f"{seat.name}: {book.key} counts {told}", "bad-points")


def _refuse_dublees(seat: Seat, book: Rulebook) -> None:
    """Refuse a word on shown dublees where it says nothing."""
    if seat.dublees is None:
        return
    if book.settlement.dublee_loser_free is None:
        raise RuleError(
            f"{seat.name}: dublees were shown or not, but no house rule of {book.key} in force favours them",
            "no-dublee-rule",
        )
    if seat.ending not in LOSING:
        raise RuleError(f"{seat.name}: dublees is for who lost, not for {seat.ending}", "no-dublee-rule")
    if seat.dublees and seat.seen is False:
        raise RuleError(f"{seat.name}: who has shown dublees has seen the turned card", "must-have-seen")


def _has_seen(seat: Seat, analysis: Analysis | None, deal: Deal) -> bool | None:
    """Whether a player saw a hidden turned card: what was told, else what his hand can show."""
    if not deal.rulebook.wilds.hidden:
        return None
    can = None if analysis is None else analysis.best.seen or analysis.best.declares
    if seat.ending is Ending.DECLARED and seat.seen is False:
        raise RuleError(f"{seat.name}: who declares has seen the turned card", "cannot-have-seen")
    if seat.seen and can is False:
        raise RuleError(f"{seat.name}: this hand cannot have seen the turned card", "cannot-have-seen")
    tiers = deal.rulebook.scoring.tiers[:-1]
    shown = any(0 < tier.needs.pure <= len(seat.laid_tunnelas) for tier in tiers)
    if seat.seen is False and shown:
        told = f"{len(seat.laid_tunnelas)} tunnelas laid before play have shown the turned card"
        raise RuleError(f"{seat.name}: {told}, so he cannot be stated as not having seen it", "must-have-seen")
    if seat.seen is not None:
        return seat.seen
    if seat.ending in WINNING or shown or seat.dublees:
        return True
    if analysis is None:
        flats = {tier.flat for tier in tiers}
        return None if seat.points is None else seat.points in flats
    return analysis.best.seen if analysis.arranged is None else analysis.arranged.seen


def _leave(judged: Judged, deal: Deal) -> Judged:
    """The price of a drop, of misses, or of a wrong declaration."""
    seat, book = judged.seat, deal.rulebook
    price = price_of(seat.ending, book, seat.drew)
    if price is None:
        match = f" played as {book.settlement.pool}" if book.settlement.pool else ""
        raise RuleError(
            f"{seat.name}: {book.key}{match} has no price for “{LABELS[seat.ending]}”: it cannot end so",
            "no-such-ending",
        )
    if seat.points not in (None, price):
        raise RuleError(
            f"{seat.name}: {points_of(seat.points)} stated, but {LABELS[seat.ending]} costs {price}", "stated-figure"
        )
    laid = None if judged.analysis is None else judged.analysis.arranged
    if seat.ending is Ending.WRONG_DECLARATION and laid is not None and laid.declares:
        raise RuleError(f"{seat.name}: the hand as laid does declare, so it was no wrong declaration", "declares-well")
    factor = printed_factor(deal)
    return replace(judged, figure=Figure.PRICE, points=price * factor, factor=factor)


def _lose(judged: Judged, deal: Deal, winner_turn: Turn | None) -> Judged:
    """What the hand, or its stated count, costs a loser."""
    seat, book = judged.seat, deal.rulebook
    rule = book.penalties.before_first_move if seat.ending is Ending.LOST_BEFORE_FIRST_MOVE else None
    half = "" if seat.ending is Ending.LOST else "ordinary"
    factor, single = printed_factor(deal), _without_factor(deal)
    if rule is not None:
        double = rule.double_before_draw and winner_turn is Turn.BEFORE_DRAWING
        half = "double" if double else "unmeldable" if rule.unmeldable_only else "half"
        if half == "unmeldable":
            single = set_table(_count_unmelded(single.rulebook), deal.turned, deal.players)
    if judged.seen and _is_free(judged, deal):
        judged = replace(judged, dublees=True)
    count, figure = _count(judged, single, half)
    if rule is None:
        points = limit_points(count, deal)
    elif half == "double":
        points = 2 * count * factor
    else:
        points = max(rule.least, count // 2)
        points = (points if rule.most is None else min(points, rule.most)) * factor
    if book.scoring.cap is not None:
        points = min(points, book.scoring.cap)  # last of all (R10)
    return replace(judged, figure=figure, points=points, count=count, half=half, factor=factor)


def _is_free(judged: Judged, deal: Deal) -> bool:
    """Whether a loser saw the turned card by dublees at a table whose house rule then lets him off his points."""
    seat, analysis, book = judged.seat, judged.analysis, deal.rulebook
    least = book.settlement.dublee_loser_free
    if least is None or seat.dublees is False:
        return False
    if analysis is None:
        return bool(seat.dublees) and deal.players >= least
    *levels, unseen = book.scoring.tiers
    tiers = (*(tier for tier in levels if tier.needs.dublees), unseen)
    only = judge_hand(
        seat.hand, set_table(replace(book, scoring=replace(book.scoring, tiers=tiers)), deal.turned, deal.players)
    )
    if seat.dublees and not only.best.seen:
        raise RuleError(f"{seat.name}: this hand cannot have shown the dublees it takes", "cannot-have-seen")
    shows = seat.dublees or (only.best if only.arranged is None else only.arranged).seen
    return shows and deal.players >= least


def _without_factor(deal: Deal) -> Deal:
    """The table without doubling, which comes after halving."""
    book = deal.rulebook
    if printed_factor(deal) == 1:
        return deal
    return set_table(replace(book, scoring=replace(book.scoring, printed_factor=1)), deal.turned, deal.players)


def _count_unmelded(book: Rulebook) -> Rulebook:
    """The rulebook with no other rule of counting than that melds are free."""
    tiers = (Tier(code="unmeldable", exempt=MELDS),)
    return replace(book, scoring=replace(book.scoring, tiers=tiers, cap=None, floor=0))


def _count(judged: Judged, deal: Deal, half: str) -> tuple[int, Figure]:
    """What a loser's cards count to, before halving and doubling, and where that is taken from."""
    seat, analysis = judged.seat, judged.analysis
    if judged.dublees:
        if seat.points:
            told = f"{points_of(seat.points)} stated, but who has seen by dublees pays none"
            raise RuleError(f"{seat.name}: {told}", "stated-figure")
        return 0, Figure.STATED if analysis is None else Figure.BEST if analysis.arranged is None else Figure.LAID
    if analysis is None:
        return _stated(judged, deal), Figure.STATED
    if deal is not analysis.deal:
        analysis = judge_hand(seat.hand, deal)
    verdict, figure = (analysis.best, Figure.BEST) if analysis.arranged is None else (analysis.arranged, Figure.LAID)
    if judged.seen is not None and judged.seen != verdict.seen:
        return _flat(judged.seen, deal.rulebook), figure
    return verdict.points, figure


def _flat(seen: bool, book: Rulebook) -> int:
    """What a loser pays in a game with a hidden turned card."""
    tiers = book.scoring.tiers
    return tiers[0].flat if seen else tiers[-1].flat


def _stated(judged: Judged, deal: Deal) -> int:
    """The stated count of a hand within the rulebook's limits, or what it has to be where these leave no choice."""
    seat, scoring = judged.seat, deal.rulebook.scoring
    flats = [tier.flat for tier in scoring.tiers]
    if None not in flats:
        if seat.points is None and judged.seen is not None:
            return _flat(judged.seen, deal.rulebook)
        if seat.points is None:
            raise RuleError(f"{seat.name}: a hand, points, or whether the turned card was seen is missing", "no-figure")
        if seat.points not in flats or (judged.seen is not None and seat.points != _flat(judged.seen, deal.rulebook)):
            known = " or ".join(map(str, dict.fromkeys(flats)))
            told = f"{points_of(seat.points)} stated, but a loser pays {known}"
            raise RuleError(f"{seat.name}: {told}", "stated-figure")
        return seat.points
    if seat.points is None:
        raise RuleError(f"{seat.name}: a hand or a stated number of points is missing", "no-figure")
    # where a level that any hand reaches has a flat price, no hand costs more
    most = min((limit for limit in (scoring.cap, flats[-1]) if limit is not None), default=None)
    count = max(seat.points, scoring.floor)
    return count if most is None else min(count, most)


def _win(judged: Judged, deal: Deal) -> Judged:
    """The winner: his hand has to declare if it was given."""
    seat, analysis, book = judged.seat, judged.analysis, deal.rulebook
    if seat.points or seat.score is not None:
        raise RuleError(f"{seat.name}: who wins loses no points, so none can be stated", "winner-with-points")
    if seat.ending is Ending.LAST_LEFT:
        return judged
    if seat.declared_on is Turn.BEFORE_DRAWING:
        rule = book.penalties.before_first_move
        if rule is None or not rule.double_before_draw:
            raise RuleError(f"{seat.name}: {book.key} knows no declaring before drawing", "bad-turn")
    if analysis is None:
        return replace(judged, objective=seat.objective)
    verdict, figure = (analysis.best, Figure.BEST) if analysis.arranged is None else (analysis.arranged, Figure.LAID)
    objective = verdict.objective
    if verdict.declares and book.settlement.dublee_win:
        objective = _by_dublees(judged, deal) or objective
    if verdict.declares and seat.objective is not None and seat.objective != objective:
        ways = tuple(way for way in book.objectives if way.name == seat.objective)
        only = judge_hand(seat.hand, set_table(replace(book, objectives=ways), deal.turned, deal.players))
        if not (only.best if analysis.arranged is None else only.arranged).declares:
            raise RuleError(f"{seat.name}: this hand does not declare by {seat.objective}", "does-not-declare")
        objective = seat.objective
    if not verdict.declares:
        raise RuleError(f"{seat.name}: {_why_not(judged)}", "does-not-declare")
    return replace(judged, figure=figure, objective=objective)


def _by_dublees(judged: Judged, deal: Deal) -> str | None:
    """The way to declare by dublees, where it pays more and the hand allows it."""
    ways = tuple(way for way in deal.rulebook.objectives if way.needs.dublees)
    if not ways:
        return None
    only = judge_hand(judged.seat.hand, set_table(replace(deal.rulebook, objectives=ways), deal.turned, deal.players))
    return (only.best if only.arranged is None else only.arranged).objective


def _why_not(judged: Judged) -> str:
    analysis = judged.analysis
    size, deals = len(analysis.hand.cards), analysis.rulebook.deal
    if not analysis.size_ok:
        return f"{count_of(size, 'card')} cannot declare: this game deals {deals}"
    if analysis.arranged is None:
        return "no grouping of this hand declares"
    other = "; another grouping of these cards would" if analysis.best.declares else ""
    return f"the hand as laid does not declare{other}"


def _stay(judged: Judged) -> Judged:
    """A player whose hand is counted because the stock was used up."""
    seat, analysis = judged.seat, judged.analysis
    if analysis is None:
        if seat.score is None:
            raise RuleError(f"{seat.name}: a hand or a stated score is missing", "no-figure")
        return replace(judged, figure=Figure.STATED, score=seat.score)
    verdict, figure = (analysis.best, Figure.BEST) if analysis.arranged is None else (analysis.arranged, Figure.LAID)
    return replace(judged, figure=figure, score=verdict.score)
