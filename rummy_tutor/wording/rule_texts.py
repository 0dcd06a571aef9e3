"""Each rule of a rulebook as sentences, made from its data alone: which sentences for which case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..game.cards import PRINTED_JOKER, SUITS
from ..game.messages import Items, Message, key_of, tell_later
from ..game.rules import (
    Aces,
    JokerGroups,
    KnockLimit,
    Match,
    Needs,
    Objective,
    Pack,
    PickingUp,
    Rest,
    Rulebook,
    SetSuits,
    Settlement,
    ValueCard,
    WhenStockEnds,
    WildRanks,
)
from .levels import describe_level, name_level
from .phrases import in_points, list_needs, name_meld
from .speech import knows

Sentences = Sequence[Message]
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


def _one(key: str, **values: object) -> Sentences:
    return (tell_later(key, **values),)


# ---- the table -----------------------------------------------------------------------------------------------
def _players(book: Rulebook) -> Sentences:
    return (_in_seats("players", *book.table.players),)


def _in_seats(name: str, least: int, most: int, **values: object) -> Message:
    """A sentence about a range of players; with its own variant where they can only be one number."""
    if least == most:
        return tell_later(key_of("rule.", name, "one-number"), n=most, **values)
    return tell_later(key_of("rule.", name, "" if name == "players" else "players"), least=least, most=most, **values)


def _deal(book: Rulebook) -> Sentences:
    return tell_later("rule.deal", n=book.deal), tell_later("rule.deal.draw", n=book.deal + 1)


def _packs(book: Rulebook) -> Sentences:
    if len(book.table.packs) == 1:
        return _one("rule.pack", **_name_pack(book.table.packs[0][1]))
    sentences, least = [], book.table.players[0]
    for most, pack in book.table.packs:
        sentences.append(_in_seats("pack", least, most, **_name_pack(pack)))
        least = most + 1
    return sentences


def _name_pack(pack: Pack) -> dict[str, Message]:
    jokers = "pack.jokers" if pack.printed_jokers else "pack.no-jokers"
    return {"decks": tell_later("pack.decks", n=pack.decks), "jokers": tell_later(jokers, n=pack.printed_jokers)}


def _redeal(book: Rulebook) -> Sentences:
    if book.settlement.redeal_pairs is None:
        return ()
    key = "rule.redeal:identical" if book.settlement.redeal_identical else "rule.redeal"
    return _one(key, n=book.settlement.redeal_pairs)


def _pick_up(book: Rulebook) -> Sentences:
    bars = book.settlement.bars
    first = _one("rule.pick-up.first-open") if PickingUp.ANY_IF_LOWEST_MELDED in bars else ()
    return *[tell_later(key_of("rule.pick-up:", how)) for how in bars], *first


# ---- wild cards ----------------------------------------------------------------------------------------------
def _wilds(book: Rulebook) -> Sentences:
    wilds = book.wilds
    keys = ["rule.wilds.printed"] if wilds.printed else []
    if not wilds.exposed:
        return [tell_later(key) for key in (*(keys or ["rule.wilds.none"]), "rule.wilds.no-turned")]
    sentences = [tell_later(key) for key in keys]
    if wilds.offsets:
        sentences.append(tell_later("rule.wilds.suit", places=Items(tuple(_list_places(wilds.offsets)))))
    if wilds.ranks is not WildRanks.NONE:
        sentences.append(tell_later(key_of("rule.wilds.", wilds.ranks)))
    sentences = sentences or [tell_later("rule.wilds.none")]
    if any(wilds.offsets):
        sentences.append(tell_later("rule.wilds.neighbours"))
    sentences += _one("rule.wilds.hidden") if wilds.hidden else ()
    return [*sentences, *(() if wilds.as_itself else _one("rule.wilds.never-itself"))]


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
        return _one("rule.printed-turned.impossible")
    types = tuple(sorted(wilds.types(PRINTED_JOKER)))
    if not types:
        return _one("rule.printed-turned.only-printed" if wilds.printed else "rule.printed-turned.nothing")
    return _one("rule.printed-turned", n=len(types), card=wilds.printed_counts_as, wild=types)


def _has_wilds(book: Rulebook) -> bool:
    return book.wilds.printed or book.wilds.exposed


# ---- melds ---------------------------------------------------------------------------------------------------
def _sequences(book: Rulebook) -> Sentences:
    least, most = book.melds.run_min, book.melds.run_max
    form = "exact" if most == least else "any" if most >= (14 if book.melds.aces is Aces.LOW_OR_HIGH else 13) else ""
    size = tell_later(key_of("rule.sequence:", form), least=least, most=most)
    if not _has_wilds(book):
        return (size,)
    return size, tell_later("rule.sequence.natural"), tell_later("rule.sequence.pure")


def _at_most(name: str, limit: int | None) -> Message:
    return tell_later(key_of("rule.", name, "any" if limit is None else "" if limit else "none"), n=limit)


def _sequence_jokers(book: Rulebook) -> Sentences:
    return (_at_most("sequence-jokers", book.melds.run_wilds),) if _has_wilds(book) else ()


def _sets(book: Rulebook) -> Sentences:
    melds = book.melds
    variant = "any" if melds.set_max is None else "exact" if melds.set_max == melds.set_min else ""
    longer = _has_wilds(book) and (melds.set_max is None or melds.set_max > len(SUITS))
    suits = "rule.set.not-all-one"
    if melds.set_suits is SetSuits.DISTINCT:
        suits = "rule.set.distinct:longer" if longer else "rule.set.distinct"
    return tell_later(key_of("rule.set:", variant), least=melds.set_min, most=melds.set_max), tell_later(suits)


def _set_jokers(book: Rulebook) -> Sentences:
    if not _has_wilds(book):
        return ()
    melds = book.melds
    sentences = [_at_most("set-jokers", melds.set_wilds)]
    sentences += _one("rule.set-jokers.up-to-naturals") if melds.set_wilds_up_to_naturals else ()
    joker_sets = key_of("rule.joker-sets:", "least" if melds.set_min != 3 else "")
    return [*sentences, *(_one(joker_sets, n=melds.set_min) if melds.joker_sets else ())]


def _joker_company(book: Rulebook) -> Sentences:
    melds = book.melds
    least = _one("rule.joker-company", n=melds.naturals) if melds.naturals > 1 else ()
    return *least, *(_one("rule.joker-company.each", n=melds.naturals_per_wild) if melds.naturals_per_wild else ())


def _tunnelas(book: Rulebook) -> Sentences:
    least = book.melds.tunnela_from
    if least is None:
        return _one("rule.tunnela.none")
    when = () if least <= book.table.players[0] else _one("rule.tunnela.players", n=least)
    counts = "rule.tunnela.pure" if book.melds.tunnela_counts_pure else "rule.tunnela.not-pure"
    return tell_later("rule.tunnela"), *when, tell_later(counts)


def _dublees(book: Rulebook) -> Sentences:
    melds = book.melds
    variant = "-".join([*(["ranks"] if melds.dublee_ranks else []), *(["jokers"] if melds.dublee_jokers else [])])
    return _one("rule.dublee.none" if not melds.dublees else key_of("rule.dublee:", variant))


def _joker_groups(book: Rulebook) -> Sentences:
    return _one(key_of("rule.joker-groups:", book.melds.jokers)) if _has_wilds(book) else ()


# ---- declaring and counting ----------------------------------------------------------------------------------
def _objectives(book: Rulebook) -> Rows:
    return [(name_objective(way), describe_objective(way, book), "objectives") for way in book.objectives]


def name_objective(objective: Objective) -> Message:
    """What a way to declare is called on the page of a rulebook."""
    key = key_of("term.objective.", objective.name)
    return tell_later(key) if knows(key) else tell_later("term.objective", name=objective.name)


def describe_objective(objective: Objective, rulebook: Rulebook) -> Sentences:
    """A way to declare, sentence by sentence."""
    needs, melds = objective.needs, rulebook.melds
    asked = list_needs(needs, rulebook)
    sentences = list(_one("rule.objective", asked=Items(asked)) if asked else ())
    if needs.pure + needs.sequences and melds.tunnela_counts_pure and melds.tunnela_from is not None:
        always = melds.tunnela_from <= rulebook.table.players[0]
        key = "rule.objective.tunnelas-pure" if always else "rule.objective.tunnelas-pure:players"
        sentences.append(tell_later(key, n=melds.tunnela_from))
    if objective.factor > 1:
        sentences.append(tell_later("rule.objective.factor", n=objective.factor))
    if objective.players_from > rulebook.table.players[0]:
        sentences.append(tell_later("rule.objective.players", n=objective.players_from))
    if objective.deadwood is not None:
        sentences.append(tell_later("rule.objective.deadwood", n=objective.deadwood))
        lowered = objective.deadwood_by is not KnockLimit.FIXED
        return [*sentences, *(_one(key_of("rule.objective.deadwood-", objective.deadwood_by)) if lowered else ())]
    if objective.rest is Rest.ANYTHING:
        return [*sentences, tell_later("rule.objective.rest-anything" if asked else "rule.objective.any")]
    others = needs.groups != Needs() and not needs.pure + needs.sequences + needs.long_sequences
    sentences += _one("rule.objective.others-melded" if others else "rule.objective.melded", meld=name_meld(rulebook))
    return [*sentences, *(_one("rule.objective.spare") if melds.jokers is JokerGroups.SPARE else ())]


def _tiers(book: Rulebook) -> Rows:
    return [
        (name_level(tier, book), describe_level(tier, book), f"scoring.tiers.{tier.code}")
        for tier in book.scoring.tiers
    ]


def _cap(book: Rulebook) -> Sentences:
    return _one("rule.cap:none") if book.scoring.cap is None else _one("rule.cap", n=book.scoring.cap)


def _floor(book: Rulebook) -> Sentences:
    return _one("rule.floor", n=book.scoring.floor) if book.scoring.floor else ()


def _counts_cards(book: Rulebook) -> bool:
    return any(tier.flat is None for tier in book.scoring.tiers)


def _card_points(book: Rulebook) -> Sentences:
    if not _counts_cards(book):
        return _one("rule.card-points:none")
    scoring = book.scoring
    if scoring.ranks:
        sentences = _one("rule.card-points:ranks", n=scoring.ace, points=Items(scoring.ranks, "comma"))
    else:
        sentences = _one("rule.card-points" if scoring.ace == 10 else "rule.card-points:ace", n=scoring.ace)
    low = scoring.ace_low
    return *sentences, *(() if low is None else _one("rule.card-points.ace-low", n=low))


def _loose_wild(book: Rulebook) -> Sentences:
    if not (_has_wilds(book) and _counts_cards(book)):
        return ()
    scoring = book.scoring
    if not scoring.wild_at_face:
        return _one("rule.loose-wild" if scoring.loose_wild else "rule.loose-wild:free", n=scoring.loose_wild)
    printed = "rule.loose-printed" if scoring.loose_wild else "rule.loose-printed:free"
    return *_one("rule.loose-wild:face"), *(_one(printed, n=scoring.loose_wild) if book.wilds.printed else ())


def _factor(book: Rulebook) -> Sentences:
    factor = book.scoring.printed_factor
    return () if factor == 1 else _one("rule.factor" if factor == 2 else "rule.factor:times", factor=factor)


# ---- penalties -----------------------------------------------------------------------------------------------
def _penalty(name: str) -> Callable[[Rulebook], Sentences]:
    def write(book: Rulebook) -> Sentences:
        points = getattr(book.penalties, name)
        return _one("rule.penalty.none") if points is None else _one(key_of("rule.", name.replace("_", "-")), n=points)

    return write


def _left_table(book: Rulebook) -> Sentences:
    price = book.penalties.left_table
    if price is None:
        return ()
    return _one("rule.left-table", n=price) if isinstance(price, int) else _one(key_of("rule.left-table:", price))


def _wrong_declaration(book: Rulebook) -> Sentences:
    ends, cited = book.settlement.wrong_declaration_ends, "settlement.wrong_declaration_ends" in dict(book.sources)
    after = _one("rule.wrong-declaration.ends") if ends else _one("rule.wrong-declaration.goes-on") if cited else ()
    return *_penalty("wrong_declaration")(book), *after


def _before_first_move(book: Rulebook) -> Sentences:
    rule = book.penalties.before_first_move
    if rule is None:
        return _one("rule.penalty.none")
    sentences = list(_one("rule.early.half:unmeldable" if rule.unmeldable_only else "rule.early.half"))
    if rule.least and rule.most is not None:
        sentences += _one("rule.early.between", least=rule.least, n=rule.most)
    else:
        sentences += _one("rule.early.least", n=rule.least) if rule.least else ()
        sentences += () if rule.most is None else _one("rule.early.most", n=rule.most)
    return [*sentences, *(_one("rule.early.double") if rule.double_before_draw else ())]


def _foul(book: Rulebook) -> Sentences:
    points = book.penalties.foul
    return () if points is None else (tell_later("rule.foul", n=points), tell_later("rule.foul.no-maal"))


def _last_player(book: Rulebook) -> Sentences:
    if book.penalties.first_drop is None and book.penalties.middle_drop is None:
        return ()
    return _one("rule.last-player" if book.penalties.last_player_wins else "rule.last-player:no")


# ---- value cards ---------------------------------------------------------------------------------------------
def _value_cards(book: Rulebook) -> Rows:
    if book.bonus is None:
        return [(tell_later("term.value-cards"), _one("rule.bonus.none"), "bonus")]
    drops = [(tell_later("term.bonus-dropped"), _one("rule.bonus-dropped"), "bonus")]
    drops = [] if book.penalties.first_drop is None else drops
    return [(_name_value_card(card), _value_card(card), "bonus.cards") for card in book.bonus.cards] + drops


def _name_value_card(card: ValueCard) -> Message:
    key = key_of("term.value-card.", card.name.replace(" ", "-"))
    return tell_later(key) if knows(key) else tell_later("term.value-card", name=card.name)


def _value_card(card: ValueCard) -> Sentences:
    side = "turned" if not card.offset else "above" if card.offset > 0 else "below"
    side = "printed" if card.card is not None else f"{side}-other-suit" if card.other_suit else side
    return tell_later(key_of("rule.value-card:", side), n=abs(card.offset)), _earns(
        "rule.value-card.earns", card.points
    )


def _earns(key: str, points: Sequence[int]) -> Message:
    """What one, two, three of something earn."""
    copies = tuple(range(1, len(points) + 1))
    return tell_later(key, n=len(points), copies=Items(copies, "or"), points=Items(tuple(points), "or"))


def _marriage(book: Rulebook) -> Sentences:
    if book.bonus is None:
        return ()
    return tell_later("rule.marriage"), _earns("rule.marriage.earns", book.bonus.marriage)


def _laid_tunnelas(book: Rulebook) -> Sentences:
    if book.bonus is None or book.bonus.laid_tunnelas is None:
        return ()
    ordinary, jokers, beside = map(in_points, book.bonus.laid_tunnelas)
    return _one("rule.laid-tunnela", ordinary=ordinary, jokers=jokers, beside=beside)


def _hand_tunnelas(book: Rulebook) -> Sentences:
    if book.bonus is None or not book.bonus.hand_tunnelas:
        return ()
    return _earns("rule.hand-tunnelas", book.bonus.hand_tunnelas), tell_later("rule.hand-tunnelas.once")


def _bonus_halved(book: Rulebook) -> Sentences:
    return _one("rule.bonus-halved") if book.bonus and book.bonus.halved_before_first_move else ()


def _bonus_unseen(book: Rulebook) -> Sentences:
    if book.bonus is None or not book.bonus.only_if_seen:
        return ()
    return _one("rule.bonus-unseen:to-winner" if book.bonus.unseen_to_winner else "rule.bonus-unseen")


# ---- settlement ----------------------------------------------------------------------------------------------
def _winner(book: Rulebook) -> Sentences:
    return _one("rule.winner" if book.settlement.winner_takes else "rule.winner:no")


def _knock(book: Rulebook) -> Sentences:
    rule = book.settlement.knock
    if rule is None:
        return ()
    big = () if rule.big_gin is None else _one("rule.knock.big-gin", n=rule.big_gin)
    lay_off = _one("rule.knock.lay-off" if rule.lay_off else "rule.knock.lay-off:no")
    counts = tell_later("rule.knock.gin", n=rule.gin), *big, tell_later("rule.knock.undercut", n=rule.undercut)
    return tell_later("rule.knock"), *lay_off, *counts


def _settling(name: str) -> Callable[[Rulebook], Sentences]:
    """A number of the settlement that holds where it is given, be it 0."""
    usual = getattr(Settlement(), name)

    def write(book: Rulebook) -> Sentences:
        number = getattr(book.settlement, name)
        return () if number == usual else _one(key_of("rule.", _SETTLING[name]), n=number)

    return write


_SETTLING = {
    "net_loss_cap": "net-cap",
    "dublee_win": "dublee-win",
    "dublee_loser_free": "dublee-loser",
    "game_point": "game-points",
}


def _pool(book: Rulebook) -> Sentences:
    settled = book.settlement
    pool = settled.pool
    if isinstance(pool, Match):
        key = "rule.pool:deals" if pool.limit is None else "rule.pool:limit"
        sentences = list(_one(key, n=pool.deals or pool.limit))
    else:
        sentences = list(_one("rule.pool.single" if pool is None else key_of("rule.pool:", pool)))
    sentences += _one(key_of("rule.pool.joining:", settled.joining)) if settled.joining else ()
    sentences += _one("rule.pool.rejoin") if settled.rejoin else ()
    return [*sentences, *(_one("rule.pool.split") if settled.split_by_drops else ())]


def _find_stock_end(book: Rulebook) -> WhenStockEnds:
    """What is told of the stock's end: that the source is silent, but where another ruling holds than usual."""
    return WhenStockEnds.VOID if book.stock_end is WhenStockEnds.VOID else book.settlement.stock_end


_MATCH = ("settlement.pool", "settlement.joining", "settlement.rejoin", "settlement.split_by_drops")
_WRONG = ("penalties.wrong_declaration", "settlement.wrong_declaration_ends")
_EARLY = ("penalties.before_first_move", "penalties.before_first_move.double_before_draw")
_WILDS = ("wilds.printed", "wilds.offsets", "wilds.ranks", "wilds.exposed", "wilds.hidden", "wilds.as_itself")
# section, key of the term (none where a rule has rows of its own), fields, and what writes the sentences
_RULES: tuple[tuple[str, str, tuple[str, ...], Callable[[Rulebook], Any]], ...] = (
    ("table", "players", ("table.players",), _players),
    ("table", "deal", ("deal",), _deal),
    ("table", "packs", ("table.packs",), _packs),
    ("table", "redeal", ("settlement.redeal_pairs", "settlement.redeal_identical"), _redeal),
    ("table", "pick-up", ("settlement.pick_up",), _pick_up),
    (
        "table",
        "stock-end",
        ("settlement.stock_end",),
        lambda book: _one(key_of("rule.stock-end:", _find_stock_end(book))),
    ),
    ("wild-cards", "wilds", _WILDS, _wilds),
    ("wild-cards", "printed-turned", ("wilds.printed_counts_as", "wilds.printed_adds"), _printed_turned),
    ("melds", "sequences", ("melds.run_min", "melds.run_max"), _sequences),
    ("melds", "sequence-jokers", ("melds.run_wilds",), _sequence_jokers),
    ("melds", "aces", ("melds.aces",), lambda book: _one(key_of("rule.aces:", book.melds.aces))),
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
    ("melds", "joker-groups", ("melds.jokers",), _joker_groups),
    (
        "melds",
        "identical",
        ("melds.identical",),
        lambda book: _one("rule.identical" if book.melds.identical else "rule.identical:no"),
    ),
    ("declaring", "", ("objectives",), _objectives),
    ("cost", "measure", ("scoring.measure",), lambda book: _one(key_of("rule.measure:", book.scoring.measure))),
    ("cost", "", ("scoring.tiers",), _tiers),
    ("cost", "cap", ("scoring.cap",), _cap),
    ("cost", "floor", ("scoring.floor",), _floor),
    ("cost", "card-points", ("scoring.ace", "scoring.ranks", "scoring.ace_low"), _card_points),
    ("cost", "loose-wild", ("scoring.loose_wild", "scoring.wild_at_face"), _loose_wild),
    ("cost", "factor", ("scoring.printed_factor",), _factor),
    ("penalties", "first-drop", ("penalties.first_drop",), _penalty("first_drop")),
    ("penalties", "middle-drop", ("penalties.middle_drop",), _penalty("middle_drop")),
    ("penalties", "three-misses", ("penalties.three_misses",), _penalty("three_misses")),
    ("penalties", "left-table", ("penalties.left_table",), _left_table),
    ("penalties", "wrong-declaration", _WRONG, _wrong_declaration),
    ("penalties", "before-first-move", _EARLY, _before_first_move),
    ("penalties", "foul", ("penalties.foul",), _foul),
    ("penalties", "last-player", ("penalties.last_player_wins",), _last_player),
    ("value-cards", "", ("bonus", "bonus.cards"), _value_cards),
    ("value-cards", "marriage", ("bonus.marriage",), _marriage),
    ("value-cards", "laid-tunnelas", ("bonus.laid_tunnelas",), _laid_tunnelas),
    ("value-cards", "hand-tunnelas", ("bonus.hand_tunnelas",), _hand_tunnelas),
    ("value-cards", "bonus-halved", ("bonus.halved_before_first_move",), _bonus_halved),
    ("value-cards", "bonus-unseen", ("bonus.only_if_seen", "bonus.unseen_to_winner"), _bonus_unseen),
    ("settlement", "winner", ("settlement.winner_takes",), _winner),
    ("settlement", "knock", ("settlement.knock",), _knock),
    ("settlement", "net-cap", ("settlement.net_loss_cap",), _settling("net_loss_cap")),
    ("settlement", "dublee-win", ("settlement.dublee_win",), _settling("dublee_win")),
    ("settlement", "dublee-loser", ("settlement.dublee_loser_free",), _settling("dublee_loser_free")),
    ("settlement", "game-points", ("settlement.game_point",), _settling("game_point")),
    ("settlement", "played-as", _MATCH, _pool),
)


# what a sequence is, no field says by itself
_CITED = {"sequences": ("melds", "melds.run_max", "melds.naturals")}


@lru_cache(maxsize=64)
def list_topics(rulebook: Rulebook) -> tuple[Rule, ...]:
    """Everything that a page has a line for, in its order; where a game has no such rule, without sentences."""
    topics = []
    for section, term, paths, write in _RULES:
        if term:
            cited = _CITED.get(term, paths)
            rows = [(tell_later(key_of("term.", term)), write(rulebook), cited)]
        else:
            rows = [(name, sentences, (path,)) for name, sentences, path in write(rulebook)]
        for name, sentences, cited in rows:
            topics.append(Rule(section=section, term=name, sentences=tuple(sentences), paths=paths, cited=cited))
    return tuple(topics)


def list_rules(rulebook: Rulebook) -> tuple[Rule, ...]:
    """Every rule of a rulebook, in the order of the page; what a game has nothing to say about is left out."""
    return tuple(topic for topic in list_topics(rulebook) if topic.sentences)
