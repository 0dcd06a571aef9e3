"""The shapes of the golden rows, and short names for their closed choices."""

from typing import NamedTuple

RUMMY_21 = "rummy-21"
GORUMMY_13 = "gorummy-13"
OCTRO_13 = "octro-13"
PAPLU_13 = "paplu-13"
PAPLU_21 = "paplu-21"
PAPLU_27 = "paplu-27"
MARRIAGE_21 = "marriage-21"
VAZHUSHAL_13 = "vazhushal-13"
ADGAMING_13 = "adgaming-13"
ALL = (
    RUMMY_21,
    GORUMMY_13,
    OCTRO_13,
    PAPLU_13,
    PAPLU_21,
    PAPLU_27,
    MARRIAGE_21,
    VAZHUSHAL_13,
    ADGAMING_13,
)

PURE = "pure-sequence"
IMPURE = "impure-sequence"
SET = "set"
TUNNELA = "tunnela"
DUBLEE = "dublee"
JOKERS = "jokers"
LOOSE = "loose"
INVALID = "invalid"

COMPLETE = "complete"
TUNNELAS = "tunnelas"
DUBLEES = "dublees"


class GroupCase(NamedTuple):
    """One stated group: what kind it is.

    Attributes:
        name: Test id, beginning with the source.
        rulebook: Key of the rulebook it is stated for.
        hand: Hand in text form; its first group is the one that is judged.
        kind: The kind expected of that group.
        turned: The card turned for wild cards, ``"PJ"`` or none.
        players: Players at the table (decides the pack, and the tanala).
        options: House options.
        stands: For each wild card in use, the cards it may stand for.
        code: A reason code the group must carry, where the engine has one.
        note: What the source says, in our words, or which suits we chose.
    """

    name: str
    rulebook: str
    hand: str
    kind: str
    turned: str | None = None
    players: int = 4
    options: tuple[str, ...] = ()
    stands: tuple[tuple[str, str], ...] = ()
    code: str | None = None
    note: str = ""


class HandCase(NamedTuple):
    """One hand laid out in groups: what it costs, and what it could cost.

    Attributes:
        name: Test id, beginning with the source.
        rulebook: Key of the rulebook.
        hand: Hand in text form with its groups.
        turned: The card turned for wild cards, ``"PJ"`` or none.
        laid: Points as laid out.
        best: Points of the best regrouping; None where no figure was worked out.
        declares: Whether the layout can declare.
        can: Whether any layout can declare; None where it was not worked out.
        objective: How the layout declares.
        kinds: Kind of every group, in order; empty to leave them alone.
        players: Players at the table.
        options: House options.
        source: The source's own figure, where it gives one.
        score: Signed score as laid (Vazhushal, where there are no points).
        best_score: Signed score of the best regrouping (Vazhushal).
        seen: Marriage: whether the layout has seen the tiplu.
        discard: The card thrown as laid, with one card too many in hand.
        pack_ok: Whether the rulebook's pack can deal the hand.
        size_ok: Whether the hand has as many cards as the rulebook deals.
        bonus: Value-card points per opponent.
        why: The source's words in ours, and why our figure differs if it does.
    """

    name: str
    rulebook: str
    hand: str
    turned: str | None = None
    laid: int | None = None
    best: int | None = None
    declares: bool = False
    can: bool | None = None
    objective: str | None = None
    kinds: tuple[str, ...] = ()
    players: int = 4
    options: tuple[str, ...] = ()
    source: int | None = None
    score: int | None = None
    best_score: int | None = None
    seen: bool | None = None
    discard: str | None = None
    pack_ok: bool | None = None
    size_ok: bool | None = None
    bonus: int | None = None
    why: str = ""


class WildCase(NamedTuple):
    """Which card types a turned card makes wild.

    Attributes:
        name: Test id, beginning with the source.
        rulebook: Key of the rulebook.
        turned: The turned card, ``"PJ"`` or none.
        wild: The wild types (printed jokers apart), separated by spaces.
        players: Players at the table.
        options: House options.
        count: Wild cards left in the pack, printed jokers among them.
        note: What the source says, in our words.
    """

    name: str
    rulebook: str
    turned: str | None
    wild: str
    players: int = 4
    options: tuple[str, ...] = ()
    count: int | None = None
    note: str = ""


class BonusCase(NamedTuple):
    """What the value cards in a hand earn from each opponent.

    Attributes:
        name: Test id, beginning with the source.
        rulebook: Key of the rulebook.
        turned: The turned card, ``"PJ"`` or none.
        cards: The value cards held.
        bonus: Points from each opponent.
        note: What the source says, in our words.
    """

    name: str
    rulebook: str
    turned: str | None
    cards: str
    bonus: int | None
    note: str = ""


class PackCase(NamedTuple):
    """How big the pack and the hand are for a number of players.

    Attributes:
        name: Test id, beginning with the source.
        rulebook: Key of the rulebook.
        players: Every number of players this pack serves.
        packs: Full decks of 52.
        jokers: Printed jokers in all.
        dealt: Cards dealt to each player.
        note: What the source says, in our words.
    """

    name: str
    rulebook: str
    players: tuple[int, ...]
    packs: int
    jokers: int
    dealt: int
    note: str = ""


class CardPointsCase(NamedTuple):
    """What cards cost when they are left over.

    Attributes:
        name: Test id, beginning with the source.
        rulebook: Key of the rulebook.
        points: Card and its points, any number of pairs.
        turned: The turned card, ``"PJ"`` or none.
        note: What the source says, in our words.
    """

    name: str
    rulebook: str
    points: tuple[tuple[str, int], ...]
    turned: str | None = None
    note: str = ""


class FigureCase(NamedTuple):
    """A figure of the rulebook itself: a drop, a cap, a wrong declaration.

    Attributes:
        name: Test id, beginning with the source.
        rulebook: Key of the rulebook.
        figure: Which figure (see ``FIGURES`` in ``test_golden.py``).
        value: Its value; None where the rulebook has no such figure.
        options: House options.
        note: What the source says, in our words.
    """

    name: str
    rulebook: str
    figure: str
    value: object
    options: tuple[str, ...] = ()
    note: str = ""


def card_points(ace: int = 10) -> tuple[tuple[str, int], ...]:
    """Return the usual table of card points, with the ace as given."""
    numbers = tuple((f"{n}C", n) for n in range(2, 10))
    return (("AC", ace), *numbers, ("TC", 10), ("JC", 10), ("QC", 10), ("KC", 10))
