"""Noun phrases that sentences are made of, and where a rule is taken from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TypeVar

from ..game.cards import Card, Rank
from ..game.messages import Items, Message, key_of, tell_later, tell_later_if
from ..game.records import Group, Wild
from ..game.rules import MELDS, SEQUENCES, JokerGroups, Kind, KnockLimit, Needs, Objective, Rulebook, Tier
from ..rulebooks.files import OWN
from ..rulebooks.sources import by_number as by_number
from ..rulebooks.sources import find_sources, read_sources
from .speech import in_words, knows, tell

_Name = TypeVar("_Name")
_Other = TypeVar("_Other")


def in_points(number: int) -> Message:
    """A number of points, to stand in a sentence."""
    return tell_later("count.points", n=number)


def tell_later_or(key: str, otherwise: _Other, /, **values: object) -> Message | _Other:
    """The sentence of a key, or what is said where the catalogue has none of that key."""
    return tell_later(key, **values) if knows(key) else otherwise


def name_option(name: str) -> Message | str:
    """A house option by its title; one without a title by its key."""
    return tell_later_or(key_of("option.", name), name)


def list_options(rulebook: Rulebook) -> list[str]:
    """The house options that a rulebook is played with, each by its title.

    Example:
        >>> from rummy_tutor import get_rulebook
        >>> list_options(get_rulebook("adgaming-13", ["pool-101"]))
        ['Pool 101']
    """
    return [in_words(name_option(name)) for name in rulebook.options]


# ---- what a hand is asked for ------------------------------------------------------------------------------
def list_needs(needs: Needs, rulebook: Rulebook) -> tuple[Message, ...]:
    """The groups asked for, each as a noun phrase; empty if none are.

    Example:
        >>> from rummy_tutor import get_rulebook
        >>> from rummy_tutor.wording.speech import say
        >>> [say(need) for need in list_needs(Needs(pure=1, sequences=2), get_rulebook("octro-13"))]
        ['at least 2 sequences, 1 of them pure']
    """
    together = rulebook.melds.jokers is JokerGroups.ONE_GROUP
    return (
        *([_need_sequences(needs, rulebook)] if needs.pure or needs.sequences or needs.long_sequences else []),
        *tell_later_if("need.tunnelas", needs.tunnelas, n=needs.tunnelas),
        *tell_later_if("need.dublees", needs.dublees, n=needs.dublees),
        *tell_later_if("need.marriages", needs.marriages, n=needs.marriages),
        *tell_later_if("need.jokers:together" if together else "need.jokers", needs.jokers, n=needs.jokers),
    )


def list_way(way: Objective, rulebook: Rulebook) -> tuple[Message, ...]:
    """What a way to declare asks for, each as a noun phrase: its groups, else all cards; and what may be left over.

    Example:
        >>> from rummy_tutor import get_rulebook
        >>> from rummy_tutor.wording.speech import say
        >>> way = Objective(name="knock", needs=Needs(), deadwood=10)
        >>> [say(need) for need in list_way(way, get_rulebook("octro-13"))]
        ['cards left over that cost 10 points at most']
    """
    asked = list_needs(way.needs, rulebook)
    if way.deadwood is not None:
        limit = "need.deadwood" if way.deadwood_by is KnockLimit.FIXED else "need.deadwood:turned"
        return *asked, tell_later(limit, n=way.deadwood)
    return asked or (tell_later("need.melded"),)


def counts_tunnelas(rulebook: Rulebook) -> bool:
    """Whether tunnelas are named with the pure sequences: they count as such, and no way asks for them."""
    melds, apart = rulebook.melds, any(way.needs.tunnelas for way in rulebook.objectives)
    return melds.tunnela_counts_pure and 0 < (melds.tunnela_from or 0) <= rulebook.table.players[0] and not apart


def _need_sequences(needs: Needs, rulebook: Rulebook) -> Message:
    """The sequences asked for: how many, how many of them pure, how many of them long."""
    pure, long = needs.pure, needs.long_sequences
    if needs.sequences <= pure:
        if not pure:
            return tell_later("need.long", n=long)
        name = "need.pure-long" if long else "need.pure:tunnelas" if counts_tunnelas(rulebook) else "need.pure"
        return tell_later(name, n=pure, long=long)
    asked = ["sequences", *(["pure"] if pure else []), *(["long"] if long else [])]
    return tell_later(key_of("need.", "-".join(asked)), n=needs.sequences, pure=pure, long=long)


def name_meld(rulebook: Rulebook) -> Message:
    """The melds a game knows, as ``sequence or set``."""
    return tell_later("meld.any" if rulebook.melds.tunnela_from is None else "meld.any:tunnelas")


def name_kinds(tier: Tier, rulebook: Rulebook) -> Items:
    """The kinds of groups a level leaves out, as far as the game has them: ``pure sequences and tunnelas``."""
    if set(tier.exempt) >= set(MELDS):
        return Items((tell_later("kinds.all"),))
    absent = () if rulebook.melds.tunnela_from is not None else (Kind.TUNNELA,)
    return Items(tuple(tell_later(key_of("kinds.", kind)) for kind in tier.exempt if kind not in absent))


# ---- where a rule is taken from ----------------------------------------------------------------------------
_REMARK = re.compile(r"(S\d+) \(([a-z-]+)\)")


@dataclass(frozen=True)
class Sources:
    """Where a rule is taken from; ``str`` is the list in words, such as ``S0, R8``.

    Attributes:
        codes: the numbers of sources and rulings, each once.
        remarks: what else is said of a source, as rulebooks have it.
    """

    codes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> Sources:
        """The source of one field as a rulebook has it."""
        return cls(*read_sources([text] if text else []))

    def __bool__(self) -> bool:
        return bool(self.codes or self.remarks)

    def __or__(self, other: Sources) -> Sources:
        codes = sorted({*self.codes, *other.codes}, key=by_number)
        return Sources(tuple(codes), tuple(dict.fromkeys((*self.remarks, *other.remarks))))

    def __str__(self) -> str:
        return tell_sources(self.codes, self.remarks)


class Cited(str):
    """A sentence with its sources in brackets at the end, and both of them apart.

    Attributes:
        text: the sentence alone.
        sources: where the rule in it is taken from.
    """

    text: str
    sources: Sources

    def __new__(cls, text: str, sources: Sources) -> Cited:
        cited = super().__new__(cls, tell("cited", text=text, sources=str(sources)) if sources else text)
        cited.text, cited.sources = text, sources
        return cited


def find_cited(sentence: str) -> tuple[str, Sources]:
    """A sentence without its sources, and its sources; none if it cites none."""
    return (sentence.text, sentence.sources) if isinstance(sentence, Cited) else (sentence, Sources())


def tell_cited(key: str, what: str, /, **values: object) -> Cited:
    """A sentence in which another stands in the place ``{told}``; the sources of that one follow at the end."""
    text, sources = find_cited(what)
    return Cited(tell(key, told=text, **values), sources)


def join_cited(sentences: Iterable[str]) -> Cited:
    """Sentences after each other, the sources of all of them at the end."""
    parts = [find_cited(sentence) for sentence in sentences]
    return Cited(" ".join(text for text, _ in parts), reduce(or_, (sources for _, sources in parts), Sources()))


def as_sentence(words: str) -> Cited:
    """Words that stand alone: they begin with a capital letter."""
    text, sources = find_cited(words)
    return Cited(text[:1].upper() + text[1:], sources)


def cite(rulebook: Rulebook, *paths: str) -> Sources:
    """Where fields are taken from, each source or ruling once; empty if nobody says.

    Example:
        >>> from rummy_tutor import get_rulebook
        >>> str(cite(get_rulebook("rummy-21"), "scoring.cap", "scoring.floor"))
        'S0, R11'
    """
    return Sources(*find_sources(rulebook, paths))


def tell_sources(codes: Iterable[str], remarks: Iterable[str]) -> str:
    """The numbers of sources and rulings, and what else is said of a source."""
    return "; ".join(filter(None, [", ".join(codes), *map(_tell_remark, remarks)]))


def _tell_remark(text: str) -> str:
    """A remark on a source in words, such as ``S0 is silent``; a user's own text as it is."""
    if text == OWN:
        return tell("source.own")
    remark = _REMARK.fullmatch(text)
    if remark and knows(key_of("source.", remark[2])):
        return tell(key_of("source.", remark[2]), source=remark[1])
    return text


def in_order(cards: Sequence[Card], kind: Kind, stands: Sequence[Card | None]) -> list[int]:
    """The order in which a group is shown: indices of its cards, jokers in the place they fill.

    A sequence is shown as it goes up, round the corner too: K A 2, also where that is no meld. Other cards that are no
    meld are shown by rank, the ace at the end to which it is nearer.
    """
    shown = [stand or card for card, stand in zip(cards, stands, strict=True)]
    ranks = [card.index % 13 for card in shown if not card.is_printed_joker]
    once = len(set(ranks)) == len(ranks)
    keys: list
    if kind in SEQUENCES and not once:  # of two aces one goes each way
        aces = [at for at, card in enumerate(shown) if card.index % 13 == 0]
        keys = [13 if at == aces[-1] else card.index % 13 for at, card in enumerate(shown)]
    elif kind in SEQUENCES or (kind is Kind.INVALID and once and {12, 0, 1} <= {*ranks}):
        first = _find_first(ranks)
        keys = [(card.is_printed_joker, (card.index % 13 - first) % 13) for card in shown]
    elif kind is Kind.INVALID:
        others = [rank for rank in ranks if rank]
        high = bool(others) and min(others) > 13 - max(others)
        keys = [(card.is_printed_joker, card.index % 13 or 13 * high, card.index) for card in cards]
    else:
        keys = [
            (card.is_printed_joker, shown[at].index, stands[at] is not None, card.index)
            for at, card in enumerate(cards)
        ]
    return sorted(range(len(cards)), key=lambda at: (keys[at], at))


def _find_first(ranks: Sequence[int]) -> int:
    """Of different ranks the one that comes first: it follows the widest gap, with the ace next to king and 2."""
    there = sorted(ranks)
    return max(there, key=lambda rank: ((rank - there[there.index(rank) - 1] - 1) % 13, -rank))


def stand_ins(group: Group, cards: Sequence[Card]) -> list[Card | None]:
    """What each of the cards stands for; None for a card that stands for itself."""
    return _match(group, cards, [wild.stands_for for wild in group.wilds])


def stand_names(group: Group, cards: Sequence[Card]) -> list[Card | Rank | None]:
    """What each of the cards is said to stand for: a joker more than a set has suits for is one more of its rank."""
    return _match(group, cards, name_wilds(group))


def name_wilds(group: Group) -> list[Card | Rank]:
    """What each joker of a group is said to stand for; its rank alone where the set shows that card before it already.

    Example:
        >>> from rummy_tutor import analyse
        >>> group = analyse("QS QH QD PJ AS |", "adgaming-13", turned="AC").arranged.groups[0]
        >>> [(str(wild.card), str(name)) for wild, name in zip(group.wilds, name_wilds(group))]
        [('PJ', 'Q'), ('AS', 'QC')]
    """
    names: list[Card | Rank] = [wild.stands_for for wild in group.wilds]
    if group.kind is not Kind.SET:
        return names
    shown = Counter(group.cards) - Counter(wild.card for wild in group.wilds)
    jokers = [wild.card for wild in group.wilds]
    # of those that stand for the same card printed ones are shown last
    for at in sorted(range(len(names)), key=lambda at: (jokers[at].is_printed_joker, jokers[at].index)):
        card = group.wilds[at].stands_for
        if shown[card] > 0 and card.rank is not None:
            names[at] = card.rank
        shown[card] += 1
    return names


def list_stands(group: Group) -> list[tuple[Wild, Card | Rank]]:
    """Each joker of a group and what it is said to stand for; those of a set in the order in which they are shown."""
    stands = list(zip(group.wilds, name_wilds(group), strict=True))
    if group.kind is not Kind.SET:
        return stands
    return sorted(
        stands, key=lambda stand: (stand[0].card.is_printed_joker, stand[0].stands_for.index, stand[0].card.index)
    )


def tell_stand_in(card: Card, name: Card | Rank) -> Message:
    """What a joker stands for, as a clause: ``Q♦ stands for 7♣``."""
    if isinstance(name, Rank):
        return tell_later("group.stands-for:rank", card=card, rank=tell_later(key_of("page.rank_", name)))
    return tell_later("group.stands-for", card=card, other=name)


def _match(group: Group, cards: Sequence[Card], names: Iterable[_Name]) -> list[_Name | None]:
    """For each of the cards the name of its joker; None for a card that stands for itself."""
    jobs = [(wild.card, name) for wild, name in zip(group.wilds, names, strict=True)]
    matched: list[_Name | None] = []
    for card in cards:
        job = next((job for job in jobs if job[0] == card), None)
        if job:
            jobs.remove(job)
        matched.append(job[1] if job else None)
    return matched


def as_shown(group: Group) -> tuple[Card, ...]:
    """The cards of a group in the order in which they are shown."""
    return tuple(group.cards[at] for at in in_order(group.cards, group.kind, stand_ins(group, group.cards)))
