"""Words for cards, numbers and requirements, and where a rule is taken from: what every sentence is made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .cards import Card
from .rules import (
    MELDS,
    JokerGroups,
    Kind,
    Measure,
    Needs,
    Objective,
    PickingUp,
    Pool,
    Rest,
    Rulebook,
    Tier,
    WhenStockEnds,
)
from .rulings import find_citations

KIND_WORDS: dict[Kind, str] = {
    Kind.PURE_SEQUENCE: "pure sequence",
    Kind.IMPURE_SEQUENCE: "impure sequence",
    Kind.SET: "set",
    Kind.TUNNELA: "tunnela",
    Kind.DUBLEE: "dublee",
    Kind.JOKERS: "jokers",
    Kind.LOOSE: "loose",
    Kind.INVALID: "no meld",
}
POOLS = {
    Pool.POOL_101: "a pool up to 101 points",
    Pool.POOL_201: "a pool up to 201 points",
    Pool.BEST_OF_2: "best of two deals",
    Pool.BEST_OF_3: "best of three deals",
}
STOCK_ENDS = {
    WhenStockEnds.UNSTATED: "nothing is said",
    WhenStockEnds.VOID: "the game is void",
    WhenStockEnds.RESHUFFLE: "the discards are shuffled into a new stock",
    WhenStockEnds.SCORE: "the hands are counted",
}
PICKING_UP = {
    PickingUp.FREE: "any top card",
    PickingUp.NO_JOKER_BUT_FIRST_OPEN: "never a joker, but for the first open card",
    PickingUp.NO_WILD_ONCE_SEEN: "no wild card once the turned card has been seen",
    PickingUp.ANY_IF_LOWEST_MELDED: "any card with all above it, if the lowest is melded at once; a first open card "
    "that is wild only to stand for itself in a pure sequence, or by a player who has laid one",
}


def show_card(card: Card) -> str:
    """A card as sentences show it, such as ``7♠``, ``10♥`` or ``PJ``."""
    return card.pretty.replace("T", "10")


def show_cards(cards: Iterable[Card]) -> str:
    """Cards parted by spaces, as ``7♠ 8♠ 9♠``."""
    return " ".join(map(show_card, cards))


def place_of(offset: int) -> str:
    """Where a card lies from the turned one."""
    if offset == 0:
        return "the turned card"
    steps = {1: "one", 2: "two", 3: "three"}.get(abs(offset), str(abs(offset)))
    return f"the card {steps} rank{'' if abs(offset) == 1 else 's'} {'above' if offset > 0 else 'below'} it in its suit"


def places_beside(offsets: Sequence[int]) -> str:
    """The wild cards in the turned card's suit: as pairs where they lie on both sides, else one by one."""
    far = sorted(offset for offset in offsets if offset > 0)
    if not far or sorted(-offset for offset in far) != sorted(offset for offset in offsets if offset < 0):
        return join_words([place_of(offset) for offset in offsets])
    steps = join_words([{1: "one", 2: "two", 3: "three"}.get(offset, str(offset)) for offset in far])
    ranks = "rank" if far == [1] else "ranks"
    text = f"the cards {steps} {ranks} above and below it in its suit"
    return f"{place_of(0)} and {text}" if 0 in offsets else text.replace(" it ", " the turned card ")


_JSON_TYPES = {type(None): "null", bool: "true or false", str: "text", list: "a list", dict: "an object"}


def name_json_type(value: object) -> str:
    """What a value read from JSON is called: ``text``, ``a list``, ``null`` …"""
    return _JSON_TYPES.get(type(value), "a number")


def count_of(number: int, noun: str) -> str:
    """A number with its noun: ``1 card``, ``2 cards``, ``no card``."""
    plural = noun if noun.endswith("s") else noun + "s"
    return f"no {noun}" if number == 0 else f"{number} {noun if number == 1 else plural}"


def points_of(number: int) -> str:
    """A cost: ``1 point``, ``2 points``, ``0 points``."""
    return "1 point" if number == 1 else f"{number} points"


def with_minus(figure: object) -> str:
    """A figure or a text with one, with a true minus."""
    return str(figure).replace("-", "−")


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence: ``a, b and c``."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def describe_needs(needs: Needs, rulebook: Rulebook, *, remark: bool = True) -> str:
    """The groups asked for, as ``at least 2 sequences, 1 of them pure``; empty if none are.

    With ``remark`` it is said whether tunnelas count as well.
    """
    melds = rulebook.melds
    parts = []
    if needs.sequences > needs.pure:
        parts.append(count_of(needs.sequences, "sequence"))
        if needs.pure:
            parts.append(f"{needs.pure} of them pure")
    elif needs.pure:
        parts.append(count_of(needs.pure, "pure sequence"))
    if remark and parts and melds.tunnela_counts_pure and melds.tunnela_from is not None:
        always = melds.tunnela_from <= rulebook.table.players[0]
        parts[-1] += f" (tunnelas count as pure{'' if always else f' with {melds.tunnela_from} or more players'})"
    if needs.long_sequences:
        parts.append(f"{needs.long_sequences} of them with four or more cards")
    if needs.tunnelas:
        parts.append(f"{count_of(needs.tunnelas, 'tunnela')}, each by itself")
    if needs.dublees:
        parts.append(f"{count_of(needs.dublees, 'dublee')}, each by itself")
    if needs.jokers:
        together = melds.jokers is JokerGroups.ONE_GROUP
        parts.append(f"{needs.jokers} jokers {'in one group of their own' if together else 'in no other meld'}")
    return "at least " + ", ".join(parts) if parts else ""


def describe_objective(objective: Objective, rulebook: Rulebook) -> str:
    """A way to declare in words."""
    needs = describe_needs(objective.needs, rulebook)
    if objective.rest is Rest.ANYTHING:
        return f"{needs or 'any cards'}; nothing is asked of the other cards"
    rest = f"every {'other ' if needs else ''}card in a {meld_words(rulebook)}"
    if needs and objective.needs.pure + objective.needs.sequences:
        rest = f"every card in a {meld_words(rulebook)}"
    if rulebook.melds.jokers is JokerGroups.SPARE:
        rest += ", or a spare joker"
    return f"{needs}; {rest}" if needs else rest


def meld_words(rulebook: Rulebook) -> str:
    """The melds a game knows, as ``sequence or set``."""
    kinds = ["sequence", "set"] + (["tunnela"] if rulebook.melds.tunnela_from is not None else [])
    return join_words(kinds, "or")


_WAYS = {
    "complete": "Declaring with the whole hand",
    "tunnelas": "Declaring by tunnelas",
    "dublees": "Declaring by dublees",
    "jokers": "Declaring by jokers",
}


def name_objective(objective: Objective) -> str:
    """What a way to declare is called on the page of a rulebook."""
    return _WAYS.get(objective.name, f"Declaring: {objective.name}")


def _is_last(tier: Tier, rulebook: Rulebook) -> bool:
    """Whether a level is the one that holds for every hand."""
    return tier is rulebook.scoring.tiers[-1]


def name_level(tier: Tier, rulebook: Rulebook) -> str:
    """Whose hand a level counts, such as ``Loser with 1 or 2 pure sequences``: no two levels of a game share it.

    Levels of two rulebooks that ask for the same have the same name.
    """
    who = "Loser" if rulebook.scoring.measure is Measure.PENALTY else "Player"
    if _is_last(tier, rulebook):
        return f"Any other {who.lower()}" if len(rulebook.scoring.tiers) > 1 else f"Every {who.lower()}"
    asks = []
    if tier.needs != Needs():
        asks.append(_short_of_better(tier, rulebook) or describe_needs(tier.needs, rulebook, remark=False))
    if tier.rest is Rest.MELDED:
        asks.append(f"every card in a {meld_words(rulebook)}")
    return f"{who} with {' and '.join(asks)}"


def _short_of_better(tier: Tier, rulebook: Rulebook) -> str:
    """What a level of pure sequences is about, where a better one asks for more: ``1 or 2 pure sequences``."""
    needs = tier.needs
    if needs != Needs(pure=needs.pure):
        return ""
    for better in rulebook.scoring.tiers[: rulebook.scoring.tiers.index(tier)]:
        if better.needs == Needs(pure=better.needs.pure) and better.needs.pure > needs.pure:
            numbers = list(map(str, range(needs.pure, better.needs.pure)))
            return f"{join_words(numbers, 'or')} pure sequence{'' if numbers == ['1'] else 's'}"
        if better.needs == Needs(pure=needs.pure, sequences=better.needs.sequences):
            rest = better.needs.sequences - needs.pure
            return f"{count_of(needs.pure, 'pure sequence')} and {'no' if rest == 1 else f'fewer than {rest}'} other"
    return ""


def describe_level(tier: Tier, rulebook: Rulebook) -> str:
    """What a level costs, with what the hands of the last one lack."""
    cost = describe_cost(tier, rulebook)
    if rulebook.wilds.hidden:
        return f"the turned card is {'not ' if _is_last(tier, rulebook) else ''}seen: {cost}"
    others = rulebook.scoring.tiers[:-1]
    if _is_last(tier, rulebook) and any(one.needs == Needs(pure=1) and one.rest is Rest.ANYTHING for one in others):
        return f"without a pure sequence {cost}"
    return cost


def describe_cost(tier: Tier, rulebook: Rulebook) -> str:
    """What a level costs, without its condition."""
    if rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE:
        return "melds count for the player, other cards against him" if tier.exempt else "all cards count against him"
    if tier.flat is not None:
        return f"{count_of(tier.flat, 'point') if tier.flat else '0 points'}, whatever the cards"
    if not tier.exempt:
        return "all cards count"
    return f"{exempt_words(tier, rulebook)} are exempt, all other cards count"


def exempt_words(tier: Tier, rulebook: Rulebook) -> str:
    """The kinds a level leaves out, as far as the game has them: ``pure sequences and tunnelas``."""
    absent = () if rulebook.melds.tunnela_from is not None else (Kind.TUNNELA,)
    if set(tier.exempt) >= set(MELDS):
        return "all melds"
    return join_words([KIND_WORDS[kind] + "s" for kind in tier.exempt if kind not in absent])


def cite(rulebook: Rulebook, *paths: str) -> str:
    """Where fields are taken from, each source or ruling once: ``"S0, R8"``; empty if nobody says.

    Example:
        >>> from rummy_tutor import get_rulebook
        >>> cite(get_rulebook("rummy-21"), "scoring.cap", "scoring.floor")
        'S0, R11'
    """
    said = [text for text in (rulebook.source_of(path) for path in paths) if text]
    plain = [text for text in said if not re.fullmatch(r"[SR]\d+(, [SR]\d+)*", text)]
    codes = dict.fromkeys(code for text in said if text not in plain for code in find_citations(text))
    ordered = sorted(codes, key=by_number)
    return "; ".join(dict.fromkeys(filter(None, [", ".join(ordered), *plain])))


def by_number(code: str) -> tuple[bool, int]:
    """Sources before rulings, each by number."""
    return code[0] != "S", int(code[1:])
