"""What a published round or match is told as."""

from __future__ import annotations

from typing import NamedTuple

from rummy_tutor import Rulebook


class RoundCase(NamedTuple):
    """One round: what is known of each player, and what each ends with.

    Attributes:
        name: Test id, beginning with the source.
        rulebook: Key of the rulebook, or the derived rulebook.
        players: Fields of each player's seat.
        nets: Net of each player, in order.
        printed: The page's own nets, where they are not all ours; None for one it does not print or that is not its own.
        turned: The card turned up.
        options: House options.
        point_value: Money for a point.
        money: Money of each player, in order.
        check_pack: Whether the table can be dealt.
        end: How the round ended for all.
        scores: Score of each player where melds are worth points and they are counted.
        slips: The slips listed for this table.
        address: Where the page was found, if it is none of S0 to S4.
        note: How the figures come about.
    """

    name: str
    rulebook: str | Rulebook
    players: tuple[dict[str, object], ...]
    nets: tuple[int, ...]
    printed: tuple[int | None, ...] | None = None
    turned: str | None = None
    options: tuple[str, ...] = ()
    point_value: float | None = None
    money: tuple[float, ...] | None = None
    check_pack: bool = True
    end: str = "won"
    scores: tuple[int, ...] | None = None
    slips: tuple[str, ...] = ()
    address: str | None = None
    note: str = ""


class SeriesCase(NamedTuple):
    """One match: its rounds, the totals after them, and who is out.

    Attributes:
        name: Test id, beginning with the source.
        options: The match.
        rounds: For each round the players by name: how it ended, the points a loser lost, or the fields of his seat.
        totals: The totals in the end.
        out: Who is out.
        address: Where the page was found.
        note: What the page says, in our words.
        entry_fee: What each pays to take part.
        money: What each player has won or paid by entry fees, where there are any.
        winner: Who has won the match, None while it lasts.
        chips: Each player's chips, in a match of so many rounds.
        rejoins_at: The score at which a player could come back in the end, None where nobody can.
        next: Who has to play the next round, empty if the page does not say.
        shares: What each of the last players gets when they share the prize, where they do.
        rulebook: Key of the rulebook.
    """

    name: str
    options: tuple[str, ...]
    rounds: tuple[dict[str, object], ...]
    totals: dict[str, int]
    out: tuple[str, ...]
    address: str
    note: str = ""
    entry_fee: int | None = None
    money: dict[str, int | str] | None = None
    winner: str | None = None
    chips: dict[str, int] | None = None
    rejoins_at: int | None = None
    next: tuple[str, ...] = ()
    shares: dict[str, str] | None = None
    rulebook: str = "adgaming-13"


def seats(*told: tuple[str, dict[str, object]], first: int = 1) -> tuple[dict[str, object], ...]:
    """Seats of players named by number."""
    return tuple({"name": f"player {at}", "ending": ending, **more} for at, (ending, more) in enumerate(told, first))
