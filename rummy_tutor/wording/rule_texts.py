"""Each rule of a rulebook as sentences, made from its data alone: which sentences for which case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..game.cards import PRINTED_JOKER, SUITS
from ..game.messages import Items, Message, key_of, tell_later, tell_later_if
from ..game.procedure import UNSTATED, USUAL
from ..game.rules import (
    Aces,
    Bonus,
    JokerGroups,
    KnockLimit,
    Match,
    Needs,
    Objective,
    Pack,
    PickingUp,
    Pool,
    Rest,
    Rulebook,
    SetSuits,
    Settlement,
    ValueCard,
    WhenStockEnds,
    WildRanks,
)
from .levels import describe_level, name_level
from .phrases import in_points, list_needs, name_meld, tell_later_or

Sentences = tuple[Message, ...]
Rows = Iterable[tuple[Message, Sentences, str]]  # what it is about, the rule, and the field whose source it names


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One rule, before it is put into a language.

    Attributes:
        section: the key of the part of the page.
        term: what the rule is about; no two rules of a rulebook share it.
        sentences: the rule.
        paths: the fields it puts into words.
        cited: the fields whose sources it names.
    """

    section: str
    term: Message
    sentences: tuple[Message, ...]
    paths: tuple[str, ...]
    cited: tuple[str, ...]


def _tell(key: str, **values: object) -> Sentences:
    return (tell_later(key, **values),)


# ---- the table -----------------------------------------------------------------------------------------------
def _in_seats(name: str, least: int, most: int, **values: object) -> Message:
    """A sentence about a range of players; with its own variant where they can only be one number."""
    if least == most:
        return tell_later(key_of("rule.", name, "one-number"), n=most, **values)
    return tell_later(key_of("rule.", name, "" if name == "players" else "players"), least=least, most=most, **values)


def _packs(book: Rulebook) -> Sentences:
    packs = book.table.packs
    if len(packs) == 1:
        return _tell("rule.pack", **_name_pack(packs[0][1]))
    least = [book.table.players[0], *(most + 1 for most, _ in packs)]
    return tuple(_in_seats("pack", least[at], most, **_name_pack(pack)) for at, (most, pack) in enumerate(packs))


def _name_pack(pack: Pack) -> dict[str, Message]:
    jokers = "pack.jokers" if pack.printed_jokers else "pack.no-jokers"
    return {"decks": tell_later("pack.decks", n=pack.decks), "jokers": tell_later(jokers, n=pack.printed_jokers)}


def _redeal(book: Rulebook) -> Sentences:
    pairs = book.settlement.redeal_pairs
    key = "rule.redeal:identical" if book.settlement.redeal_identical else "rule.redeal"
    return tell_later_if(key, pairs is not None, n=pairs)


def _play(book: Rulebook, name: str) -> Message:
    """How a part of the procedure goes."""
    how = getattr(book.procedure, name)
    return tell_later(key_of("rule.", name, USUAL[name] if how == UNSTATED else how))


def _beginning(book: Rulebook) -> Sentences:
    return (
        _play(book, "starts"),
        *tell_later_if("rule.open-first", book.procedure.open_first),
        *tell_later_if("rule.tunnelas-first", book.procedure.tunnelas_first),
    )


def _pick_up(book: Rulebook) -> Sentences:
    bars = book.settlement.bars
    first = tell_later_if("rule.pick-up.first-open", PickingUp.ANY_IF_LOWEST_MELDED in bars)
    return *[tell_later(key_of("rule.pick-up:", how)) for how in bars], *first


# ---- wild cards ----------------------------------------------------------------------------------------------
def _wilds(book: Rulebook) -> Sentences:
    wilds = book.wilds
    named = tell_later_if("rule.wilds.printed", wilds.printed)
    if not wilds.exposed:
        return *(named or _tell("rule.wilds.none")), tell_later("rule.wilds.no-turned")
    named += tell_later_if("rule.wilds.suit", wilds.offsets, places=Items(tuple(_list_places(wilds.offsets))))
    named += tell_later_if(key_of("rule.wilds.", wilds.ranks), wilds.ranks is not WildRanks.NONE)
    return (
        *(named or _tell("rule.wilds.none")),
        *tell_later_if("rule.wilds.neighbours", any(wilds.offsets)),
        *tell_later_if("rule.wilds.hidden", wilds.hidden),
    )


def _itself(book: Rulebook) -> Sentences:
    """Whether a wild card may stand for itself, in a game that makes any but the printed joker wild."""
    key = "rule.wilds.itself" if book.wilds.as_itself else "rule.wilds.never-itself"
    return tell_later_if(key, book.wilds.makes_cards_wild)


def _list_places(offsets: Sequence[int]) -> list[Message]:
    """Where the wild cards of the turned card's suit lie: as pairs where they lie on both sides, else one by one."""
    far = sorted(offset for offset in offsets if offset > 0)
    if not far or sorted(-offset for offset in far) != sorted(offset for offset in offsets if offset < 0):
        return [_name_place(offset) for offset in offsets]
    both = tell_later("place.both", n=far[-1], ranks=Items(tuple(far)))
    return [tell_later("place.turned"), both] if 0 in offsets else [both]


def _name_place(offset: int) -> Message:
    if not offset:
        return tell_later("place.turned")
    return tell_later("place.above" if offset > 0 else "place.below", n=abs(offset))


def _printed_turned(book: Rulebook) -> Sentences:
    wilds = book.wilds
    if not wilds.exposed:
        return ()
    if not any(pack.printed_jokers for _, pack in book.table.packs):
        return _tell("rule.printed-turned.impossible")
    types = tuple(sorted(wilds.types(PRINTED_JOKER)))
    if not types:
        return _tell("rule.printed-turned.only-printed" if wilds.printed else "rule.printed-turned.nothing")
    return _tell("rule.printed-turned", n=len(types), card=wilds.printed_counts_as, wild=types)


def _has_wilds(book: Rulebook) -> bool:
    return book.wilds.printed or book.wilds.exposed


# ---- melds ---------------------------------------------------------------------------------------------------
def _sequences(book: Rulebook) -> Sentences:
    least, most = book.melds.run_min, book.melds.run_max
    form = "exact" if most == least else "any" if most >= (14 if book.melds.aces is Aces.LOW_OR_HIGH else 13) else ""
    return (
        tell_later(key_of("rule.sequence:", form), least=least, most=most),
        *tell_later_if("rule.sequence.natural", _has_wilds(book)),
        *tell_later_if("rule.sequence.pure", _has_wilds(book)),
    )


def _limit_jokers(name: str, limit: int | None, book: Rulebook) -> Sentences:
    """How many wild cards a meld may hold; nothing in a game without any."""
    return tell_later_if(
        key_of("rule.", name, "any" if limit is None else "" if limit else "none"), _has_wilds(book), n=limit
    )


def _sets(book: Rulebook) -> Sentences:
    melds = book.melds
    variant = "any" if melds.set_max is None else "exact" if melds.set_max == melds.set_min else ""
    longer = _has_wilds(book) and (melds.set_max is None or melds.set_max > len(SUITS))
    suits = "rule.set.distinct:longer" if longer else "rule.set.distinct"
    return (
        tell_later(key_of("rule.set:", variant), least=melds.set_min, most=melds.set_max),
        tell_later(suits if melds.set_suits is SetSuits.DISTINCT else "rule.set.not-all-one"),
    )


def _set_jokers(book: Rulebook) -> Sentences:
    melds, wild = book.melds, _has_wilds(book)
    joker_sets = key_of("rule.joker-sets:", "least" if melds.set_min != 3 else "")
    return (
        *_limit_jokers("set-jokers", melds.set_wilds, book),
        *tell_later_if("rule.set-jokers.up-to-naturals", wild and melds.set_wilds_up_to_naturals),
        *tell_later_if(joker_sets, wild and melds.joker_sets, n=melds.set_min),
    )


def _joker_company(book: Rulebook) -> Sentences:
    melds = book.melds
    least = tell_later_if("rule.joker-company", melds.naturals > 1, n=melds.naturals)
    return *least, *tell_later_if("rule.joker-company.each", melds.naturals_per_wild, n=melds.naturals_per_wild)


def _tunnelas(book: Rulebook) -> Sentences:
    least = book.melds.tunnela_from
    if least is None:
        return _tell("rule.tunnela.none")
    when = tell_later_if("rule.tunnela.players", least > book.table.players[0], n=least)
    counts = "rule.tunnela.pure" if book.melds.tunnela_counts_pure else "rule.tunnela.not-pure"
    return tell_later("rule.tunnela"), *when, tell_later(counts)


def _dublees(book: Rulebook) -> Sentences:
    melds = book.melds
    variant = "-".join([*(["ranks"] if melds.dublee_ranks else []), *(["jokers"] if melds.dublee_jokers else [])])
    return _tell(key_of("rule.dublee:", variant) if melds.dublees else "rule.dublee.none")


# ---- declaring and counting ----------------------------------------------------------------------------------
def name_objective(objective: Objective) -> Message:
    """What a way to declare is called on the page of a rulebook."""
    plain = tell_later("term.objective", name=objective.name)
    return tell_later_or(key_of("term.objective.", objective.name), plain)


def describe_objective(objective: Objective, rulebook: Rulebook) -> Sentences:
    """A way to declare, sentence by sentence."""
    needs, melds, least = objective.needs, rulebook.melds, rulebook.table.players[0]
    asked, from_players = list_needs(needs, rulebook), melds.tunnela_from
    as_pure = needs.pure + needs.sequences and melds.tunnela_counts_pure and from_players is not None
    always = from_players is not None and from_players <= least
    tunnelas = "rule.objective.tunnelas-pure" if always else "rule.objective.tunnelas-pure:players"
    return (
        *tell_later_if("rule.objective", asked, asked=Items(asked)),
        *tell_later_if(tunnelas, as_pure, n=from_players),
        *tell_later_if("rule.objective.factor", objective.factor > 1, n=objective.factor),
        *tell_later_if("rule.objective.players", objective.players_from > least, n=objective.players_from),
        *_describe_rest(objective, rulebook, bool(asked)),
    )


def _describe_rest(objective: Objective, rulebook: Rulebook, asked: bool) -> Sentences:
    """What a way to declare says of the cards beside the groups that it asks for."""
    needs = objective.needs
    if objective.deadwood is not None:
        lowered = objective.deadwood_by is not KnockLimit.FIXED
        by = tell_later_if(key_of("rule.objective.deadwood-", objective.deadwood_by), lowered)
        return tell_later("rule.objective.deadwood", n=objective.deadwood), *by
    if objective.rest is Rest.ANYTHING:
        return _tell("rule.objective.rest-anything" if asked else "rule.objective.any")
    others = needs.groups != Needs() and not needs.pure + needs.sequences + needs.long_sequences
    melded = "rule.objective.others-melded" if others else "rule.objective.melded"
    spare = tell_later_if("rule.objective.spare", rulebook.melds.jokers is JokerGroups.SPARE)
    return tell_later(melded, meld=name_meld(rulebook)), *spare


def _counts_cards(book: Rulebook) -> bool:
    return any(tier.flat is None for tier in book.scoring.tiers)


def _card_points(book: Rulebook) -> Sentences:
    scoring = book.scoring
    if not _counts_cards(book):
        return _tell("rule.card-points:none")
    key = "rule.card-points" if scoring.ace == 10 else "rule.card-points:ace"
    key = "rule.card-points:ranks" if scoring.ranks else key
    low = tell_later_if("rule.card-points.ace-low", scoring.ace_low is not None, n=scoring.ace_low)
    return tell_later(key, n=scoring.ace, points=Items(scoring.ranks or (), "comma")), *low


def _loose_wild(book: Rulebook) -> Sentences:
    if not (_has_wilds(book) and _counts_cards(book)):
        return ()
    scoring = book.scoring
    if not scoring.wild_at_face:
        return _tell("rule.loose-wild" if scoring.loose_wild else "rule.loose-wild:free", n=scoring.loose_wild)
    printed = "rule.loose-printed" if scoring.loose_wild else "rule.loose-printed:free"
    return tell_later("rule.loose-wild:face"), *tell_later_if(printed, book.wilds.printed, n=scoring.loose_wild)


def _factor(book: Rulebook) -> Sentences:
    factor = book.scoring.printed_factor
    return tell_later_if("rule.factor" if factor == 2 else "rule.factor:times", factor != 1, factor=factor)


# ---- penalties -----------------------------------------------------------------------------------------------
def _penalty(name: str) -> Callable[[Rulebook], Sentences]:
    return lambda book: _tell_penalty(name, getattr(book.penalties, name))


def _tell_penalty(name: str, points: int | None) -> Sentences:
    return _tell("rule.penalty.none") if points is None else _tell(key_of("rule.", name.replace("_", "-")), n=points)


def _left_table(book: Rulebook) -> Sentences:
    price = book.penalties.left_table
    if price is None or isinstance(price, int):
        return tell_later_if("rule.left-table", price is not None, n=price)
    return _tell(key_of("rule.left-table:", price))


def _wrong_declaration(book: Rulebook) -> Sentences:
    ends, cited = book.settlement.wrong_declaration_ends, "settlement.wrong_declaration_ends" in dict(book.sources)
    after = tell_later_if("rule.wrong-declaration.ends" if ends else "rule.wrong-declaration.goes-on", ends or cited)
    return *_tell_penalty("wrong_declaration", book.penalties.wrong_declaration), *after


def _before_first_move(book: Rulebook) -> Sentences:
    rule = book.penalties.before_first_move
    if rule is None:
        return _tell("rule.penalty.none")
    between = rule.least and rule.most is not None
    return (
        tell_later("rule.early.half:unmeldable" if rule.unmeldable_only else "rule.early.half"),
        *tell_later_if("rule.early.between", between, least=rule.least, n=rule.most),
        *tell_later_if("rule.early.least", rule.least and not between, n=rule.least),
        *tell_later_if("rule.early.most", rule.most is not None and not between, n=rule.most),
        *tell_later_if("rule.early.double", rule.double_before_draw),
    )


def _foul(book: Rulebook) -> Sentences:
    points = book.penalties.foul
    return () if points is None else (tell_later("rule.foul", n=points), tell_later("rule.foul.no-maal"))


def _last_player(book: Rulebook) -> Sentences:
    key = "rule.last-player" if book.penalties.last_player_wins else "rule.last-player:no"
    return tell_later_if(key, _may_drop(book))


def _may_drop(book: Rulebook) -> bool:
    return book.penalties.first_drop is not None or book.penalties.middle_drop is not None


# ---- value cards ---------------------------------------------------------------------------------------------
def _value_cards(book: Rulebook) -> Rows:
    if book.bonus is None:
        return [(tell_later("term.value-cards"), _tell("rule.bonus.none"), "bonus")]
    drops = [(tell_later("term.bonus-dropped"), _tell("rule.bonus-dropped"), "bonus")]
    cards = [(_name_value_card(card), _describe_value_card(card), "bonus.cards") for card in book.bonus.cards]
    return cards if book.penalties.first_drop is None else cards + drops


def _name_value_card(card: ValueCard) -> Message:
    plain = tell_later("term.value-card", name=card.name)
    return tell_later_or(key_of("term.value-card.", card.name.replace(" ", "-")), plain)


def _describe_value_card(card: ValueCard) -> Sentences:
    side = "turned" if not card.offset else "above" if card.offset > 0 else "below"
    side = "printed" if card.card is not None else f"{side}-other-suit" if card.other_suit else side
    earned = _earns("rule.value-card.earns", card.points)
    return tell_later(key_of("rule.value-card:", side), n=abs(card.offset)), earned


def _earns(key: str, points: Sequence[int]) -> Message:
    """What one, two, three of something earn."""
    copies = tuple(range(1, len(points) + 1))
    return tell_later(key, n=len(points), copies=Items(copies, "or"), points=Items(tuple(points), "or"))


def _on_bonus(write: Callable[[Bonus], Sentences]) -> Callable[[Rulebook], Sentences]:
    """A rule on value cards, which a game without them does not have."""
    return lambda book: () if book.bonus is None else write(book.bonus)


def _laid_tunnelas(bonus: Bonus) -> Sentences:
    if bonus.laid_tunnelas is None:
        return ()
    ordinary, jokers, beside = map(in_points, bonus.laid_tunnelas)
    return _tell("rule.laid-tunnela", ordinary=ordinary, jokers=jokers, beside=beside)


# ---- settlement ----------------------------------------------------------------------------------------------
def _knock(book: Rulebook) -> Sentences:
    rule = book.settlement.knock
    if rule is None:
        return ()
    return (
        tell_later("rule.knock"),
        tell_later("rule.knock.lay-off" if rule.lay_off else "rule.knock.lay-off:no"),
        tell_later("rule.knock.gin", n=rule.gin),
        *tell_later_if("rule.knock.big-gin", rule.big_gin is not None, n=rule.big_gin),
        tell_later("rule.knock.undercut", n=rule.undercut),
    )


def _settling(key: str, name: str) -> Callable[[Rulebook], Sentences]:
    """A number of the settlement that holds where it is given, be it 0."""
    usual = getattr(Settlement(), name)

    def write(book: Rulebook) -> Sentences:
        number = getattr(book.settlement, name)
        return tell_later_if(key, number != usual, n=number)

    return write


def _pool(book: Rulebook) -> Sentences:
    settled = book.settlement
    return (
        _describe_match(settled.pool),
        *tell_later_if(key_of("rule.pool.joining:", settled.joining or ""), settled.joining),
        *tell_later_if("rule.pool.rejoin", settled.rejoin),
        *tell_later_if("rule.pool.split", settled.split_by_drops),
    )


def _describe_match(match: Pool | Match | None) -> Message:
    if not isinstance(match, Match):
        return tell_later("rule.pool.single" if match is None else key_of("rule.pool:", match))
    return tell_later("rule.pool:deals" if match.limit is None else "rule.pool:limit", n=match.deals or match.limit)


def _find_stock_end(book: Rulebook) -> WhenStockEnds:
    """What is told of the stock's end: that the source is silent, but where another ruling holds than usual."""
    return WhenStockEnds.VOID if book.stock_end is WhenStockEnds.VOID else book.settlement.stock_end


_MATCH = ("settlement.pool", "settlement.joining", "settlement.rejoin", "settlement.split_by_drops")
_WRONG = ("penalties.wrong_declaration", "settlement.wrong_declaration_ends")
_EARLY = ("penalties.before_first_move", "penalties.before_first_move.double_before_draw")
_WILDS = ("wilds.printed", "wilds.offsets", "wilds.ranks", "wilds.exposed", "wilds.hidden")
# section, key of the term (none where a rule has rows of its own), fields, and what writes the sentences
_RULES: tuple[tuple[str, str, tuple[str, ...], Callable[[Rulebook], Any]], ...] = (
    ("table", "players", ("table.players",), lambda book: (_in_seats("players", *book.table.players),)),
    (
        "table",
        "deal",
        ("deal",),
        lambda book: (tell_later("rule.deal", n=book.deal), tell_later("rule.deal.draw", n=book.deal + 1)),
    ),
    ("table", "packs", ("table.packs",), _packs),
    ("table", "beginning", ("procedure.starts", "procedure.open_first", "procedure.tunnelas_first"), _beginning),
    ("table", "redeal", ("settlement.redeal_pairs", "settlement.redeal_identical"), _redeal),
    ("table", "pick-up", ("settlement.pick_up",), _pick_up),
    (
        "table",
        "stock-end",
        ("settlement.stock_end",),
        lambda book: _tell(key_of("rule.stock-end:", _find_stock_end(book))),
    ),
    ("wild-cards", "wilds", _WILDS, _wilds),
    ("wild-cards", "itself", ("wilds.as_itself",), _itself),
    ("wild-cards", "printed-turned", ("wilds.printed_counts_as", "wilds.printed_adds"), _printed_turned),
    ("melds", "sequences", ("melds.run_min", "melds.run_max"), _sequences),
    (
        "melds",
        "sequence-jokers",
        ("melds.run_wilds",),
        lambda book: _limit_jokers("sequence-jokers", book.melds.run_wilds, book),
    ),
    ("melds", "aces", ("melds.aces",), lambda book: _tell(key_of("rule.aces:", book.melds.aces))),
    ("melds", "sets", ("melds.set_min", "melds.set_max", "melds.set_suits"), _sets),
    ("melds", "set-jokers", ("melds.set_wilds", "melds.set_wilds_up_to_naturals", "melds.joker_sets"), _set_jokers),
    ("melds", "joker-company", ("melds.naturals", "melds.naturals_per_wild"), _joker_company),
    ("melds", "tunnelas", ("melds.tunnela_from", "melds.tunnela_counts_pure"), _tunnelas),
    (
        "melds",
        "dublees",
        ("melds.dublees", "melds.dublee_ranks", "melds.dublee_jokers"),
        _dublees,
    ),
    (
        "melds",
        "joker-groups",
        ("melds.jokers",),
        lambda book: tell_later_if(key_of("rule.joker-groups:", book.melds.jokers), _has_wilds(book)),
    ),
    (
        "melds",
        "identical",
        ("melds.identical",),
        lambda book: _tell("rule.identical" if book.melds.identical else "rule.identical:no"),
    ),
    (
        "declaring",
        "",
        ("objectives",),
        lambda book: [(name_objective(way), describe_objective(way, book), "objectives") for way in book.objectives],
    ),
    (
        "declaring",
        "laying",
        ("procedure.laying", "procedure.lay_off"),
        lambda book: (_play(book, "laying"), *tell_later_if("rule.lay-off", book.procedure.lay_off)),
    ),
    (
        "declaring",
        "finish",
        ("procedure.finish", "procedure.checking"),
        lambda book: (_play(book, "finish"), _play(book, "checking")),
    ),
    ("cost", "measure", ("scoring.measure",), lambda book: _tell(key_of("rule.measure:", book.scoring.measure))),
    (
        "cost",
        "",
        ("scoring.tiers",),
        lambda book: [
            (name_level(tier, book), describe_level(tier, book), f"scoring.tiers.{tier.code}")
            for tier in book.scoring.tiers
        ],
    ),
    (
        "cost",
        "cap",
        ("scoring.cap",),
        lambda book: _tell("rule.cap:none" if book.scoring.cap is None else "rule.cap", n=book.scoring.cap),
    ),
    (
        "cost",
        "floor",
        ("scoring.floor",),
        lambda book: tell_later_if("rule.floor", book.scoring.floor, n=book.scoring.floor),
    ),
    ("cost", "card-points", ("scoring.ace", "scoring.ranks", "scoring.ace_low"), _card_points),
    ("cost", "loose-wild", ("scoring.loose_wild", "scoring.wild_at_face"), _loose_wild),
    ("cost", "factor", ("scoring.printed_factor",), _factor),
    (
        "penalties",
        "dropping",
        ("procedure.dropping",),
        lambda book: (_play(book, "dropping"),) if _may_drop(book) else (),
    ),
    ("penalties", "first-drop", ("penalties.first_drop",), _penalty("first_drop")),
    ("penalties", "middle-drop", ("penalties.middle_drop",), _penalty("middle_drop")),
    ("penalties", "three-misses", ("penalties.three_misses",), _penalty("three_misses")),
    ("penalties", "left-table", ("penalties.left_table",), _left_table),
    ("penalties", "wrong-declaration", _WRONG, _wrong_declaration),
    ("penalties", "before-first-move", _EARLY, _before_first_move),
    ("penalties", "foul", ("penalties.foul",), _foul),
    ("penalties", "last-player", ("penalties.last_player_wins",), _last_player),
    ("value-cards", "", ("bonus", "bonus.cards"), _value_cards),
    (
        "value-cards",
        "marriage",
        ("bonus.marriage",),
        _on_bonus(lambda bonus: (tell_later("rule.marriage"), _earns("rule.marriage.earns", bonus.marriage))),
    ),
    ("value-cards", "laid-tunnelas", ("bonus.laid_tunnelas",), _on_bonus(_laid_tunnelas)),
    (
        "value-cards",
        "hand-tunnelas",
        ("bonus.hand_tunnelas",),
        _on_bonus(
            lambda bonus: (
                (_earns("rule.hand-tunnelas", bonus.hand_tunnelas), tell_later("rule.hand-tunnelas.once"))
                if bonus.hand_tunnelas
                else ()
            )
        ),
    ),
    (
        "value-cards",
        "bonus-halved",
        ("bonus.halved_before_first_move",),
        _on_bonus(lambda bonus: tell_later_if("rule.bonus-halved", bonus.halved_before_first_move)),
    ),
    (
        "value-cards",
        "bonus-unseen",
        ("bonus.only_if_seen", "bonus.unseen_to_winner"),
        _on_bonus(
            lambda bonus: tell_later_if(
                "rule.bonus-unseen:to-winner" if bonus.unseen_to_winner else "rule.bonus-unseen", bonus.only_if_seen
            )
        ),
    ),
    (
        "settlement",
        "winner",
        ("settlement.winner_takes",),
        lambda book: _tell("rule.winner" if book.settlement.winner_takes else "rule.winner:no"),
    ),
    ("settlement", "knock", ("settlement.knock",), _knock),
    ("settlement", "net-cap", ("settlement.net_loss_cap",), _settling("rule.net-cap", "net_loss_cap")),
    ("settlement", "dublee-win", ("settlement.dublee_win",), _settling("rule.dublee-win", "dublee_win")),
    (
        "settlement",
        "dublee-loser",
        ("settlement.dublee_loser_free",),
        _settling("rule.dublee-loser", "dublee_loser_free"),
    ),
    ("settlement", "game-points", ("settlement.game_point",), _settling("rule.game-points", "game_point")),
    ("settlement", "played-as", _MATCH, _pool),
)


# what a sequence is, no field says by itself
_CITED = {"sequences": ("melds", "melds.run_max", "melds.naturals")}


@lru_cache(maxsize=64)
def list_topics(rulebook: Rulebook) -> tuple[Rule, ...]:
    """Everything that a page has a line for, in its order; where a game has no such rule, without sentences."""
    return tuple(
        Rule(section=section, term=name, sentences=sentences, paths=paths, cited=cited)
        for section, term, paths, write in _RULES
        for name, sentences, cited in (
            [(tell_later(key_of("term.", term)), write(rulebook), _CITED.get(term, paths))]
            if term
            else [(name, sentences, (path,)) for name, sentences, path in write(rulebook)]
        )
    )


def list_rules(rulebook: Rulebook) -> tuple[Rule, ...]:
    """Every rule of a rulebook, in the order of the page; what a game has nothing to say about is left out."""
    return tuple(topic for topic in list_topics(rulebook) if topic.sentences)
