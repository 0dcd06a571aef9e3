"""Worked examples: one to three steps a lesson, cards and a sentence, made for a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...game.cards import PRINTED_JOKER, Card
from ...game.messages import Items, Message, key_of
from ...game.rules import MELDS, Kind, Needs, Rest, Rulebook
from ...game.table import Deal, set_table
from ...playing.moves import Groups
from ...playing.turn import Turn
from ...referee.scoring import score_arrangement
from ...rulebooks import RULEBOOKS
from ...wording.levels import find_tier, list_levels
from ...wording.phrases import list_needs, list_way
from ...wording.speech import say
from ..beliefs import kind_of
from ..generate import sort_hand
from ..lessons import Lesson, first_needs, has_jokers, holds, list_lessons, name_value_cards, open_deal
from ..turns.hands import name_missing_of
from ..turns.positions import POSITIONS, SPARE, USELESS, lay_turn, name_slot
from .hands import (
    THROWN,
    find_turned,
    lay_almost,
    lay_beside,
    lay_declaring,
    lay_easy,
    lay_later,
    lay_maal,
    lay_marriage,
    lay_part,
    lay_pure,
    lay_run,
    lay_short,
    lay_twins,
    lay_wilds,
    list_beside,
    list_wild_types,
    read_cards,
)
from .notes import (
    Notes,
    Values,
    note,
    note_cap,
    note_game,
    note_jokers,
    note_known,
    note_levels,
    note_part,
    note_payments,
    note_places,
    note_redeal,
    note_score,
    note_settling,
    note_special,
    note_turned,
    tell_goal,
    tell_order,
)
from .pictures import Picture, show_ace, show_costs, show_joker, show_melds, show_run, show_set


@dataclass(frozen=True)
class Shown:
    """A step of a worked example.

    Attributes:
        groups: the cards to lay out, in groups; a loose card is a group of one.
        turned: the card turned up, None where the step needs none.
        text: what is to be said about them, in parts of one idea each.
        ends: the parts that follow, each a sentence of its own: the order of the ranks, and what the game is about.
        part: the number of the part that is shown, from 0.
        kinds: what each group is meant to be by the rules, as far as the step says so.
        notes: what else has to be known here, in sentences below the text.
        source: where the last of them is taken from.
        turn: the table at which the step is played; None where the cards are only looked at.
        invites: what to try at that table, a line for each of the last parts.
        tries: the moves that it means, in order; of the parts that invite, each means one more than that before it.
        makes: groups that come to lie together once their cards are in the hand.
        numbers: the numbers that its text gives the groups, where they are not 1, 2 and so on.
        shows: the cards of the first parts of the text, where they are not those of the whole step.
        offers: cards to choose from, of which one completes the group that is laid out, or if they lie there themselves
            one costs most; none where nothing is asked.
    """

    groups: Groups
    turned: Card | None
    text: Message
    ends: tuple[Message, ...] = ()
    kinds: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    source: str = ""
    turn: Turn | None = None
    invites: Message | None = None
    tries: tuple[str, ...] = ()
    makes: Groups = ()
    numbers: tuple[int, ...] = ()
    shows: tuple[Picture, ...] = ()
    offers: tuple[Card, ...] = ()
    part: int = 0

    @property
    def invitation(self) -> str:
        """What to try at the part that is shown; empty where it only tells."""
        lines = [] if self.invites is None else say(self.invites).split("\n")
        at = self.part - len(self.parts) + len(lines)
        return lines[at] if at >= 0 else ""

    @property
    def parts(self) -> list[str]:
        """The parts of its text, in words; a line of the catalogue is one."""
        return [*say(self.text).split("\n"), *map(say, self.ends)]

    @property
    def sentences(self) -> str:
        """The part that is shown."""
        return self.parts[min(self.part, len(self.parts) - 1)]


Case = Callable[[Groups, Rulebook], str]  # the case of a sentence that a game needs, empty where it is the plain one


@dataclass(frozen=True)
class Example:
    """How a step is made.

    Attributes:
        key: the part of its key after the lesson's.
        cards: the cards as text, in which a W is a card that is wild, or what lays them out for a game.
        kinds: what each group is.
        turned: the card turned up as text, or what finds it for a game. The lessons before the one about wild cards
            turn no card up, so that none but the printed joker is wild.
        about: the property of the games that it fits.
        makes: whether melds of the easy hand come to lie together in it.
        case: the case of its sentence.
        tell: its sentence, where a case is not enough; None where nothing can be said of the cards.
        notes: what else has to be known.
        ends: the sentences that follow it, which other cards or none belong to.
        shows: lays out the cards of the first parts of the sentence, where they are not those of the whole step.
    """

    key: str
    cards: str | Callable[[Deal], Groups | None]
    kinds: str = ""
    turned: str | Callable[[Rulebook], Card | None] = "8D"
    about: str = ""
    makes: bool = False
    case: Case | None = None
    tell: Callable[[Groups, Deal, Values], Message | None] | None = None
    notes: Callable[[Groups, Rulebook, Values], Notes] | None = None
    ends: tuple[Callable[[Rulebook, Values], Message], ...] = ()
    shows: Callable[[Groups, Deal], tuple[Picture, ...]] | None = None


# ---- which case of a sentence a game needs -------------------------------------------------------------------
def by(*cases: tuple[str, str]) -> Case:
    """The case of the first property that a game has; the plain one where it has none of them."""
    return lambda groups, rulebook: next((case for about, case in cases if holds(about, rulebook)), "")


# ---- sentences of their own ----------------------------------------------------------------------------------
def tell_refused(groups: Groups, deal: Deal, values: Values) -> Message | None:
    """What a hand lacks whose declaration is refused; None where no sentence says it."""
    lacks = name_missing_of(groups, deal)
    key = "worked.declare-refused" if holds("priced errors", deal.rulebook) else "worked.declare-refused:free"
    return Message(key, {**values, "lacks": lacks[0]}) if lacks else None


def tell_count(groups: Groups, deal: Deal, _: Values) -> Message:
    """What a loser pays for a hand laid out, by the level of the count that holds for it, with its sum."""
    laid, rulebook = score_arrangement(groups, deal), deal.rulebook
    tier = find_tier(laid.reasons, rulebook)
    exempt = MELDS if tier is None else tier.exempt
    met = next((tier for tier in rulebook.scoring.tiers if set(tier.exempt) >= set(MELDS)), None)
    levels = rulebook.scoring.tiers[:-1] if met is None else (met,)
    asked = list_levels(levels, rulebook)
    counting = [group.cards for group in laid.groups if group.kind not in exempt]
    sums = [sum(deal.points[card.index] for card in cards) for cards in counting]
    if tier is not None and tier.flat is not None:
        case = "fixed" if asked.values else "fixed-any"
        return Message(key_of("worked.loser-counts:", case), {"asked": asked, "n": laid.points})
    values = {"asked": asked, "n": laid.points, "sum": add_up(sums)}
    if set(exempt) >= set(MELDS):
        costs = Items(tuple(tell_cost(card, deal) for card in sort_hand(sum(counting, ()))), "comma")
        case = "met" if asked.values else "any"
        return Message(key_of("worked.loser-counts:", case), {**values, "costs": costs})
    if exempt:
        return Message("worked.loser-counts:part", values)
    if not asked.values:
        return Message("worked.loser-counts:every", values)
    pure = any(group.kind is Kind.PURE_SEQUENCE for group in laid.groups)
    name = "all" if pure else "no-pure" if laid.points == sum(sums) else "capped"
    return Message(key_of("worked.loser-counts:", name), values)


def _count_shown(rulebook: Rulebook) -> int:
    """How many pure sequences show the hidden card; 0 where something else does, or where a tunnela is none."""
    plain = (tier.needs.pure for tier in rulebook.scoring.tiers[:-1] if tier.needs == Needs(pure=tier.needs.pure))
    return next(plain, 0) if rulebook.melds.tunnela_counts_pure else 0


# ---- the steps -----------------------------------------------------------------------------------------------
STEPS: Mapping[str, tuple[Example, ...]] = {
    "two-minutes": (
        Example(
            "melds",
            "5S 6S 7S | 9S 9H 9D",
            "pure-sequence set",
            "",
            case=by(("own suits, short runs", "three"), ("own suits", ""), ("", "shared")),
            notes=note_game,
            ends=(tell_order, tell_goal),
            shows=show_melds,
        ),
        Example("turn", lay_almost, "", "", makes=True, case=by(("wiping", "wiping"))),
        Example("show", lay_later, "pure-sequence", "", "penalty", makes=True),
        Example("lay", lay_later, "pure-sequence", "", "scored", makes=True),
    ),
    "points": (
        Example("melds", "5H 6H 7H | KS", "pure-sequence", "", "scored"),
        Example(
            "cards",
            "2S | 7S | TH | JC | QD | KD",
            turned="",
            case=by(
                ("penalty, valued ranks", "ranks"), ("penalty", ""), ("valued ranks", "scored-ranks"), ("", "scored")
            ),
            notes=note_cap,
            shows=show_costs,
        ),
        Example("ace", "AS", turned="", about="penalty", shows=show_ace),
        Example("joker-free", "W", turned="", about="free jokers", shows=show_joker),
        Example("joker-dear", "W", turned="", about="dear jokers", shows=show_joker),
    ),
    "pure": (
        Example("run", "5S 6S 7S", "pure-sequence", "", case=by(("short runs", "three")), shows=show_run),
        Example("both-aces", "AS 2S 3S | QH KH AH", "pure-sequence pure-sequence", "", "low and high ace"),
        Example("low-ace", "AS 2S 3S", "pure-sequence", "", "only low ace"),
        Example("high-ace", "QS KS AS", "pure-sequence", "", "only high ace"),
        Example("corner", "KS AS 2S", "invalid", "", "straight ranks"),
        Example("round", "KS AS 2S", "pure-sequence", "", "round ranks"),
    ),
    "tiplu": (
        Example("hidden", lay_maal, turned="8D"),
        Example("wild", lay_wilds, turned="8D"),
        Example("earns", lambda deal: (*(lay_maal(deal) or ()), *lay_beside(deal)), turned="8D"),
    ),
    "sets": (
        Example(
            "ranks",
            "7S 7H 7D",
            "set",
            "",
            case=by(
                ("own suits, long sets", "longer"),
                ("own suits, short sets", "three"),
                ("own suits", ""),
                ("", "shared"),
            ),
            shows=show_set,
        ),
        Example("suit-twice", "7S 7S 7H", "invalid", "", "own suits"),
        Example("suit-shared", "7S 7S 7H", "set", "", "shared suits"),
        Example("tunnela", "7S 7S 7S", "tunnela", "", "tunnelas"),
    ),
    "wild": (
        Example(
            "hidden", lay_wilds, turned="8D", about="hidden", case=by(("seen", ""), ("", "unseen")), notes=note_turned
        ),
        Example("card", lay_wilds, turned="8D", about="shown", notes=note_turned),
        Example(
            "printed",
            lay_wilds,
            turned="PJ",
            about="printed",
            case=lambda groups, _: "alone" if groups == ((PRINTED_JOKER,),) else "",
        ),
        Example(
            "stands-in",
            "5H W 7H",
            "impure-sequence",
            "JD",
            case=by(("hidden", "hidden"), ("turned up", ""), ("", "plain")),
        ),
    ),
    "jokers": (
        Example(
            "stands-in",
            "5H W 7H | KS KC W",
            "impure-sequence set",
            "JD",
            case=by(("hidden", "hidden"), ("turned up", ""), ("", "plain")),
            notes=note_jokers,
        ),
        Example("itself", lay_run, "pure-sequence", "8D"),
        Example(
            "beside-free",
            "5H 6H 7H W",
            "impure-sequence",
            "JD",
            "longer melds, free jokers",
            case=by(("long, two kinds needed", "long")),
        ),
        Example(
            "beside-dear",
            "5H 6H 7H W",
            "impure-sequence",
            "JD",
            "longer melds, dear jokers",
            case=by(("long, two kinds needed", "long")),
        ),
    ),
    "declare": (
        Example("none", lay_part, turned=""),
        Example("sequences", "4S 5S 6S 7S | 9H W JH", "pure-sequence impure-sequence", about="two kinds needed"),
        Example(
            "pure",
            lay_pure,
            "pure-sequence",
            "",
            "pure needed",
            notes=note("melds", ("pure tunnelas", "worked.tunnela-pure")),
        ),
        Example("tunnelas", "2S 2S 2S | 8H 8H 8H | 5D 5D 5D", "tunnela tunnela tunnela", "", "tunnelas needed"),
        Example("whole", lay_easy, turned="", case=by(("needs", ""), ("knocks", "free"), ("", "any"))),
        Example("refused", lay_short, "", "", "penalty", tell=tell_refused),
        Example("ways", lay_declaring, turned=find_turned, about="other ways"),
    ),
    "octro": (
        Example("long", "5H 6H 7H 8H", "pure-sequence", "JD"),
        Example("one-joker", "5H W W 8H", "invalid", "JD", "one joker"),
        Example("spare", "W | W", turned="JD", about="spare"),
    ),
    "loser": (
        Example("flat", "5H 6H 7H | KS | 9D", turned="JD", about="flat", notes=note_part),
        Example(
            "counts",
            "5H 6H 7H 8H | 9C TC JC | 8S 9S TS | KS | 9D | W",
            turned="3D",
            about="counted",
            tell=tell_count,
            notes=note_levels,
        ),
        Example(
            "counts",
            "5H 6H 7H 8H | KS KH KD | 4C | 9D",
            turned="3D",
            about="counted",
            tell=tell_count,
            notes=note_levels,
        ),
        Example(
            "counts",
            "KS KH KD | QS QH QC | TS TH TD | 9S 9D 9C | 4C",
            turned="3D",
            about="counted",
            tell=tell_count,
            notes=note_levels,
        ),
    ),
    "regroup": (
        Example(
            "one-way", "5H 6H 7H | 7S | 7D | KS KH KD", turned="JD", case=by(("counted", "costs")), notes=note_part
        ),
        Example("other-way", "5H | 6H | 7H 7S 7D | KS KH KD", turned="JD", case=by(("counted", "costs"))),
    ),
    "turn": (
        Example("draw", "5H 6H | KS | 9D 9C", turned="JD"),
        Example("kept", "5H 6H 7H | KS | 9D 9C", turned="JD", about="kept a turn"),
        Example("no-joker", "5H 6H | KS | W", turned="JD", about="no joker taken"),
        Example("wiping", "5H 6H | KS | 9D 9C", turned="JD", about="wiping"),
        Example("throw", "5H 6H 7H | KS | 9D 9C", turned="JD", notes=note("objectives", ("", "worked.turn-distance"))),
    ),
    "drop": (
        Example("first", "2H | 5S | 9D | QC | KS", turned="JD"),
        Example(
            "middle",
            "2H | 5S | 9D | QC | KS",
            turned="JD",
            about="later drops",
            notes=note("penalties.wrong_declaration", ("priced errors", "worked.drop-wrong")),
        ),
        Example("misses", "2H | 5S | 9D | QC | KS", turned="JD", about="misses"),
    ),
    "vazhushal": (
        Example("first", "5H 6H 7H | KS", "pure-sequence", "JD"),
        Example("score", "5H 6H 7H | KS", turned="JD", case=by(("stock scored", ""), ("", "plain")), notes=note_score),
        Example(
            "redeal",
            "4S | 4S | 9H | 9H | KD | KD | AC | 2H | 3D | 5H | 6C | 8C | TC",
            turned="",
            about="redeal",
            notes=note_redeal,
        ),
    ),
    "twenty-one": (
        Example("tunnela-pure", "7S 7S 7S", "tunnela", "JD", "pure tunnelas"),
        Example("tunnela", "7S 7S 7S", "tunnela", "JD", "plain tunnelas"),
        Example("dublee", "4H 4H | 9C 9C", "dublee dublee", "JD", "dublees"),
        Example("ways", lay_declaring, turned=find_turned, notes=note_special),
    ),
    "twenty-seven": (
        Example("sets", "7S 7S 7H 7D", "set", "JD", "shared suits"),
        Example(
            "matched",
            "7S 7H W | 7S 7H W W PJ",
            "set invalid",
            "JD",
            "printed",
            case=lambda groups, _: "one" if len(groups) == 1 else "",
        ),
        Example(
            "matched", "7S 7H W", "set", "JD", "no printed", case=lambda groups, _: "one" if len(groups) == 1 else ""
        ),
        Example("dublees", lay_twins, turned="JD"),
    ),
    "seeing": (
        Example(
            "show",
            "5S 6S 7S | 9H TH JH | 4D 4D 4D | KS",
            "pure-sequence pure-sequence tunnela",
            "",
            case=lambda _, rulebook: "" if _count_shown(rulebook) else "any",
            notes=note("procedure", ("", "worked.seeing-when"), ("tunnelas first", "worked.seeing-early")),
        ),
        Example(
            "dublees",
            "4H 4H | 9C 9C",
            "dublee dublee",
            "",
            "dublees shown",
            notes=note("objectives", ("dublees win", "worked.seeing-won")),
        ),
        Example("look", lay_wilds, turned="8D", notes=note_known),
    ),
    "maal": (
        Example("single", lay_maal, turned="8D"),
        Example("beside", lay_beside, turned="8D", notes=note_places),
        Example(
            "marriage",
            lay_marriage,
            turned="8D",
            notes=note("bonus", ("", "worked.maal-married"), ("", "worked.maal-once")),
        ),
    ),
    "round": (
        Example(
            "winner",
            lay_declaring,
            turned=find_turned,
            about="winner takes",
            case=by(("priced drops", ""), ("", "no-drops")),
            notes=note_settling,
        ),
        Example("game", lay_declaring, turned=find_turned, about="games counted"),
        Example("pool", lay_declaring, turned=find_turned, about="pool"),
    ),
    "nine": (Example("differ", "7S 7S 7H", turned="JD"),),
}


# what is shown where a game has none of the steps above, the first that it has
_ANY: Mapping[str, tuple[Example, ...]] = {
    "declare": (Example("any", lay_declaring, turned=find_turned),),
    "round": (
        Example("any", lay_declaring, turned=find_turned, notes=note_payments),
        Example("any", "5H 6H 7H | KS | 9D", notes=note_payments),
    ),
}


def list_steps(lesson: Lesson, rulebook: Rulebook) -> tuple[Shown, ...]:
    """The steps of a lesson's worked example for a rulebook, one to three: cards in groups, a turned card, a text."""
    numbers = {lesson.key: at for at, lesson in enumerate(list_lessons(rulebook), 1)}
    if "jokers" in numbers:
        numbers.setdefault("wild", numbers["jokers"])  # where no card is turned up, that lesson shows them first
    return show_examples(lesson.key, rulebook, numbers)


def list_screens(lesson: Lesson, rulebook: Rulebook) -> tuple[Shown, ...]:
    """The same with one idea a screen: what there is to try and to know besides comes with the last part of a step."""
    return tuple(screen for step in list_steps(lesson, rulebook) for screen in _part(step))


def _part(step: Shown) -> Iterator[Shown]:
    last = len(step.parts) - 1
    whole = (Picture(step.groups),) * (len(step.parts) - len(step.shows))
    for at, shown in enumerate((*step.shows, *whole)):
        screen = replace(step, part=at, groups=shown.groups, offers=shown.offers)
        yield replace(
            screen,
            kinds=step.kinds if shown.groups == step.groups else (),
            tries=step.tries[: len(step.tries) - last + at] if screen.invitation else (),
            notes=step.notes if at == last else (),
            source=step.source if at == last else "",
        )


def show_examples(lesson: str, rulebook: Rulebook, numbers: Mapping[str, int]) -> tuple[Shown, ...]:
    """The steps of a lesson's worked example for a rulebook, three at most.

    Args:
        lesson: the lesson's key.
        rulebook: the rules.
        numbers: the places of the lessons in the course of this game, by their keys.
    """
    made = (_show(lesson, example, rulebook, numbers) for example in STEPS[lesson] if holds(example.about, rulebook))
    shown: list[Shown] = []
    for step in made:
        if step is not None and step.text not in [
            earlier.text for earlier in shown
        ]:  # where two hands are counted alike
            shown.append(step)
    others = () if shown else (_show(lesson, example, rulebook, numbers) for example in _ANY.get(lesson, ()))
    return tuple(shown[:3]) or tuple(islice((step for step in others if step is not None), 1))


def _show(lesson: str, example: Example, rulebook: Rulebook, numbers: Mapping[str, int]) -> Shown | None:
    """A step at a table; None where the game has no such cards."""
    turned = _find_turned(example, rulebook)
    deal = set_table(rulebook, turned, open_deal(rulebook).players)
    groups = read_cards(example.cards, deal) if isinstance(example.cards, str) else example.cards(deal)
    if not groups:
        return None
    name = f"{lesson}-{example.key}"
    numbered = {f"lesson_{key}": number for key, number in numbers.items()}
    values = _values(rulebook, deal, numbered) | numbered | _count_up(groups, deal)
    if example.tell is not None:
        text = example.tell(groups, deal, values)
    else:
        case = "" if example.case is None else example.case(groups, rulebook)
        text = Message(key_of("worked.", name, case), values)
    if text is None:
        return None
    turn = lay_turn(name, groups, deal, next(iter(list_wild_types(deal)), None))
    notes, path = ((), "") if example.notes is None else example.notes(groups, rulebook, values)
    return Shown(
        groups=groups,
        turned=turned,
        text=text,
        ends=tuple(end(rulebook, values) for end in example.ends),
        kinds=tuple(example.kinds.split()),
        notes=notes,
        source=(rulebook.source_of(path) or "") if path else "",
        turn=turn,
        invites=None if turn is None else Message(key_of("worked.", name, "try"), values),
        tries=() if turn is None else POSITIONS[name].tries,
        makes=(lay_easy(deal) or ())[:-1] if example.makes else (),
        shows=() if example.shows is None else example.shows(groups, deal),
    )


def _find_turned(example: Example, rulebook: Rulebook) -> Card | None:
    """The card turned up beside the cards of a step, where the game turns one up."""
    if callable(example.turned):
        return example.turned(rulebook)
    return Card.parse(example.turned) if example.turned and rulebook.wilds.exposed else None


def _count_up(groups: Groups, deal: Deal) -> dict[str, object]:
    """What the cards of a step come to, where each loose card is a group, and the games that allow the first group."""
    loose = [group[0] for group in groups if len(group) == 1]
    costs = [deal.points[card.index] for card in loose]
    earned = [deal.points[card.index] for group in groups if len(group) > 1 for card in group]
    allowed = [book for book in RULEBOOKS.values() if kind_of(groups[0], open_deal(book)) in MELDS]
    return {
        "sum": add_up(costs),
        "dublees": sum(kind_of(group, deal) is Kind.DUBLEE for group in groups),
        "score": f"{' + '.join(map(str, earned))} − {' − '.join(map(str, costs))} = {sum(earned) - sum(costs)}",
        "costs": Items(tuple(tell_cost(card, deal) for card in loose), "comma"),
        "allowed": Items(tuple(allowed), "and"),
    }


def add_up(figures: Sequence[int]) -> str:
    """Figures added up, as in ``30 + 4 = 34``; a single one as it is."""
    return f"{' + '.join(map(str, figures))} = {sum(figures)}" if len(figures) > 1 else str(sum(figures))


def tell_cost(card: Card, deal: Deal) -> Message:
    """A card with what it costs."""
    wild = deal.is_wild[card.index]
    name = "why.cost:joker" if card.is_printed_joker else "why.cost:wild" if wild else "why.cost"
    return Message(name, {"card": card, "points": deal.points[card.index]})


def _values(rulebook: Rulebook, deal: Deal, numbers: Mapping[str, int]) -> dict[str, object]:
    """The figures of a game that its examples name."""
    scoring, penalties, needs = rulebook.scoring, rulebook.penalties, first_needs(rulebook)
    flat = [tier.flat for tier in scoring.tiers if tier.flat is not None]
    bonus = rulebook.bonus
    copies = enumerate(bonus.cards[0].points if bonus and bonus.cards else (), 1)
    married = enumerate(bonus.marriage if bonus else (), 1)
    beside = [{"card": card, "points": Items(points, "or")} for card, points in list_beside(deal)]
    types = sort_hand(list_wild_types(deal))
    wild = [card for card in types if not card.is_printed_joker]
    printed = [Message("worked.printed-jokers")] if len(wild) < len(types) else []
    figures = {
        "n": rulebook.deal,
        "thrown": Card.parse(THROWN),
        "spare": Card.parse(SPARE),
        "slot": name_slot(rulebook),
        "useless": Card.parse(USELESS),
        "wild": next(iter(list_wild_types(deal)), ""),
        "ace": Message("count.points", {"n": scoring.ace}),
        "joker": scoring.loose_wild,
        "decks": Message("worked.decks", {"n": deal.pack.decks}),
        "others": Message("worked.others", {"n": deal.players - 1}),
        "copies": deal.pack.decks,
        "cap": scoring.cap,
        "sequences": needs.sequences,
        "pure": needs.pure,
        "tunnelas": needs.tunnelas,
        "to_show": _count_shown(rulebook),
        "least": min(flat, default=None),
        "most": max(flat, default=None),
        "first": penalties.first_drop,
        "middle": penalties.middle_drop,
        "misses": penalties.three_misses,
        "wrong": penalties.wrong_declaration,
        "pairs": rulebook.settlement.redeal_pairs,
        "game": rulebook.settlement.game_point,
        "shown": next((tier.needs.dublees for tier in scoring.tiers[:-1] if tier.needs.dublees), None),
        "dublees_won": next((way.needs.dublees for way in rulebook.objectives if way.needs.dublees), None),
        "single": _list_points("worked.copies", copies),
        "married": _list_points("worked.marriages", married),
        "maal": name_value_cards(rulebook),
        "earns": Items(tuple(Message("why.cost", values) for values in beside), "semicolon"),
        "asked": Items(tuple(asked for way in rulebook.objectives[:1] for asked in list_way(way, rulebook))),
        "levels": list_levels(rulebook.scoring.tiers[:-1], rulebook),
        "later": Message("worked.jokers-later" if has_jokers(rulebook) else "worked.jokers-none", {**numbers}),
        "declares": _tell_ways(rulebook),
        "turned": deal.turned or "",
        "wilds": Items((*wild, *printed), "and"),
    }
    return {name: value for name, value in figures.items() if value is not None}


def _list_points(key: str, earned: Iterable[tuple[int, int]]) -> Items:
    """What copies or marriages earn, by their number."""
    return Items(tuple(Message(key, {"n": n, "points": points}) for n, points in earned), "semicolon")


def _tell_ways(rulebook: Rulebook) -> Message:
    """The ways to declare: with which the other cards must lie in melds, and with which they may be anything."""
    ways = [(way, Items(list_needs(way.needs, rulebook))) for way in rulebook.objectives if way.deadwood is None]
    whole = Items(tuple(asked for way, asked in ways if asked.values and way.rest is Rest.MELDED), "or")
    free = Items(tuple(asked for way, asked in ways if asked.values and way.rest is Rest.ANYTHING), "or")
    if len(whole.values) + len(free.values) < len(rulebook.objectives):  # some leave a few cards over, or ask for none
        ways_asked = Items(tuple(Items(list_way(way, rulebook)) for way in rulebook.objectives), "or")
        return Message("worked.declares:any", {"asked": ways_asked})
    case = "both" if whole.values and free.values else "free" if free.values else "whole"
    return Message(key_of("worked.declares:", case), {"whole": whole, "free": free})
