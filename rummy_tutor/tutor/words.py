"""The words of the game: what each means, what else it is called, a judged example, and which games use it.

Questions that a beginner asks stand among them. What a game says of a word comes from its rulebook, never from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from ..game.cards import Card, Hand
from ..game.messages import Items, key_of
from ..game.records import Arranged, Group
from ..game.rules import MELDS, Rulebook
from ..game.table import Deal, set_table
from ..referee.melds import read_group
from ..referee.scoring import score_arrangement
from ..referee.value_cards import list_bonus, sum_bonus
from ..rulebooks import RULEBOOKS, get_rulebook
from ..rulebooks.sources import RULINGS, SLIPS, SOURCES
from ..wording.describe import describe
from ..wording.explain import explain, explain_group
from ..wording.ledger import list_items
from ..wording.phrases import as_sentence, list_way
from ..wording.rule_texts import list_rules
from ..wording.speech import knows, say, tell
from .lessons import holds, open_deal

_WILDS = ("wilds.printed", "wilds.offsets", "wilds.ranks", "wilds.exposed")  # what makes cards wild
_BRACKETS = "⟦⟧· "  # what the pseudo-language puts around a sentence


@dataclass(frozen=True, kw_only=True)
class Example:
    """Cards that show what a word means.

    Attributes:
        hand: the groups.
        rulebook: the key of the game that judges them.
        turned: the card turned up.
        earns: whether it is about what the cards earn, not about what the groups are.
        differs: whether it is about what games judge differently.
        costs: what it costs as it lies, where it is about that.
        book: the game that judges it in place of that one; None for that one.
    """

    hand: str
    rulebook: str = "gorummy-13"
    turned: str | None = None
    earns: bool = False
    differs: bool = False
    costs: int | None = None
    book: Rulebook | None = None

    @property
    def deal(self) -> Deal:
        """The game at its table."""
        book = get_rulebook(self.rulebook) if self.book is None else self.book
        turned = None if self.turned is None else Card.parse(self.turned)
        return set_table(book, turned, book.table.nearest())

    def judge(self) -> tuple[Group, ...]:
        """The groups as the game judges them."""
        return self._lay().groups

    def account(self) -> tuple[str, ...]:
        """Why the cards cost what they cost, where the example is about that."""
        return (
            () if self.costs is None else tuple(explain(reason, self.deal.rulebook) for reason in self._lay().reasons)
        )

    def judged_in(self, book: Rulebook) -> Example:
        """The example as another game judges it, if it shows the same there; else as it is."""
        other = replace(self, book=book)
        if any(not other.deal.pack.copies(card) for card in Hand.parse(self.hand).cards):
            return self
        if self.earns:
            return other if list_bonus(Hand.parse(self.hand).cards, other.deal) else self
        if self.costs is not None:
            return other if other._lay().points == self.costs else self
        alike = [group.kind for group in other.judge()] == [group.kind for group in self.judge()]
        return other if self.differs or alike else self

    def _lay(self) -> Arranged:
        return score_arrangement(Hand.parse(f"{self.hand} |").groups or (), self.deal)

    def explain(self) -> tuple[str, ...]:
        """What each group is, and why; or what the cards earn, in the words of their game."""
        if self.earns:
            items = list_bonus(Hand.parse(self.hand).cards, self.deal)
            return (tell("word.earns", what=list_items(items), n=sum_bonus(items)),)
        return tuple(as_sentence(explain_group(group, self.deal)) for group in self.judge())


@dataclass(frozen=True, kw_only=True)
class Word:
    """A word, or a question.

    Attributes:
        key: short name; the sentences stand in the catalogue under ``word.`` and this key.
        example: cards that show it, None if none can.
        paths: fields of a rulebook that say what a game makes of it.
        about: the property of the games that know it; empty for every game.
        see: further words to look at.
        asked: cards of which a question asks whether they are a meld.
    """

    key: str
    example: Example | None = None
    paths: tuple[str, ...] = ()
    about: str = ""
    see: tuple[str, ...] = ()
    asked: str = ""

    @property
    def is_question(self) -> bool:
        """Whether it is a question."""
        return self.key.startswith("ask-")

    @property
    def name(self) -> str:
        """The word itself."""
        return tell(key_of("word.", self.key))

    @property
    def also(self) -> tuple[str, ...]:
        """What else it is called."""
        return list_names(key_of("word.", self.key, "also"))

    @property
    def what(self) -> str:
        """What it means."""
        return tell(key_of("word.", self.key, "what"))

    @property
    def marks(self) -> tuple[str, ...]:
        """The forms in which it stands in a text and can be marked there."""
        return list_names(key_of("word.", self.key, "marks"))

    def answer(self, book: Rulebook) -> str:
        """What a game answers to a question, as ``No. In GoRummy …`` or ``2. …``; empty where ``what`` says it."""
        if self.key == "ask-how-many":
            return _tell_how_many(book)
        if self.key == "ask-why-80" and book.scoring.cap != 80 and holds(self.about, book):
            return tell("word.ask-why-80:flat", game=book)
        if not self.asked:
            return ""
        read = read_group(Hand.parse(self.asked).cards, open_deal(book))
        form = "yes" if any(meld.kind in MELDS for meld in read) else "no"
        return tell(key_of("word.", self.key, form), game=book)

    def games(self) -> tuple[Rulebook, ...]:
        """The games that know it."""
        return tuple(book for book in RULEBOOKS.values() if holds(self.about, book))

    def rules(self) -> tuple[tuple[tuple[Rulebook, ...], tuple[str, ...]], ...]:
        """What the games say of it, rule by rule with what each is about; those together that say the same."""
        said: dict[tuple[str, ...], tuple[Rulebook, ...]] = {}
        for book in self.games() if self.paths else ():
            lines = tell_rules(book, self.paths)
            if lines:
                said[lines] = (*said.get(lines, ()), book)
        return tuple((books, lines) for lines, books in said.items())


def list_names(key: str) -> tuple[str, ...]:
    """The names of an entry that parts them by semicolons, without the brackets of the pseudo-language."""
    if not knows(key):
        return ()
    return tuple(filter(None, (name.strip(_BRACKETS) for name in tell(key).split(";"))))


def tell_rules(book: Rulebook, paths: Iterable[str]) -> tuple[str, ...]:
    """What a game says of some of its fields, each rule with what it is about."""
    wanted = set(paths)
    if book.scoring.cap is None and "penalties.wrong_declaration" in wanted:
        wanted.discard("scoring.cap")  # a flat price, which the answer tells, is the most that a hand costs there
    rules = [rule for rule in list_rules(book) if wanted & set(rule.paths)]
    return tuple(tell("word.rule", term=rule.term, rule=" ".join(map(say, rule.sentences))) for rule in rules)


def _tell_how_many(book: Rulebook) -> str:
    """How many sequences the first way to declare asks for that asks for any, and whether there are other ways."""
    ways = [way for way in book.objectives if way.needs.sequences or way.needs.pure]
    if not ways:
        return tell("word.ask-how-many:none", game=book)
    way, needs = ways[0], ways[0].needs
    name = "word.ask-how-many:others" if len(book.objectives) > 1 else "word.ask-how-many:own"
    return tell(name, game=book, n=max(needs.sequences, needs.pure), asked=Items(list_way(way, book)))


_WORDS = (
    Word(key="meld", example=Example(hand="5H 6H 7H | KS KD KC"), see=("pure-sequence", "set", "loose")),
    Word(
        key="sequence",
        example=Example(hand="5H 6H 7H | 9S PJ JS"),
        paths=("melds.run_max",),
        see=("pure-sequence", "impure-sequence"),
    ),
    Word(key="pure-sequence", example=Example(hand="5H 6H 7H | QS KS AS"), see=("impure-sequence", "ask-joker-pure")),
    Word(key="impure-sequence", example=Example(hand="5H 6H PJ"), see=("pure-sequence", "joker")),
    Word(
        key="set",
        example=Example(hand="7S 7H 7D | 7S 7S 7H", differs=True),
        paths=("melds.set_max", "melds.set_suits"),
        see=("ask-two-sevens", "tunnela"),
    ),
    Word(
        key="tunnela",
        example=Example(hand="7S 7S 7S", rulebook="rummy-21"),
        paths=("melds.tunnela_from", "melds.tunnela_counts_pure"),
        about="tunnelas named",
        see=("dublee", "ask-tunnela-dublee"),
    ),
    Word(
        key="dublee",
        example=Example(hand="7S 7S", rulebook="rummy-21"),
        paths=("melds.dublees",),
        about="dublees",
        see=("tunnela", "ask-tunnela-dublee"),
    ),
    Word(
        key="joker",
        example=Example(hand="5H PJ 7H | 9S 8D JS", turned="8C"),
        paths=("melds.run_wilds", "melds.set_wilds"),
        see=("printed-joker", "wild", "spare"),
    ),
    Word(
        key="printed-joker",
        example=Example(hand="5H 6H PJ"),
        paths=("wilds.printed_counts_as",),
        about="printed",
        see=("joker", "turned"),
    ),
    Word(
        key="wild",
        example=Example(hand="KS KD 8H", turned="8C"),
        paths=_WILDS,
        see=("turned", "natural", "joker"),
    ),
    Word(key="turned", example=Example(hand="8S 8H 8D", turned="8C"), paths=_WILDS, see=("wild", "tiplu")),
    Word(
        key="natural",
        example=Example(hand="7S 8S 9S", turned="8C"),
        see=("wild", "ask-wild-itself"),
    ),
    Word(
        key="spare",
        example=Example(hand="5H 6H 7H | KS KD KC | PJ"),
        paths=("scoring.loose_wild", "scoring.wild_at_face"),
        see=("joker",),
    ),
    Word(key="loose", example=Example(hand="5H 6H 7H | KS | 4D"), about="card values", see=("points", "meld")),
    Word(
        key="points",
        example=Example(hand="5H 6H 7H | KS | 4D"),
        paths=("scoring.ace",),
        about="card values",
        see=("cap", "loose"),
    ),
    Word(key="cap", paths=("scoring.cap",), about="penalty", see=("points", "ask-why-80")),
    Word(
        key="declare",
        example=Example(hand="5H 6H 7H | 9S PJ JS | KS KD KC | 2C 2D 2H 2S"),
        paths=("objectives",),
        see=("wrong-declaration", "ask-how-many"),
    ),
    Word(key="finish-slot", about="finish slot", see=("declare", "discard")),
    Word(
        key="wrong-declaration",
        paths=("penalties.wrong_declaration",),
        about="priced errors",
        see=("declare",),
    ),
    Word(
        key="drop",
        paths=("penalties.first_drop", "penalties.middle_drop"),
        about="priced drops",
        see=("points", "pool"),
    ),
    Word(key="draw", see=("stock", "open-card", "ask-my-turn")),
    Word(key="discard", see=("draw", "open-card", "outs")),
    Word(key="stock", paths=("settlement.stock_end",), see=("draw", "open-card")),
    Word(
        key="open-card",
        paths=("settlement.pick_up",),
        see=("stock", "draw"),
    ),
    Word(key="deal", paths=("deal",), see=("stock",)),
    Word(key="distance", see=("outs", "declare")),
    Word(key="outs", see=("distance", "draw")),
    Word(
        key="tiplu",
        example=Example(hand="8D", rulebook="marriage-21", turned="8D", earns=True),
        paths=("bonus", "bonus.cards"),
        about="bonus",
        see=("turned", "maal", "seen"),
    ),
    Word(
        key="poplu",
        example=Example(hand="9D | 7D", rulebook="marriage-21", turned="8D", earns=True),
        about="bonus",
        see=("tiplu", "maal"),
    ),
    Word(
        key="maal",
        example=Example(hand="8D | 9D | KS", rulebook="marriage-21", turned="8D", earns=True),
        paths=("bonus", "bonus.cards", "bonus.only_if_seen"),
        about="bonus",
        see=("tiplu", "marriage-cards", "ask-maal"),
    ),
    Word(
        key="marriage-cards",
        example=Example(hand="7D 8D 9D", rulebook="marriage-21", turned="8D", earns=True),
        paths=("bonus.marriage",),
        about="bonus",
        see=("tiplu", "maal"),
    ),
    Word(
        key="seen",
        example=Example(hand="5S 6S 7S | 9H TH JH | 4D 4D 4D", rulebook="marriage-21"),
        paths=("scoring.tiers",),
        about="hidden",
        see=("tiplu", "maal"),
    ),
    Word(key="pool", about="pool", see=("drop", "points")),
    Word(key="melded-score", paths=("scoring.measure",), about="scored", see=("points",)),
    # what a beginner asks
    Word(
        key="ask-k-a-2",
        example=Example(hand="KS AS 2S | QS KS AS | AS 2S 3S", differs=True),
        paths=("melds.aces",),
        see=("sequence", "pure-sequence"),
        asked="KS AS 2S",
    ),
    Word(
        key="ask-two-sevens",
        example=Example(hand="7S 7S 7H | 7S 7H 7D", differs=True),
        paths=("melds.set_suits",),
        see=("set", "tunnela"),
        asked="7S 7S 7H",
    ),
    Word(key="ask-joker-pure", example=Example(hand="5H 6H PJ | 5H 6H 7H"), see=("pure-sequence", "impure-sequence")),
    Word(
        key="ask-wild-itself",
        example=Example(hand="7S 8S 9S | 7S 8D 9S", turned="8C"),
        see=("natural", "wild"),
    ),
    Word(key="ask-how-many", paths=("objectives",), see=("declare", "pure-sequence")),
    Word(
        key="ask-tunnela-dublee",
        example=Example(hand="7S 7S 7S | 7S 7S", rulebook="rummy-21"),
        paths=("melds.tunnela_from", "melds.dublees"),
        about="copies named",
        see=("tunnela", "dublee"),
    ),
    Word(
        key="ask-tiplu",
        example=Example(hand="8D", rulebook="marriage-21", turned="8D", earns=True),
        paths=("bonus.cards",),
        about="bonus",
        see=("tiplu", "turned", "seen"),
    ),
    Word(
        key="ask-maal",
        example=Example(hand="8D | 9D | KS", rulebook="marriage-21", turned="8D", earns=True),
        paths=("bonus.cards",),
        about="bonus",
        see=("maal", "marriage-cards"),
    ),
    Word(
        key="ask-why-80",
        example=Example(hand="QH QS QD | 9S 9H 9D 9C | 5S 5H 5D | TS TH TD", rulebook="adgaming-13", costs=80),
        paths=("scoring.cap", "penalties.wrong_declaration"),
        about="cap of 80",
        see=("cap", "points", "wrong-declaration"),
    ),
    Word(
        key="ask-my-turn",
        paths=("settlement.pick_up", "penalties.first_drop", "penalties.middle_drop"),
        see=("draw", "discard", "drop", "declare"),
    ),
)
WORDS: Mapping[str, Word] = {word.key: word for word in _WORDS}


def list_marks() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The words that can be marked in a text: their keys and their forms."""
    return tuple((word.key, word.marks) for word in _WORDS if word.marks)


# ---- sources and rulings -----------------------------------------------------------------------------------
def list_codes() -> tuple[str, ...]:
    """The numbers of all sources, rulings and slips."""
    return (*SOURCES, *RULINGS, *SLIPS)


@lru_cache(maxsize=128)
def cited_by(code: str) -> tuple[Rulebook, ...]:
    """The games whose rules cite a source or a ruling."""
    return tuple(book for book in RULEBOOKS.values() if any(code in line.source.codes for line in describe(book)))
