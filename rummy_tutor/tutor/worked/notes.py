"""What else has to be known at a step of a worked example: further sentences, and where the last is taken from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...game.messages import Items, Message, key_of
from ...game.procedure import WildFrom
from ...game.rules import Aces, Kind, Needs, Rulebook, Tier
from ...playing.moves import Groups
from ...rounds.ledger import is_zero_sum
from ...wording.levels import list_asked, list_wanted
from ...wording.phrases import list_needs, name_kinds
from ...wording.rule_texts import list_topics
from ..beliefs import kind_of
from ..generate import sort_hand
from ..lessons import find_met, first_needs, has_jokers, holds, is_special, open_deal

Values = Mapping[str, object]
Notes = tuple[tuple[Message, ...], str]  # and the field of the rulebook whose source the last is taken from


def note(path: str, *parts: tuple[str, str]) -> Callable[[Groups, Rulebook, Values], Notes]:
    """The sentences whose property a game has, each by its key, and the field that they are taken from."""

    def list_notes(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
        return tuple(Message(key, values) for about, key in parts if holds(about, rulebook)), path

    return list_notes


def tell_order(rulebook: Rulebook, values: Values) -> Message:
    """Where the court cards stand in a sequence, and the ace."""
    case = next((case for case in ("low", "high") if holds(f"only {case} ace", rulebook)), "")
    return Message(key_of("worked.order:", case))


def tell_goal(rulebook: Rulebook, values: Values) -> Message:
    """What a hand must have to declare, the first way."""
    needs = first_needs(rulebook)
    if needs == Needs():
        return Message(key_of("worked.goal:", "free" if holds("knocks", rulebook) else "any"), values)
    # how many must be pure or long is told in the notes, or in lessons that come later
    plain = Needs(sequences=max(needs.sequences, needs.pure, needs.long_sequences), tunnelas=needs.tunnelas)
    return Message("worked.goal:sequences", {**values, "asked": Items(list_needs(plain, rulebook))})


def note_game(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """How many sequences must be pure, what a tunnela is where one is asked for, and what comes later."""
    needs = first_needs(rulebook)
    pure = (Message("worked.goal-pure", {**values, "n": needs.pure}),) if needs.pure else ()
    tunnela = (Message("worked.goal-tunnela"),) if needs.tunnelas else ()
    others = (Message("worked.goal-others"),) if len(rulebook.objectives) > 1 else ()
    case = "turned" if rulebook.wilds.exposed else ""
    left_out = (Message(key_of("worked.left-out:", case), values),) if has_jokers(rulebook) else ()
    return (*pure, *tunnela, *others, *left_out), "objectives"


def note_turned(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """Which cards it makes wild, where it comes from, that its twin may be held, and how long it holds."""
    topic = next(rule.sentences for rule in list_topics(rulebook) if "wilds.ranks" in rule.paths)
    rule = [
        part for part in topic if part.key not in ("rule.wilds.printed", "rule.wilds.hidden")
    ]  # the step says these
    known = rulebook.procedure.wild_from is not WildFrom.UNSTATED
    begins = (Message(key_of("worked.turned-", rulebook.procedure.wild_from)),) if known else ()
    form = "" if values["turned"] in sort_hand(sum(groups, ())) else "not"
    twin = (Message(key_of("worked.turned-twin:", form), values),) if open_deal(rulebook).pack.decks > 1 else ()
    messages = (*rule, *_tell_printed(rulebook), Message("worked.wild-star"), *begins, *twin)
    return (*messages, Message("worked.turned-holds")), "procedure.wild_from"


def _tell_printed(rulebook: Rulebook) -> tuple[Message, ...]:
    """What a printed joker is and may do, where the pack holds any."""
    return (Message("worked.wild-printed-joker"),) if holds("printed", rulebook) else ()


def note_known(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """That no wild card is taken any more, where that is so, and what the wild cards are for."""
    kept = (Message("worked.seeing-kept"),) if holds("no wild taken", rulebook) else ()
    return (*kept, Message("worked.seeing-win")), "settlement.pick_up" if kept else "objectives"


def note_redeal(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """How many pairs mean a new deal."""
    case = "identical" if rulebook.settlement.redeal_identical else ""
    return (Message(key_of("worked.redeal:", case), values),), "settlement.redeal_pairs"


def note_settling(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """How hands are counted, what a loser pays who had no turn yet, who pays for value cards, and what it comes to."""
    path = "penalties.before_first_move"
    sentences = next(rule.sentences for rule in list_topics(rulebook) if path in rule.paths)
    early = sentences if rulebook.penalties.before_first_move else ()
    form = "drops" if holds("priced drops", rulebook) else ""
    bonus = (Message(key_of("worked.round-bonus:", form), values),) if "lesson_maal" in values else ()
    sums = (Message("worked.round-sum"),) if is_zero_sum(rulebook) else ()
    return (Message("worked.round-as-laid"), *bonus, *sums, *early), path


def note_payments(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """Whether the winner gets what the others lose, and all else about it."""
    path = "settlement.winner_takes"
    sentences = next(rule.sentences for rule in list_topics(rulebook) if path in rule.paths)
    return (*sentences, *note_settling(groups, rulebook, values)[0]), path


def note_part(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """That the cards shown are not a whole hand."""
    part = {"n": sum(map(len, groups)), "dealt": rulebook.deal}
    return ((Message("worked.part", part),) if part["n"] < rulebook.deal else ()), ""


def note_score(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """What a hand scores that lacks what the best level of the count asks for."""
    tiers = rulebook.scoring.tiers
    asked = list_asked(tiers[0], rulebook) if tiers[1:] else ()
    lacks = (Message("worked.score-nothing", {"asked": Items(asked)}),) if asked else ()
    return (*lacks, *note_part(groups, rulebook, values)[0]), ""


def note_levels(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """What hands cost that have a price of their own, but for dublees and jokers where a lesson tells of these later;
    and that the cards shown are not a whole hand."""
    later = "lesson_twenty-one" in values
    levels = [tier for tier in _list_priced(rulebook) if not (later and is_special(tier.needs))]
    first = all(kind_of(group, open_deal(rulebook)) is Kind.PURE_SEQUENCE for group in groups[:3])
    prices = _tell_prices(levels, rulebook) if first else ()
    return (*prices, *note_part(groups, rulebook, values)[0]), ""


def note_special(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """When melds cost nothing, and what many dublees or jokers cost, where somebody else declares."""
    met, priced = find_met(rulebook), [tier for tier in _list_priced(rulebook) if is_special(tier.needs)]
    part = next((tier for tier in rulebook.scoring.tiers if tier.exempt and tier is not met), None)
    asked = list_wanted(met, rulebook)
    levels = (
        ()
        if part is None or not asked or not holds("counted", rulebook)
        else (Message("worked.levels", {"asked": Items(asked), "kinds": name_kinds(part, rulebook)}),)
    )
    return (*levels, *_tell_prices(priced, rulebook)), "scoring.tiers"


def _list_priced(rulebook: Rulebook) -> list[Tier]:
    """The levels of the count that ask for something and have a price of their own, but for the last one."""
    levels = () if rulebook.wilds.hidden else rulebook.scoring.tiers[:-1]
    return [tier for tier in levels if tier.flat is not None and list_asked(tier, rulebook)]


def _tell_prices(levels: Sequence[Tier], rulebook: Rulebook) -> tuple[Message, ...]:
    """A sentence for each price."""
    prices = dict.fromkeys(tier.flat for tier in levels)
    by_price = [
        (price, [Items(list_asked(tier, rulebook)) for tier in levels if tier.flat == price]) for price in prices
    ]
    return tuple(
        Message("worked.price", {"asked": Items(tuple(asked), "or"), "points": Message("count.points", {"n": price})})
        for price, asked in by_price
    )


def note_places(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """What the places beside the turned card earn, those together that earn alike."""
    cards = () if rulebook.bonus is None else rulebook.bonus.cards
    places: dict[tuple[int, ...], list[Message]] = {}
    for card in sorted(cards, key=lambda value_card: value_card.offset):
        if card.offset and not card.other_suit:
            where = "above" if card.offset > 0 else "below"
            places.setdefault(card.points, []).append(
                Message(key_of("worked.maal-place-", where), {"n": abs(card.offset)})
            )
    rules = []
    for points, beside in places.items():
        copies = tuple(Message("worked.copies", {"n": n, "points": earned}) for n, earned in enumerate(points, 1))
        rules.append(Message("worked.maal-place", {"places": Items(tuple(beside), "or"), "copies": Items(copies)}))
    return (Message("worked.maal-rule"), *rules, Message("worked.maal-round")), "bonus"


def note_cap(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """What an ace counts that a 2 follows; and a most that a hand can cost, where a later lesson tells more of it."""
    low = rulebook.scoring.ace_low
    ace = () if low is None else (Message("worked.points-ace-low", {"n": low}),)
    return (
        *ace,
        *((Message("worked.points-cap", values),) if {"cap", "lesson_loser"} <= {*values} else ()),
    ), "scoring.cap"


def note_jokers(groups: Groups, rulebook: Rulebook, values: Values) -> Notes:
    """That king, ace and 2 are none with a joker either, and how many jokers and cards melds take."""
    wraps = () if rulebook.melds.aces is Aces.ROUND else (Message("worked.jokers-wraps"),)
    if not rulebook.wilds.exposed:  # no lesson before has told of the turned card, and of printed jokers
        wraps = (*_tell_printed(rulebook), *wraps)
    if rulebook.melds.run_wilds == rulebook.melds.set_wilds == 1:
        return (*wraps, Message("worked.jokers-one")), "melds"
    if not holds("several jokers", rulebook):
        return wraps, "melds"
    longer = (Message("worked.jokers-five"),) if rulebook.melds.set_max is None else ()
    return (*wraps, Message("worked.jokers-several"), *longer), "melds"
