"""What a form comes to: read as far as it can be read, what is wrong or missing named, the certain entries made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...game.cards import CardError
from ...game.messages import TutorError
from ...game.rules import Measure, Rulebook, RuleError, WhenStockEnds
from ...rounds.endings import LOSING, OUT, WINNING, Ending, counts_cards, price_of
from ...rounds.ledger import Round, RoundEnd, is_zero_sum
from ...rounds.payments import Entry
from ...rounds.seats import Seat, plain_name
from ...rounds.settlement import Surplus, may_end_by_stock, settle, surplus_cards
from .form import Form, SeatForm

_LOST = (*LOSING, Ending.LEFT_TABLE)  # what a player pays whose cards may be missing
_CAP = "net-loss-cap"


@dataclass(frozen=True)
class Outcome:
    """What a form comes to.

    Attributes:
        settled: the round, with a stand-in figure for whoever is missing one; None if it is impossible.
        entries: the entries that are certain.
        missing: the players whose figure is missing, by place.
        errors: what is wrong, by the place of the player it concerns.
        problem: what is wrong with the whole table, or nothing.
        code: the code of that problem, or of the first error.
        surplus: cards held more often than the pack has them.
    """

    settled: Round | None = None
    entries: tuple[Entry, ...] = ()
    missing: tuple[int, ...] = ()
    errors: Mapping[int, TutorError] = field(default_factory=dict)
    problem: TutorError | None = None
    code: str = ""
    surplus: tuple[Surplus, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the round is settled with nothing missing."""
        return self.settled is not None and not self.missing


# ---- what a rulebook asks for ------------------------------------------------------------------------------
def list_ends(book: Rulebook, players: int) -> tuple[str, ...]:
    """The ways a round can end in a game with a number of players."""
    may_end = {
        RoundEnd.WON: True,
        RoundEnd.STOCK: may_end_by_stock(book),
        RoundEnd.REDEAL: book.settlement.redeal_pairs is not None,
        RoundEnd.WRONG_DECLARATION: book.settlement.wrong_declaration_ends and players > 2,
    }
    return tuple(end.value for end, may in may_end.items() if may)


def asks_for(seat: SeatForm, book: Rulebook) -> dict[str, bool]:
    """Which inputs a player needs beside their name and ending, by the name of the field."""
    ending = Ending(seat.ending)  # type: ignore[call-arg]  # looked up by its code
    asks, before = ending.terms.asks, book.penalties.before_first_move
    used = {
        # who pays a price has no other use for them
        "cards": ending not in OUT or book.bonus is not None or counts_cards(ending, book),
        "value": book.bonus is not None and not seat.has_hand,
        "laid": book.bonus is not None and book.bonus.laid_tunnelas is not None,
        "seen": book.wilds.hidden,
        "dublees": book.settlement.dublee_loser_free is not None and not seat.has_hand and seat.seen != "no",
        "declared_on": before is not None and before.double_before_draw,
        "objective": (
            book.settlement.dublee_win > 0
            or book.settlement.knock is not None
            or any(way.factor > 1 for way in book.objectives)
        )
        and not seat.has_hand,
        "drew": price_of(ending, book) != price_of(ending, book, drew=False),
    }
    kept = {"cards": seat.has_hand, "value": used["value"] and bool(seat.value)}  # what was typed stays in sight
    asked = {name: (name in asks and useful) or kept.get(name, False) for name, useful in used.items()}
    return {**asked, "stake": is_zero_sum(book) and bool(seat.stake.strip())}


def read_stakes(form: Form, book: Rulebook) -> tuple[str | None, str | None]:
    """What is typed as money for a point, and what as the entry fee of a pool; None for what is not asked."""
    typed = form.rate.strip().replace(",", ".") or None
    return (typed, None) if book.settlement.winner_takes else (None, typed if asks_fee(book) else None)


def asks_fee(book: Rulebook) -> bool:
    """Whether players pay to take part instead of by points."""
    pool = book.settlement.pool
    return pool is not None and pool.limit is not None


def read_seat(form: SeatForm, book: Rulebook) -> Seat:
    """The seat of a form; what this rulebook does not ask for is left aside.

    Raises:
        RuleError: something is impossible.
        CardError: cards cannot be read.
    """
    asked = asks_for(form, book)
    ending = Ending(form.ending)  # type: ignore[call-arg]  # looked up by its code
    given: dict[str, object] = {"name": form.name.strip(), "ending": form.ending}
    priced = ending in OUT and not counts_cards(ending, book)  # leaving has its price, whatever the cards count
    if form.number is not None and not priced:
        given["points" if book.scoring.measure is Measure.PENALTY else "score"] = form.number
    elif form.has_hand:
        given["hand"] = form.cards
    value, laid = form.value.strip(), form.laid.strip()
    typed: dict[str, dict[str, object]] = {
        "value": {} if not value else {"bonus": int(value)} if value.isdecimal() else {"value_cards": value},
        "laid": {"laid_tunnelas": laid} if laid else {},
        "seen": {"seen": form.seen == "yes"} if form.seen else {},
        "dublees": {"dublees": form.dublees == "yes"} if form.dublees else {},
        "declared_on": {"declared_on": form.declared_on} if form.declared_on else {},
        "objective": {"objective": form.objective} if form.objective else {},
        "drew": {"drew": form.drew},
        "stake": {"point_value": form.stake.strip().replace(",", ".")},
    }
    for name, values in typed.items():
        given |= values if asked[name] else {}
    return Seat.of(given)


# ---- settling ----------------------------------------------------------------------------------------------
def settle_form(form: Form, book: Rulebook) -> Outcome:
    """What a form comes to under its rulebook; nothing is raised for what is typed."""
    seats: list[Seat] = []
    errors: dict[int, RuleError | CardError] = {}
    for at, seat_form in enumerate(form.seats):
        try:
            seats.append(read_seat(seat_form, book))
        except (RuleError, CardError) as error:
            errors[at] = error
    if errors:
        return Outcome(errors=errors, code=next(iter(errors.values())).code)
    missing = tuple(at for at, seat in enumerate(seats) if _lacks_figure(seat, book, form.end))
    if missing and form.end != RoundEnd.WON:
        return Outcome(missing=missing)
    all_seats = [_stand_in(seat, book) if at in missing else seat for at, seat in enumerate(seats)]
    rate, _ = read_stakes(form, book)
    try:
        settled = settle(
            book, all_seats, turned=form.turned, point_value=rate, end=form.end, check_pack=form.check_pack
        )
    except (RuleError, CardError) as error:
        return _place(error, form, missing)
    names = {form.seats[at].name.strip() for at in missing}
    entries = tuple(
        entry
        for entry in settled.entries
        if not names or not (entry.code == _CAP or (entry.payer in names and entry.code in _LOST))
    )
    surplus = () if form.check_pack else surplus_cards(book, seats, turned=form.turned)
    return Outcome(settled=settled, entries=entries, missing=missing, surplus=surplus)


def _lacks_figure(seat: Seat, book: Rulebook, end: str) -> bool:
    """Whether a player needs a hand or a number and has neither."""
    if seat.hand is not None or seat.points is not None or seat.score is not None:
        return False
    if end == RoundEnd.STOCK:
        return seat.ending is Ending.PLAYING and book.settlement.stock_end is WhenStockEnds.SCORE
    if not counts_cards(seat.ending, book) or book.scoring.measure is not Measure.PENALTY:
        return False
    return not (_is_flat(book) and (seat.seen is not None or seat.ending not in LOSING))


def _is_flat(book: Rulebook) -> bool:
    return all(tier.flat is not None for tier in book.scoring.tiers)


def _stand_in(seat: Seat, book: Rulebook) -> Seat:
    """The seat with some figure, so that everybody else's entries can be worked out."""
    return replace(seat, seen=False) if _is_flat(book) else replace(seat, points=book.scoring.floor)


def tell_bare(error: TutorError) -> str:
    """An error without where it lies, for it stands beside the player it is about."""
    bare = error.within()
    bare.places = ()
    return str(bare)


def _place(error: RuleError | CardError, form: Form, missing: tuple[int, ...]) -> Outcome:
    """An error of the engine, beside the player it is about if it is about one."""
    code = error.code
    names = [seat.name.strip() for seat in form.seats]
    about = [at for at, name in enumerate(names) if error.places[:1] == (name,)][:1]
    if code == "two-winners":
        about = [at for at, seat in enumerate(form.seats) if seat.ending in [ending.value for ending in WINNING]][-1:]
    elif code == "name-twice":
        seen = [plain_name(name) for name in names]
        about = [at for at, name in enumerate(seen) if name in seen[:at]][:1]
    if about:
        return Outcome(errors={about[0]: error}, missing=missing, code=code)
    return Outcome(problem=error, code=code, missing=missing)
