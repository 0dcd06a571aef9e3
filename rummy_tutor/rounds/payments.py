"""Who gives what to whom, and why: the entries of which a round's ledger is nothing but the sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..game.messages import Items, Message, find_surface, key_of, tell_later, tell_later_if
from ..game.rules import Bonus, Rulebook
from ..game.table import Deal
from ..rulebooks.sources import by_number, find_citations, find_sources
from .endings import LOSING, WINNING, Ending, counts_cards, price_field
from .judge import Figure, Judged, counts_losers
from .knock import BIG_GIN, Knocked

# the fields that an entry follows, by code or by code and variant, and rulings beyond what those fields cite;
# an ending with a price follows the field of its price
_FOLLOWS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "lost": (("scoring.tiers",), ()),
    "lost:laid": (("scoring.tiers",), ("R5",)),
    "lost:cut": (("scoring.tiers", "scoring.cap"), ()),
    "lost:raised": (("scoring.tiers", "scoring.floor"), ()),
    "lost:above": (("scoring.tiers",), ()),
    "lost:below": (("scoring.tiers",), ()),
    "lost:seen-by-dublees": (("settlement.dublee_loser_free",), ()),
    "lost-before-first-move:seen-by-dublees": (("settlement.dublee_loser_free",), ()),
    "lost-before-first-move:half": (("penalties.before_first_move",), ("R9",)),
    "lost-before-first-move:unmeldable": (("penalties.before_first_move",), ("R9",)),
    "lost-before-first-move:double": (("penalties.before_first_move.double_before_draw",), ("R41",)),
    "lost-before-first-move:ordinary": (("scoring.tiers",), ("R46",)),
    "left-table:whole": (("penalties.left_table",), ()),
    "bonus": (("bonus",), ()),
    "bonus:half": (("bonus.halved_before_first_move",), ("R42",)),
    "bonus:void": (("bonus.unseen_to_winner",), ("R50",)),
    "better-game": (("objectives",), ()),
    "dublee-win": (("settlement.dublee_win",), ()),
    "knock": (("settlement.knock",), ()),
    "gin": (("settlement.knock",), ()),
    "undercut": (("settlement.knock",), ()),
    "undercut-bonus": (("settlement.knock",), ()),
    "net-loss-cap": (("settlement.net_loss_cap",), ("R13",)),
    "net-loss-cap:others": (("settlement.net_loss_cap",), ("R13", "R45")),
    "net-loss-cap:borne": (("settlement.net_loss_cap",), ("R13", "R45")),
    "game-point": (("settlement.game_point",), ()),
    "game-point:score": (("settlement.game_point", "settlement.stock_end"), ()),
    "game-point:shared": (("settlement.game_point", "settlement.stock_end"), ("R39",)),
    "remark:printed-joker": (("scoring.printed_factor",), ("R47",)),
}


@dataclass(frozen=True)
class Entry:
    """One line of the ledger; ``sentence`` is the line in words, ``str`` the same with its source in brackets.

    Attributes:
        payer: who pays; None if nobody does, as for a game point.
        payee: who is paid; None if nobody is, as for points on the score of a pool.
        amount: points; negative where the payer is let off part of the debt.
        code: what for, stable.
        data: the figures behind the amount.
        cited: the numbers of the sources and rulings it follows.
        said: what else is said of its source, as the rulebook has it.
        variant: which case of the code it is, empty where there is one only.
        remarks: what else made the amount what it is: a limit, a printed joker turned up.
    """

    payer: str | None
    payee: str | None
    amount: int
    code: str
    data: Mapping[str, object] = field(default_factory=dict)
    cited: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    variant: str = ""
    remarks: tuple[Message, ...] = ()

    @property
    def sentence(self) -> str:
        """The line in words."""
        return find_surface("ledger")(self)

    @property
    def source(self) -> str:
        """The source and rulings it follows, such as ``"S0, R13"``."""
        return find_surface("sources")(self.cited, self.said)

    @property
    def changes(self) -> dict[str, int]:
        """What it changes for the players it names: less for who pays, more for who is paid."""
        changed = {self.payer: -self.amount, self.payee: self.amount}
        return {name: amount for name, amount in changed.items() if name is not None}

    def to_dict(self) -> dict[str, object]:
        """The entry as plain JSON values."""
        return {
            "payer": self.payer,
            "payee": self.payee,
            "amount": self.amount,
            "code": self.code,
            "variant": self.variant,
            "data": dict(self.data),
            "sentence": self.sentence,
            "source": self.source,
        }

    def __str__(self) -> str:
        return f"{self.sentence} [{self.source}]" if self.source else self.sentence


def write_entry(
    payer: str | None,
    payee: str | None,
    amount: int,
    code: str,
    book: Rulebook,
    variant: str = "",
    *,
    follows: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
    remarks: Sequence[Message] = (),
    **data: object,
) -> Entry:
    """An entry with its source.

    Args:
        payer: who pays, if anybody.
        payee: who is paid, if anybody.
        amount: points.
        code: what for.
        book: the rulebook, for the source.
        variant: which case of the code.
        follows: the rulebook's fields and the rulings it follows, if the table of codes does not say.
        remarks: limits and factors that made the amount what it is.
        data: the figures behind the amount.
    """
    fields, rulings = follows or _FOLLOWS.get(f"{code}:{variant}") or _FOLLOWS[code]
    if data.get("factor", 1) != 1:
        remarks = (*remarks, tell_later("ledger.remark:printed-joker", factor=data["factor"]))
    for remark in remarks:
        more, cited = _FOLLOWS.get(remark.key.removeprefix("ledger."), ((), ()))
        fields, rulings = (*fields, *more), (*rulings, *cited)
    codes, said = find_sources(book, fields)
    further = [ruling for ruling in rulings if ruling not in find_citations(" ".join(said))]
    cited = tuple(sorted({*codes, *further}, key=by_number))
    return Entry(payer, payee, amount, code, data, cited, said, variant, tuple(remarks))


def sum_pairs(entries: Iterable[Entry]) -> Counter[tuple[str | None, str | None]]:
    """What each player gives each other one in all, by payer and payee, before their sums are set off."""
    sums = Counter[tuple[str | None, str | None]]()
    for entry in entries:
        sums[entry.payer, entry.payee] += entry.amount
    return sums


def list_payments(
    judged: Sequence[Judged], winners: Sequence[Judged], deal: Deal, knocked: Knocked | None
) -> tuple[Entry, ...]:
    """Every entry of a round that was won, the net loss cap last.

    Args:
        judged: everybody at the table.
        winners: who won.
        deal: the table.
        knocked: the two counted hands; None where hands are not counted so.
    """
    book = deal.rulebook
    entries: list[Entry] = []
    game_point, cap = book.settlement.game_point, book.settlement.net_loss_cap
    way = next((way for way in book.objectives if way.name == winners[0].objective), None)
    if game_point is not None:
        entries += (_write_game_point(winner, game_point, len(winners), book) for winner in winners)
    if knocked is not None:
        entries += _write_knock(knocked, judged, book)
    elif counts_losers(book):
        names = [
            winner.name for winner in winners
        ]  # several share the best score at the end of the stock, and the rest
        payees = names if book.settlement.winner_takes else [None]
        losers = [player for player in judged if player.name not in names]
        shares = [replace(loser, points=int(loser.points / len(payees))) for loser in losers]
        entries += (_write_loss(loser, payee, book) for payee in payees for loser in shares)
        extra = book.settlement.dublee_win
        if extra and way is not None and way.needs.dublees:
            entries += (write_entry(loser.name, payees[0], extra, "dublee-win", book) for loser in losers)
    entries += _write_bonuses(judged, winners, book)
    entries += _multiply(entries, 1 if way is None else way.factor, book)
    if cap is not None:
        entries += _cap_losses([player.name for player in judged], winners[0].name, entries, cap, book)
    return tuple(entries)


def _write_knock(knocked: Knocked, judged: Sequence[Judged], book: Rulebook) -> Iterator[Entry]:
    """What two counted hands come to: the difference, and the points for gin or for an undercut."""
    rule = book.settlement.knock
    assert rule is not None  # else no hands were counted so
    knocker = next(player.name for player in judged if player.ending is Ending.DECLARED)
    other = next(player.name for player in judged if player.ending in LOSING)
    remarks = [tell_later("ledger.remark:laid-off", cards=Items(knocked.laid_off))] if knocked.laid_off else []
    left: dict[str, Any] = {"own": knocked.own, "count": knocked.count}
    apart = knocked.count - knocked.own
    if knocked.undercut:
        yield write_entry(knocker, other, -apart, "undercut", book, remarks=remarks, **left)
        yield write_entry(knocker, other, rule.undercut, "undercut-bonus", book)
        return
    is_gin, is_big = knocked.sort != "knock", knocked.sort == BIG_GIN
    yield write_entry(other, knocker, apart, "knock", book, "gin" if is_gin else "", remarks=remarks, **left)
    if is_gin:
        points = (rule.big_gin or 0) if is_big else rule.gin
        yield write_entry(other, knocker, points, "gin", book, "big" if is_big else "")


def _write_game_point(winner: Judged, points: int, winners: int, book: Rulebook) -> Entry:
    variant = winner.ending.value if winner.ending in WINNING else "shared" if winners > 1 else "score"
    data: dict[str, Any] = {} if winner.score is None else {"score": winner.score}
    return write_entry(None, winner.name, points, "game-point", book, variant, **data)


def _multiply(entries: Sequence[Entry], factor: int, book: Rulebook) -> list[Entry]:
    """What everybody pays besides where the round was won in a way that counts several times."""
    return [
        write_entry(payer, payee, amount * (factor - 1), "better-game", book, times=factor)
        for (payer, payee), amount in sum_pairs(entries).items()
        if amount * (factor - 1) and payer is not None
    ]


def _write_loss(loser: Judged, payee: str | None, book: Rulebook) -> Entry:
    """What a loser pays by points: the hand's count or the price of leaving."""
    ending = loser.ending
    data: dict[str, Any] = {} if loser.factor == 1 else {"factor": loser.factor}
    if loser.score is not None:
        return _write_score(loser, payee, book)
    if not counts_cards(ending, book):
        return _write_leaving(loser, payee, book, data)
    data |= {"count": loser.count, "figure": loser.figure.value}
    remarks = list(_tell_halving(loser, book))
    variant = cited = _choose_variant(loser)
    limit = _find_limit(loser)
    if limit:
        remarks.append(tell_later(key_of("ledger.remark:", limit), stated=loser.seat.points, count=loser.count))
        data["stated"] = loser.seat.points
        cited = limit if variant == "limited" else cited
    if ending not in LOSING:  # all cards count
        variant, follows = "whole", _FOLLOWS["left-table:whole"]
    else:
        family = "lost-before-first-move" if ending.terms.before_first_move else "lost"
        follows = _FOLLOWS.get(f"{family}:{cited}", _FOLLOWS["lost"])
    if variant == "seen" and (level := _level_of_seeing(loser, book)):
        follows = (f"scoring.tiers.{level}",), follows[1]
    name, points = loser.name, loser.points
    return write_entry(name, payee, points, ending.value, book, variant, follows=follows, remarks=remarks, **data)


def _tell_halving(loser: Judged, book: Rulebook) -> Iterator[Message]:
    """Which limits a count before the first move met once it was halved."""
    rule, count = book.penalties.before_first_move, loser.count
    if rule is None or count is None or loser.dublees or loser.half not in ("half", "unmeldable"):
        return
    half = rule.halve(count)
    yield from tell_later_if("ledger.remark:least", half > count // 2, least=rule.least)
    yield from tell_later_if("ledger.remark:most", half < count // 2, most=rule.most)
    if half * loser.factor > loser.points:
        yield tell_later("ledger.remark:cap", n=book.scoring.cap)


def _level_of_seeing(loser: Judged, book: Rulebook) -> str:
    """The level by which a hand sees the turned card, as there may be several; empty if its cards do not tell."""
    reasons = loser.analysis.reasons if loser.analysis is not None else ()
    codes = [tier.code for tier in book.scoring.tiers[:-1]]
    return next((reason.code for reason in reasons if reason.is_level and reason.code in codes), "")


def _write_score(loser: Judged, payee: str | None, book: Rulebook) -> Entry:
    """What a loser pays where melds are worth points: what the score is below 0; above it, they are paid."""
    data: dict[str, Any] = {"score": loser.score, "figure": loser.figure.value}
    if loser.points < 0:
        return write_entry(payee, loser.name, -loser.points, "lost", book, "above", **data)
    return write_entry(loser.name, payee, loser.points, "lost", book, "below", **data)


def _choose_variant(loser: Judged) -> str:
    """Which sentence tells what a loser's cards cost."""
    if loser.dublees:
        return "seen-by-dublees"
    if loser.ending.terms.before_first_move:
        return loser.half
    if loser.seen is not None:
        return "seen" if loser.seen else "unseen"
    return "limited" if _find_limit(loser) else loser.figure.value


def _write_leaving(loser: Judged, payee: str | None, book: Rulebook, data: dict[str, Any]) -> Entry:
    """What a player pays who left the round at a price."""
    ending, terms = loser.ending, loser.ending.terms
    if terms.next_round:
        data["price"] = getattr(book.penalties, terms.price)
    field = price_field(ending, book, loser.seat.drew)
    variant = "own" if field == terms.own else "undrawn" if terms.undrawn and not loser.seat.drew else ""
    path = f"penalties.{field}"
    after = "settlement.wrong_declaration_ends"  # what comes after it, where a source of its own says so
    paths = (path, after) if terms.invalid and after in dict(book.sources) else (path,)
    follows = paths, ((terms.ruling,) if terms.ruling and variant != "own" else ())
    return write_entry(loser.name, payee, loser.points, ending.value, book, variant, follows=follows, **data)


def list_fines(judged: Sequence[Judged], book: Rulebook) -> tuple[Entry, ...]:
    """What a wrong declaration costs where it ends the round and nobody wins."""
    return tuple(_write_leaving(player, None, book, {}) for player in judged if player.ending.terms.invalid)


def _find_limit(loser: Judged) -> str:
    """Whether a stated count was ``cut`` or ``raised`` to what a hand can cost; empty if neither."""
    stated, count = loser.seat.points, loser.count
    if loser.dublees or loser.figure is not Figure.STATED or stated is None or count is None or stated == count:
        return ""
    return "cut" if stated > count else "raised"


def write_carried(payer: str, payee: str, ending: Ending, book: Rulebook) -> Entry:
    """What a player owes the winner of the round after the one that ended so for them."""
    price = getattr(book.penalties, ending.terms.price)
    follows = (f"penalties.{ending.terms.price}",), ()
    return write_entry(payer, payee, price, f"{ending.value}-before", book, follows=follows)


def _write_bonuses(judged: Sequence[Judged], winners: Sequence[Judged], book: Rulebook) -> Iterator[Entry]:
    """What players give each other for value cards; by a house rule the winner earns what others may not."""
    bonus = book.bonus
    if bonus is None:
        return
    void = {player.name: player.bonus or 0 for player in judged if _earns_nothing(player, bonus)}
    extra = sum(void.values()) if bonus.unseen_to_winner else 0
    whose = {"unseen" if player.ending.terms.earns else "foul" for player in judged if void.get(player.name)}
    for payee in judged:
        rest = extra if payee in winners else 0
        whole = (payee.bonus or 0) + rest
        if not payee.ending.terms.exchanges or not whole or payee.name in void:
            continue
        data: dict[str, Any] = {
            "whole": whole,
            "items": [{"name": item.name, "count": item.count, "points": item.points} for item in payee.items],
        }
        variant, follows = "", None
        if rest:
            data["rest"] = rest
            variant = f"{'only' if rest == whole else 'with'}-{'both' if len(whose) > 1 else min(whose)}"
            follows = _FOLLOWS["bonus:void"]
        for payer in judged:
            if payer is payee or not payer.ending.terms.exchanges:
                continue
            if bonus.halved_before_first_move and payer.ending.terms.before_first_move:
                yield write_entry(payer.name, payee.name, whole // 2, "bonus", book, "half", **data)
            else:
                yield write_entry(payer.name, payee.name, whole, "bonus", book, variant, follows=follows, **data)


def _earns_nothing(judged: Judged, bonus: Bonus) -> bool:
    """Whether a player gets nothing for their own value cards: after a foul, or unseen by a house rule."""
    return not judged.ending.terms.earns or (bonus.only_if_seen and not judged.seen)


def _cap_losses(names: Sequence[str], winner: str, entries: Sequence[Entry], cap: int, book: Rulebook) -> list[Entry]:
    """Entries that bring every loss down to the cap (R13, R45).

    The player with the greatest loss is brought to the cap first. They pay less to the winner, then less to the others,
    the greatest creditor first. The winner pays the others what they miss, until at the cap too; beyond that
    they get less. Since they may then be over the cap in turn, this is repeated until nobody is.
    """
    pays = sum_pairs(entries)
    let_off: list[Entry] = []
    while True:
        nets = {a: sum(pays[b, a] - pays[a, b] for b in names) for a in names}
        over = [name for name in names if nets[name] < -cap]
        if not over:
            return let_off
        loser = min(over, key=lambda name: (nets[name], name))
        excess = -cap - nets[loser]
        room = 0 if loser == winner else max(0, nets[winner] + cap)  # what the winner can still bear
        owed = {name: pays[loser, name] - pays[name, loser] for name in names}
        for name in sorted(names, key=lambda name: (name != winner, -owed[name], name)):
            off = min(excess, owed[name])
            if off <= 0:
                continue
            excess -= off
            pays[loser, name] -= off
            variant = "" if name == winner else "others"
            data: dict[str, Any] = {"cap": cap, "loss": -nets[loser]}
            let_off.append(write_entry(loser, name, -off, "net-loss-cap", book, variant, **data))
            borne = min(off, room)
            room -= borne
            if borne and name != winner:
                pays[winner, name] += borne
                let_off.append(write_entry(winner, name, borne, "net-loss-cap", book, "borne", loser=loser))
