"""Who gives what to whom, and why: the entries of which a round's ledger is nothing but the sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ._judging import Figure, Judged
from ._maal import BonusItem
from ._seats import DROPPED, LOSING, WINNING, Ending
from .phrases import by_number, cite, count_of, join_words
from .rules import Rulebook
from .rulings import find_citations
from .sentences import ENTRIES
from .table import Deal


@dataclass(frozen=True)
class Entry:
    """One line of the ledger.

    Attributes:
        payer: who pays; None if nobody does, as for a game point.
        payee: who is paid; None if nobody is, as for points on the score of a pool.
        amount: points; negative where the payer is let off part of what he owes.
        code: what for, stable.
        data: the figures behind the amount.
        sentence: the line in words.
        source: the source and rulings it follows, such as ``"S0, R13"``.
    """

    payer: str | None
    payee: str | None
    amount: int
    code: str
    data: Mapping[str, object] = field(default_factory=dict)
    sentence: str = ""
    source: str = ""

    def to_dict(self) -> dict[str, object]:
        """The entry as plain JSON values."""
        return {
            "payer": self.payer,
            "payee": self.payee,
            "amount": self.amount,
            "code": self.code,
            "data": dict(self.data),
            "sentence": self.sentence,
            "source": self.source,
        }

    def __str__(self) -> str:
        return f"{self.sentence} [{self.source}]" if self.source else self.sentence


def write_entry(
    payer: str | None, payee: str | None, amount: int, code: str, book: Rulebook, variant: str = "", **data: object
) -> Entry:
    """An entry with its sentence and source."""
    template, path, rulings = ENTRIES[f"{code}:{variant}" if variant else code]
    points = count_of(abs(amount), "point") if amount else "0 points"
    does = f"{payer} pays {payee} {points}" if payee else f"{payer} takes {points} on the score"
    words = {**data, "payer": payer, "payee": payee, "amount": abs(amount), "does": does}
    words["games"] = count_of(amount, "game point")
    sentence = template.format_map(words)
    if data.get("factor", 1) != 1:
        sentence += f", counted {data['factor']} times for the printed joker turned up"
        path, rulings = f"{path},scoring.printed_factor", f"{rulings} R47"
    if data.get("limit"):
        sentence += f", {data['limit']}"
    cited = cite(book, *path.split(","))
    more = [ruling for ruling in rulings.split() if ruling not in find_citations(cited)]
    plain = find_citations(cited) == tuple(cited.split(", "))
    codes = sorted([*find_citations(cited), *more], key=by_number) if plain else [cited, *more]
    return Entry(payer, payee, amount, code, data, f"{sentence}.", ", ".join(filter(None, codes)))


def list_payments(judged: Sequence[Judged], winners: Sequence[Judged], deal: Deal) -> tuple[Entry, ...]:
    """Every entry of a round that was won, the net loss cap last."""
    book = deal.rulebook
    entries: list[Entry] = []
    if book.settlement.game_point is not None:
        entries += (_game_point(winner, len(winners), book) for winner in winners)
    if book.settlement.winner_takes or book.settlement.game_point is None:
        payee = winners[0].name if book.settlement.winner_takes else None
        losers = [one for one in judged if one.ending not in WINNING]
        entries += (_lost(loser, payee, book) for loser in losers)
        if book.settlement.dublee_win and _won_by_dublees(winners[0], book):
            extra = book.settlement.dublee_win
            entries += (write_entry(loser.name, winners[0].name, extra, "dublee-win", book) for loser in losers)
    entries += _bonuses(judged, winners, book)
    if book.settlement.net_loss_cap is not None:
        entries += _cap_losses([one.name for one in judged], winners[0].name, entries, book)
    return tuple(entries)


def _game_point(winner: Judged, winners: int, book: Rulebook) -> Entry:
    variant = winner.ending.value if winner.ending in WINNING else "shared" if winners > 1 else "score"
    data = {} if winner.score is None else {"score": winner.score}
    return write_entry(None, winner.name, book.settlement.game_point, "game-point", book, variant, **data)


def _won_by_dublees(winner: Judged, book: Rulebook) -> bool:
    return any(way.needs.dublees for way in book.objectives if way.name == winner.objective)


def _lost(loser: Judged, payee: str | None, book: Rulebook) -> Entry:
    """What a loser pays by points: his hand's count or the price of leaving."""
    ending, variant = loser.ending, ""
    data: dict[str, object] = {}
    if loser.factor != 1:
        data["factor"] = loser.factor
    if ending is Ending.FOUL:
        data["price"] = book.penalties.foul
    elif ending is Ending.LEFT_TABLE:
        variant = "middle" if loser.seat.drew else "first"
    elif ending in LOSING:
        data["count"], data["figure"] = loser.count, loser.figure.value
        variant = loser.half
        if loser.dublees:
            variant = "seen-by-dublees"
        elif ending is Ending.LOST:
            limited = _tell_limit(loser)
            variant = loser.figure.value
            if loser.seen is not None:
                variant = "seen" if loser.seen else "unseen"
            elif limited:
                data["stated"], data["limit"] = loser.seat.points, limited
                variant = "cut" if loser.seat.points > loser.count else "raised"
        elif loser.half in ("half", "unmeldable"):
            rule = book.penalties.before_first_move
            half, points = loser.count // 2, loser.points // loser.factor
            if half < points:
                data["limit"] = f"but no less than {rule.least}"
            elif half > points:
                data["limit"] = f"but no more than {rule.most}"
        if "stated" not in data and (limited := _tell_limit(loser)):
            data["stated"] = loser.seat.points
            told = f"the {loser.seat.points} stated {limited}"
            data["limit"] = f"{data['limit']}; {told}" if "limit" in data else told
    return write_entry(loser.name, payee, loser.points, ending.value, book, variant, **data)


def _tell_limit(loser: Judged) -> str:
    """What became of a stated count that no hand can cost, empty if it stands."""
    stated, count = loser.seat.points, loser.count
    if loser.dublees or loser.figure is not Figure.STATED or stated is None or stated == count:
        return ""
    most = f"cut to {count}, the most that a hand counts"
    return most if stated > count else f"raised to {count}, the least that a loser pays"


def exchanges(one: Judged) -> bool:
    """Whether a player gives and takes for value cards: who has dropped does not."""
    return one.ending not in DROPPED


def write_foul(payer: str, payee: str, book: Rulebook) -> Entry:
    """What a player owes the winner of the round after that of his foul."""
    return write_entry(payer, payee, book.penalties.foul, "foul-before", book)


def _bonuses(judged: Sequence[Judged], winners: Sequence[Judged], book: Rulebook) -> Iterator[Entry]:
    """What players give each other for value cards."""
    bonus = book.bonus
    if bonus is None:
        return
    void = {one.name: one.bonus or 0 for one in judged if _earns_nothing(one, book)}
    unseen = sum(void.values()) if bonus.unseen_to_winner else 0
    fouls = {one.ending is Ending.FOUL for one in judged if void.get(one.name)}
    whose = " or ".join(text for foul, text in _VOID.items() if foul in fouls)
    for payee in judged:
        rest = unseen if payee in winners else 0
        whole = (payee.bonus or 0) + rest
        if not exchanges(payee) or not whole or payee.name in void:
            continue
        what = name_items(payee)
        items = [{"name": item.name, "count": item.count, "points": item.points} for item in payee.items]
        for payer in judged:
            if payer is payee or not exchanges(payer):
                continue
            half = bonus.halved_before_first_move and payer.ending is Ending.LOST_BEFORE_FIRST_MOVE
            data = {"what": what, "whole": whole, "items": items} | ({"rest": rest, "whose": whose} if rest else {})
            variant = "half" if half else "only-unseen" if rest == whole else "unseen" if rest else ""
            yield write_entry(payer.name, payee.name, whole // 2 if half else whole, "bonus", book, variant, **data)


_VOID = {False: "has not seen the turned card", True: "has made a foul"}


def _earns_nothing(one: Judged, book: Rulebook) -> bool:
    """Whether a player gets nothing for his own value cards: after a foul, or unseen by a house rule."""
    return one.ending is Ending.FOUL or (book.bonus.only_if_seen and not one.seen)


def name_items(payee: Judged) -> str:
    """What a player's value cards are, in words."""
    return join_words([_name_item(item) for item in payee.items]) or "value cards"


def _name_item(item: BonusItem) -> str:
    if item.count == 1:
        return item.name
    head, space, rest = item.name.partition(" laid before play")
    first, of, last = head.partition(" of ")
    first, beside, where = first.partition(" beside ")
    return f"{count_of(item.count, first)}{beside}{where}{of}{last}{space}{rest}"


def _cap_losses(names: Sequence[str], winner: str, entries: Sequence[Entry], book: Rulebook) -> list[Entry]:
    """What is let off so that nobody loses more than the cap: the winner bears it, as far as he is not capped himself.

    What a loser is let off of the others' points the winner gives them instead. Beyond his own cap they go without,
    who would get most first, and may come under the cap in turn.
    """
    cap = book.settlement.net_loss_cap
    pays = {(a, b): 0 for a in names for b in names}
    for entry in entries:
        pays[entry.payer, entry.payee] += entry.amount
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
            data = {"cap": cap, "loss": -nets[loser]}
            let_off.append(write_entry(loser, name, -off, "net-loss-cap", book, variant, **data))
            borne = min(off, room)
            room -= borne
            if borne and name != winner:
                pays[winner, name] += borne
                let_off.append(write_entry(winner, name, borne, "net-loss-cap", book, "borne", loser=loser))
