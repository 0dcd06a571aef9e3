"""A rulebook as a page to read, made from its data alone; and where two rulebooks part."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .cards import PRINTED_JOKER
from .phrases import (
    PICKING_UP,
    POOLS,
    STOCK_ENDS,
    by_number,
    cite,
    count_of,
    describe_level,
    describe_objective,
    join_words,
    name_level,
    name_objective,
    place_of,
    places_beside,
    show_card,
    show_cards,
)
from .rulebooks import RULEBOOKS, differences, get_rulebook, list_needed
from .rules import (
    Aces,
    Halving,
    JokerGroups,
    Measure,
    Rulebook,
    SetSuits,
    WildRanks,
)
from .rulings import RULINGS, SLIPS, SOURCES, find_citations, look_up


@dataclass(frozen=True, kw_only=True)
class Line:
    """One rule in words.

    Attributes:
        section: the part of the page.
        term: what the rule is about; no two lines of a rulebook share it.
        text: the rule.
        source: where it is taken from, such as ``"S0, R8"``; empty if nobody says.
        paths: the fields it puts into words.
        option: the key of the house option it describes, empty for a rule.
    """

    section: str
    term: str
    text: str
    source: str
    paths: tuple[str, ...]
    option: str = ""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One rule that two rulebooks have differently; a dash where one has no such rule."""

    term: str
    mine: str
    theirs: str


def _numbers(points: Sequence[int]) -> str:
    return " / ".join(map(str, points))


# ---- one function a rule; None leaves the line out ---------------------------------------------------------
def _players(book: Rulebook) -> str:
    return f"{book.table.players[0]} to {book.table.players[1]}"


def _deal(book: Rulebook) -> str:
    return f"{book.deal} cards each; after a draw {book.deal + 1} are held until one is thrown"


def _packs(book: Rulebook) -> str:
    parts, least = [], book.table.players[0]
    for most, pack in book.table.packs:
        seats = "" if len(book.table.packs) == 1 else f"{least}–{most} players: "
        jokers = count_of(pack.printed_jokers, "printed joker")
        parts.append(f"{seats}{pack.decks} × 52 cards and {jokers}")
        least = most + 1
    return "; ".join(parts)


def _wild_cards(book: Rulebook) -> str:
    wilds = book.wilds
    found = ["printed jokers"] if wilds.printed else []
    if not wilds.exposed:
        return f"{found[0]} only; no card is turned up" if found else "none; no card is turned up"
    if wilds.offsets:
        found.append(places_beside(wilds.offsets))
    if wilds.ranks is WildRanks.ALL_SUITS:
        found.append("every card of the turned card's rank")
    elif wilds.ranks is WildRanks.OPPOSITE_COLOUR:
        found.append("the cards of the turned card's rank in the other colour")
    text = "; ".join(found) or "none"
    if any(wilds.offsets):
        text += "; king and ace are neighbours"
    return text + ("; hidden until the player has seen the turned card" if wilds.hidden else "")


def _printed_turned(book: Rulebook) -> str | None:
    wilds = book.wilds
    if not wilds.exposed:
        return None
    if not any(pack.printed_jokers for _, pack in book.table.packs):
        return "cannot happen, there are none"
    types = sorted(wilds.types(PRINTED_JOKER))
    if not types:
        return "only printed jokers are wild"
    return f"{show_card(wilds.printed_counts_as or types[0])} takes its place; wild are {show_cards(types)}"


def _has_wilds(book: Rulebook) -> bool:
    return book.wilds.printed or book.wilds.exposed


def _at_most(limit: int | None) -> str:
    return "any number of jokers" if limit is None else f"at most {count_of(limit, 'joker')}"


def _sequences(book: Rulebook) -> str:
    size = f"3 to {book.melds.run_max} cards" if book.melds.run_max > 3 else "exactly 3 cards"
    if not _has_wilds(book):
        return f"{size} of one suit in order"
    jokers = _at_most(book.melds.run_wilds)
    return f"{size} of one suit in order, at least one standing for itself; pure without a joker, impure with {jokers}"


def _aces(book: Rulebook) -> str:
    if book.melds.aces is Aces.LOW:
        return "below the 2 only"
    return "below the 2 or above the king, never between them"


def _sets(book: Rulebook) -> str:
    melds = book.melds
    most = "3 or more" if melds.set_max is None else "exactly 3" if melds.set_max == 3 else f"3 to {melds.set_max}"
    suits = "no suit twice" if melds.set_suits is SetSuits.DISTINCT else "not all of one suit, copies allowed"
    text = f"{most} cards of one rank, {suits}"
    if not _has_wilds(book):
        return text
    text += f"; {_at_most(melds.set_wilds)}"
    return text + (", but no more jokers than other cards" if melds.set_wilds_up_to_naturals else "")


def _tunnelas(book: Rulebook) -> str:
    melds = book.melds
    if melds.tunnela_from is None:
        return "no meld here"
    always = melds.tunnela_from <= book.table.players[0]
    text = "three identical cards, each standing for itself" + (
        "" if always else f", with {melds.tunnela_from} or more players"
    )
    counts = "counts as a pure sequence" if melds.tunnela_counts_pure else "does not count as a sequence"
    return f"{text}; {counts}"


def _dublees(book: Rulebook) -> str:
    return "two identical cards, each standing for itself" if book.melds.dublees else "mean nothing here"


_JOKER_GROUPS = {
    JokerGroups.NONE: "mean nothing here",
    JokerGroups.ONE_GROUP: "count if all lie in one group",
    JokerGroups.ASIDE: "count wherever they lie outside other melds",
    JokerGroups.SPARE: "may be left over in groups of their own",
}


def _joker_groups(book: Rulebook) -> str | None:
    return _JOKER_GROUPS[book.melds.jokers] if _has_wilds(book) else None


def _identical(book: Rulebook) -> str:
    return "allowed" if book.melds.identical else "one player may not lay two"


def _objectives(book: Rulebook) -> list[tuple[str, str]]:
    return [(name_objective(way), describe_objective(way, book)) for way in book.objectives]


def _tiers(book: Rulebook) -> list[tuple[str, str]]:
    return [(name_level(tier, book), describe_level(tier, book)) for tier in book.scoring.tiers]


_MEASURES = {
    Measure.PENALTY: "points lost; the fewest are best",
    Measure.MELDED_MINUS_LOOSE: "the cards that melds show, less the loose cards; the highest score is best",
}


def _measure(book: Rulebook) -> str:
    return _MEASURES[book.scoring.measure]


def _cap(book: Rulebook) -> str:
    return "none" if book.scoring.cap is None else f"{book.scoring.cap} points"


def _floor(book: Rulebook) -> str | None:
    return count_of(book.scoring.floor, "point") if book.scoring.floor else None


def _counts_cards(book: Rulebook) -> bool:
    return any(tier.flat is None for tier in book.scoring.tiers)


def _card_points(book: Rulebook) -> str:
    if not _counts_cards(book):
        return "cards are not counted: every level has a figure of its own"
    ace = book.scoring.ace
    return (
        "A K Q J 10: 10 each; 2 to 9 their number" if ace == 10 else f"A {ace}; K Q J 10: 10 each; 2 to 9 their number"
    )


def _loose_wild(book: Rulebook) -> str | None:
    cost = count_of(book.scoring.loose_wild, "point") if book.scoring.loose_wild else "nothing"
    return f"costs {cost}" if _has_wilds(book) and _counts_cards(book) else None


def _factor(book: Rulebook) -> str | None:
    return None if book.scoring.printed_factor == 1 else f"points count {book.scoring.printed_factor} times"


def _penalty(name: str) -> Callable[[Rulebook], str]:
    def write(book: Rulebook) -> str:
        points = getattr(book.penalties, name)
        return "no such rule" if points is None else count_of(points, "point")

    return write


def _before_first_move(book: Rulebook) -> str:
    rule: Halving | None = book.penalties.before_first_move
    if rule is None:
        return "no such rule"
    text = "half, rounded down" + (", of the cards that fit no meld" if rule.unmeldable_only else "")
    if rule.least:
        text += f", at least {rule.least}"
    if rule.most is not None:
        text += f", at most {rule.most}"
    return text + ("; double if the winner had not even drawn" if rule.double_before_draw else "")


def _last_player(book: Rulebook) -> str | None:
    if book.penalties.first_drop is None and book.penalties.middle_drop is None:
        return None
    return "wins" if book.penalties.last_player_wins else "plays on"


def _value_cards(book: Rulebook) -> list[tuple[str, str]]:
    if book.bonus is None:
        return [("", "none")]
    return [(card.name, f"{place_of(card.offset)}: {_numbers(card.points)}") for card in book.bonus.cards]


def _marriage(book: Rulebook) -> str | None:
    if book.bonus is None:
        return None
    return f"the turned card with its two neighbours, each card counted once: {_numbers(book.bonus.marriage)}"


def _laid_tunnelas(book: Rulebook) -> str | None:
    if book.bonus is None or book.bonus.laid_tunnelas is None:
        return None
    ordinary, jokers, beside = book.bonus.laid_tunnelas
    return f"{ordinary}; of cards of the turned rank {jokers}; of the turned card's neighbours {beside}"


def _bonus_halved(book: Rulebook) -> str | None:
    return "pays half the bonus" if book.bonus and book.bonus.halved_before_first_move else None


def _bonus_unseen(book: Rulebook) -> str | None:
    if book.bonus is None or not book.bonus.only_if_seen:
        return None
    return "no maal" + (", which the winner earns instead" if book.bonus.unseen_to_winner else "")


def _winner(book: Rulebook) -> str:
    return "takes the losers' points" if book.settlement.winner_takes else "takes no points from the losers"


def _net_cap(book: Rulebook) -> str | None:
    cap = book.settlement.net_loss_cap
    return None if cap is None else f"{cap} points, value cards included"


def _dublee_win(book: Rulebook) -> str | None:
    extra = book.settlement.dublee_win
    return f"{extra} points more from each loser" if extra else None


def _dublee_loser(book: Rulebook) -> str | None:
    players = book.settlement.dublee_loser_free
    return None if players is None else f"pays no points for the hand, with {players} players or more"


def _foul(book: Rulebook) -> str | None:
    points = book.penalties.foul
    return (
        None
        if points is None
        else f"{count_of(points, 'point')}, to who wins the next round; no maal in the round of the foul"
    )


def _game_point(book: Rulebook) -> str | None:
    points = book.settlement.game_point
    return None if points is None else f"{count_of(points, 'game point')} for the winner"


def _pool(book: Rulebook) -> str:
    text = "single rounds" if book.settlement.pool is None else POOLS[book.settlement.pool]
    text += "; in a pool who is out may come back" if book.settlement.rejoin else ""
    return text + ("; the last players may share the prize by drops left" if book.settlement.split_by_drops else "")


def _redeal(book: Rulebook) -> str | None:
    pairs = book.settlement.redeal_pairs
    what = " of identical cards" if book.settlement.redeal_identical else ", each of one rank"
    return None if pairs is None else f"a hand dealt with {pairs} pairs{what} (3 or more players)"


_Written = str | None | list[tuple[str, str]]
_EARLY = ("penalties.before_first_move", "penalties.before_first_move.double_before_draw")
_RULES: tuple[tuple[str, str, tuple[str, ...], Callable[[Rulebook], _Written]], ...] = (
    ("Table", "Players", ("table.players",), _players),
    ("Table", "Cards dealt", ("deal",), _deal),
    ("Table", "Pack", ("table.packs",), _packs),
    ("Table", "New deal", ("settlement.redeal_pairs", "settlement.redeal_identical"), _redeal),
    ("Table", "From the discards", ("settlement.pick_up",), lambda book: PICKING_UP[book.settlement.pick_up]),
    ("Table", "Stock used up", ("settlement.stock_end",), lambda book: STOCK_ENDS[book.settlement.stock_end]),
    (
        "Wild cards",
        "Wild cards",
        ("wilds.printed", "wilds.offsets", "wilds.ranks", "wilds.exposed", "wilds.hidden"),
        _wild_cards,
    ),
    ("Wild cards", "Printed joker turned up", ("wilds.printed_counts_as", "wilds.printed_adds"), _printed_turned),
    ("Melds", "Sequences", ("melds.run_max", "melds.run_wilds"), _sequences),
    ("Melds", "Aces in sequences", ("melds.aces",), _aces),
    ("Melds", "Sets", ("melds.set_max", "melds.set_suits", "melds.set_wilds", "melds.set_wilds_up_to_naturals"), _sets),
    ("Melds", "Tunnelas", ("melds.tunnela_from", "melds.tunnela_counts_pure"), _tunnelas),
    ("Melds", "Dublees", ("melds.dublees",), _dublees),
    ("Melds", "Groups of jokers", ("melds.jokers",), _joker_groups),
    ("Melds", "Identical melds", ("melds.identical",), _identical),
    ("Declaring", "", ("objectives",), _objectives),
    ("Count", "Counted", ("scoring.measure",), _measure),
    ("Count", "", ("scoring.tiers",), _tiers),
    ("Count", "At most", ("scoring.cap",), _cap),
    ("Count", "At least", ("scoring.floor",), _floor),
    ("Count", "Card points", ("scoring.ace",), _card_points),
    ("Count", "Joker left over", ("scoring.loose_wild",), _loose_wild),
    ("Count", "If a printed joker is turned", ("scoring.printed_factor",), _factor),
    ("Penalties", "First drop", ("penalties.first_drop",), _penalty("first_drop")),
    ("Penalties", "Later drop", ("penalties.middle_drop",), _penalty("middle_drop")),
    ("Penalties", "Three misses in a row", ("penalties.three_misses",), _penalty("three_misses")),
    ("Penalties", "Wrong declaration", ("penalties.wrong_declaration",), _penalty("wrong_declaration")),
    ("Penalties", "Lost before the first move", _EARLY, _before_first_move),
    ("Penalties", "Foul", ("penalties.foul",), _foul),
    ("Penalties", "Last player left", ("penalties.last_player_wins",), _last_player),
    ("Value cards", "Value card", ("bonus", "bonus.cards"), _value_cards),
    ("Value cards", "Marriage", ("bonus.marriage",), _marriage),
    ("Value cards", "Tunnela laid before play", ("bonus.laid_tunnelas",), _laid_tunnelas),
    ("Value cards", "Who had no turn yet", ("bonus.halved_before_first_move",), _bonus_halved),
    ("Value cards", "Turned card not seen", ("bonus.only_if_seen", "bonus.unseen_to_winner"), _bonus_unseen),
    ("Settlement", "Winner", ("settlement.winner_takes",), _winner),
    ("Settlement", "Most lost in a round", ("settlement.net_loss_cap",), _net_cap),
    ("Settlement", "Won by dublees", ("settlement.dublee_win",), _dublee_win),
    ("Settlement", "Lost, but seen by dublees", ("settlement.dublee_loser_free",), _dublee_loser),
    ("Settlement", "Game points", ("settlement.game_point",), _game_point),
    ("Settlement", "Played as", ("settlement.pool", "settlement.rejoin", "settlement.split_by_drops"), _pool),
)
OPTIONS_SECTION = "House options"
_WIDEST_TERM = 34  # characters; the text of a longer term begins on the next line


# ---- pages ---------------------------------------------------------------------------------------------
def describe(rulebook: Rulebook) -> tuple[Line, ...]:
    """Every rule of a rulebook in words, house options last."""
    return (*_describe_rules(rulebook), *(_describe_option(rulebook, name) for name in rulebook.offers))


def _describe_rules(rulebook: Rulebook) -> list[Line]:
    lines = []
    for section, term, paths, write in _RULES:
        written = write(rulebook)
        rows = [("", written)] if isinstance(written, str) else written or []
        for name, text in rows:
            full = ": ".join(filter(None, (term, name)))
            source = cite(rulebook, *(path for path in paths if path != "bonus" or rulebook.bonus is None))
            lines.append(Line(section=section, term=full, text=text, source=source, paths=paths))
    return lines


def _describe_option(rulebook: Rulebook, name: str) -> Line:
    """A house option by what it changes."""
    text, source = "a variant of this game", ""
    if name in rulebook.options:
        text = "in force"
    elif rulebook.key in RULEBOOKS and name in RULEBOOKS[rulebook.key].offers:
        needed = list_needed(rulebook.key, name)
        plain, other = get_rulebook(rulebook.key, needed[:1]), get_rulebook(rulebook.key, [*needed[:1], name])
        changed = describe_differences(plain, other)
        text = "; ".join(f"{line.term}: {_new_part(line)}" for line in changed) or "makes no difference here"
        text += f" (goes with {' or '.join(needed)})" if needed else ""
        source = cite(other, *differences(plain, other))
    term = name.replace("-", " ").capitalize()
    return Line(section=OPTIONS_SECTION, term=term, text=text, source=source, paths=(), option=name)


def _new_part(line: Difference) -> str:
    """What the other rulebook says beyond the first, all of it if it only leaves something out."""
    mine = line.mine.split("; ")
    return "; ".join(part for part in line.theirs.split("; ") if part not in mine) or line.theirs


def describe_differences(mine: Rulebook, theirs: Rulebook) -> tuple[Difference, ...]:
    """The rules two rulebooks have differently, in the order of the page.

    Example:
        >>> [line.term for line in describe_differences(RULEBOOKS["gorummy-13"], RULEBOOKS["adgaming-13"])][:2]
        ['Printed joker turned up', 'Sets']
    """
    changed = differences(mine, theirs)
    left = {line.term: line for line in _describe_rules(mine)}
    right = {line.term: line for line in _describe_rules(theirs)}
    order = [line.term for line in _describe_rules(mine)] + [term for term in right if term not in left]
    found = []
    for term in order:
        a, b = left.get(term), right.get(term)
        paths = (a or b).paths
        if not any(path == field or field.startswith(path + ".") for path in paths for field in changed):
            continue
        if a is None or b is None or a.text != b.text:
            found.append(Difference(term=term, mine=a.text if a else "–", theirs=b.text if b else "–"))
    return tuple(found)


def describe_source(rulebook: Rulebook) -> str:
    """One line saying which source a rulebook follows."""
    codes = dict.fromkeys(code for _, text in rulebook.sources for code in find_citations(text) if code in SOURCES)
    if not codes:
        return "A rulebook of one's own."
    return "After " + join_words([f"{code}, {SOURCES[code]}" for code in codes]) + "."


def describe_rulebook(rulebook: Rulebook, width: int = 110) -> str:
    """A rulebook as a page of text ``width`` characters wide, each line with its source in brackets.

    The sources and rulings that the lines cite follow at the end, and the slips of those sources.
    """
    lines = describe(rulebook)
    terms = [line.option or line.term for line in lines]
    column = min(max(map(len, terms)) + 4, _WIDEST_TERM)
    head = f"{rulebook.title} ({rulebook.key})"
    if rulebook.options:
        head += " with " + ", ".join(rulebook.options)
    page = [head, "=" * len(head), describe_source(rulebook)]
    section = ""
    for term, line in zip(terms, lines, strict=True):
        if line.section != section:
            section = line.section
            page += ["", section]
        source = f" [{line.source}]" if line.source else ""
        page.append(_hang(f"  {term}", line.text + source, column, width))
    cited = find_citations(" ".join(line.source for line in lines))
    told = [(code, look_up(code)) for code in sorted(cited, key=by_number) if code in RULINGS]
    told += [(code, text) for code, text in SLIPS.items() if set(find_citations(text)) & set(cited)]
    if told:
        page += ["", "Rulings, and slips of the source"]
        page += [_hang(f"  {code}", text, 7, width) for code, text in told]
    return "\n".join(page) + "\n"


def describe_rulings(width: int = 110) -> str:
    """The sources, every ruling and every slip as a page of text."""
    page = []
    for head, table in (("Sources", SOURCES), ("Rulings", RULINGS), ("Slips of the sources", SLIPS)):
        page += [head, *(_hang(f"  {code}", text, 7, width) for code, text in table.items()), ""]
    return "\n".join(page)


def _hang(term: str, text: str, column: int, width: int) -> str:
    """A term and its text, the text's further lines under its first."""
    rest = " " * column
    body = textwrap.fill(text, max(width, column + 30), initial_indent=rest, subsequent_indent=rest)
    return term.ljust(column) + body[column:] if len(term) < column else f"{term}\n{body}"
