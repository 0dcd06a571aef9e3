"""How a card, a group and a figure are shown: what several panels draw."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import TypedDict

from ..game.cards import CARDS, PRINTED_JOKER, SUITS, Card, Rank
from ..game.messages import Items, Message, key_of
from ..game.records import Arranged, Best, Group
from ..game.rules import Kind, Match, Pool, Rulebook
from ..game.table import Deal
from ..rulebooks import RULEBOOKS
from ..wording.phrases import Cited, Sources, find_cited, in_order, join_cited, stand_ins, stand_names
from ..wording.speech import current_language, in_words, knows, name_rulebook, tell
from .session import Session


class FaceView(TypedDict):
    """What is printed on a card; ``suit`` is None for a printed joker and for a rank alone."""

    rank: str
    suit: str | None
    printed: bool
    name: str


class TableFaceView(FaceView):
    """The same, and whether the card is wild at a table."""

    wild: bool


class StandingFaceView(TableFaceView):
    """The same, and the card or the rank that it stands for."""

    stands: FaceView | None


class ShownCardView(StandingFaceView):
    """A card that only shows itself; ``key`` tells it from the others."""

    key: str


class PlainCardView(ShownCardView):
    """The same, and whether it is marked."""

    moved: bool


class PlainGroupView(TypedDict):
    """A judged group that only shows itself; ``ids`` are the places of its cards on a table that lies beside it."""

    cards: list[PlainCardView]
    icon: str
    word: str
    tone: str
    ids: list[int]
    label: str


class LineView(TypedDict):
    """A sentence, and apart from it the numbers of the sources it cites and what else is said of them."""

    text: str
    codes: list[str]
    remark: str


class CardChoiceView(TypedDict):
    """A card in a list to choose from."""

    value: str
    label: str


class SuitChoiceView(TypedDict):
    """The cards of a suit in a list to choose from."""

    label: str
    cards: list[CardChoiceView]


class LabelView(TypedDict):
    """One of several things by its key, to choose from or over a column."""

    key: str
    label: str


class BookChoiceView(TypedDict):
    """A rulebook to choose."""

    key: str
    name: str


class OptionView(LabelView):
    """A house option to tick."""

    on: bool


class FileView(TypedDict):
    """A file to be saved: its number, its name and what it holds."""

    n: int
    name: str
    text: str


def next_file(before: FileView | None, name: str, text: str) -> FileView:
    """A file to be saved after another one, so that a browser knows it for a new one."""
    return {"n": 1 if before is None else before["n"] + 1, "name": name, "text": text}


TONES = {
    Kind.PURE_SEQUENCE: "pure",
    Kind.IMPURE_SEQUENCE: "meld",
    Kind.SET: "meld",
    Kind.TUNNELA: "pure",
    Kind.DUBLEE: "pair",
    Kind.JOKERS: "pair",
    Kind.LOOSE: "loose",
    Kind.INVALID: "bad",
}


def card_name(card: Card) -> str:
    """A card in words, for screen readers.

    Example:
        >>> card_name(Card.parse("TH"))
        'ten of hearts'
    """
    return _face_in(card, current_language())["name"]


def card_face(card: Card) -> FaceView:
    """What is printed on a card."""
    return {**_face_in(card, current_language())}


@lru_cache(maxsize=1 << 10)
def _face_in(card: Card, language: str) -> FaceView:
    """A card in a language, the one in force: a page shows some hundred of them."""
    if card.is_printed_joker:
        return {"rank": tell("page.joker_word"), "suit": None, "printed": True, "name": tell("page.printed_joker")}
    return {
        "rank": "10" if card.rank == "T" else str(card.rank),
        "suit": str(card.suit),
        "printed": False,
        "name": tell(
            "page.card_name",
            rank=Message(key_of("page.rank_", card.rank)),
            suit=Message(key_of("page.suit_", card.suit)),
        ),
    }


def face_at(card: Card, deal: Deal) -> TableFaceView:
    """What is printed on a card, and whether it is wild at a table."""
    face, wild = card_face(card), deal.is_wild[card.index]
    name = in_list(face["name"], tell("page.card_wild")) if wild and not card.is_printed_joker else face["name"]
    return {**face, "wild": wild, "name": name}


def pretty_card(card: Card) -> str:
    """A card as pages write it in a sentence."""
    return tell("page.printed_joker") if card.is_printed_joker else card.pretty.replace("T", "10")


def draw_stand(stands: Card | Rank | None) -> FaceView | None:
    """What is printed below a joker: the card it stands for, or a rank alone."""
    if isinstance(stands, Rank):
        return {
            "rank": stands.replace("T", "10"),
            "suit": None,
            "printed": False,
            "name": tell(key_of("page.rank_", stands)),
        }
    return None if stands is None else card_face(stands)


def tell_stand(stands: Card | Rank | None) -> str:
    """What a joker stands for, in words; empty for a card that stands for itself."""
    if isinstance(stands, Rank):
        return tell("page.card_stands:rank", rank=tell(key_of("page.rank_", stands)))
    return "" if stands is None else tell("page.card_stands", card=card_name(stands))


def plain_card(
    card: Card, key: str, stands: Card | Rank | None = None, moved: bool = False, *, wild: bool = False, more: str = ""
) -> PlainCardView:
    """A card that only shows itself, and what it stands for; ``more`` is what else is to be said of it."""
    name = in_list(card_name(card), tell_stand(stands), more)
    return {**card_face(card), "name": name, "key": key, "stands": draw_stand(stands), "wild": wild, "moved": moved}


def plain_group(
    group: Group, key: str, moved: Collection[int] = (), *, deal: Deal | None = None, marked: str = ""
) -> PlainGroupView:
    """A judged group that only shows itself. What is no meld is shown as it was laid.

    Args:
        group: the group.
        key: by which its cards are told from others.
        moved: the places of cards to be marked.
        deal: the table at which its cards are marked as wild; None if they are not.
        marked: what is said of the cards that are marked.
    """
    stands = stand_ins(group, group.cards)
    order = in_order(group.cards, group.kind, stands)
    if group.kind is Kind.INVALID:
        order = sorted(order)
    names = stand_names(group, group.cards)
    cards = [
        plain_card(
            group.cards[i],
            f"{key}-{i}",
            names[i],
            i in moved,
            wild=deal is not None and is_marked_wild(group.cards[i], deal),
            more=marked if i in moved else "",
        )
        for i in order
    ]
    word = tell(key_of("page.kind_", group.kind))
    label = Items(tuple(card["name"] for card in cards), "comma")
    return {
        "cards": cards,
        "icon": str(group.kind),
        "word": word,
        "tone": TONES[group.kind],
        "ids": [],
        "label": tell("page.answer_label", kind=word, cards=label),
    }


def is_marked_wild(card: Card, deal: Deal) -> bool:
    """Whether a card is marked as wild at a table: a printed joker says it itself."""
    return deal.is_wild[card.index] and not card.is_printed_joker


def turned_choices(jokers: bool) -> list[SuitChoiceView]:
    """The cards to choose a turned card from, by suit, with printed jokers if the pack holds any."""
    unknown: CardChoiceView = {"value": "", "label": tell("page.unknown_card")}
    first = [unknown, *list_cards([PRINTED_JOKER] if jokers else [])]
    suits: list[SuitChoiceView] = [
        {"label": suit.symbol, "cards": list_cards(card for card in CARDS if card.suit == suit)} for suit in SUITS
    ]
    return [{"label": tell("page.turned"), "cards": first}, *suits]


def list_cards(cards: Iterable[Card]) -> list[CardChoiceView]:
    """Cards to choose from."""
    return [{"value": str(card), "label": pretty_card(card)} for card in cards]


def list_books(session: Session) -> list[BookChoiceView]:
    """The rulebooks to choose from, the user's own first."""
    return [{"key": book.key, "name": name_rulebook(book)} for book in (*session.own.values(), *RULEBOOKS.values())]


def list_options(book: Rulebook, chosen: Collection[str]) -> list[OptionView]:
    """The house options to tick; a rulebook of the user's own has those it was made with, and no others."""
    offers = book.offers if book.key in RULEBOOKS else ()
    return [{"key": key, "label": option_label(key), "on": key in chosen} for key in offers]


def option_label(key: str) -> str:
    """A house option in words; one without a text of its own by its key."""
    text = key_of("page.option_", key)
    return tell(text) if knows(text) else key.replace("-", " ")


def name_match(match: Pool | Match) -> str:
    """A match in words: that of a house option, or a score or a number of deals of one's own."""
    if not isinstance(match, Match):
        return option_label(match.value)
    if match.limit is None:
        return tell("page.match_deals", n=match.deals)
    return tell("page.match_limit", n=match.limit)


def figure_of(verdict: Arranged | Best) -> int:
    """The figure of a verdict: points lost, or the score where melds are worth points."""
    return verdict.score if verdict.points is None else verdict.points


def tell_around(key: str, n: int) -> tuple[str, str, str]:
    """A sentence with a figure that is drawn large: what stands before it, the figure, what stands after it."""
    before, _, after = tell(key, n=n, figure="\0").partition("\0")
    return before.strip(), in_words(n), after.strip()


def draw_line(sentence: str) -> LineView:
    """A sentence, and apart from it the numbers it cites and what else is said of its source."""
    text, sources = find_cited(sentence)
    return {"text": text, "codes": list(sources.codes), "remark": str(Sources(remarks=sources.remarks))}


def hide_sources(line: LineView) -> LineView:
    """A line without the sources that nobody has asked for."""
    return {**line, "codes": [], "remark": ""}


def fold_sources(sentences: Sequence[str], more: Sources | None = None) -> list[LineView]:
    """Sentences without their sources, and a last line with all of these, and with more, where there are any."""
    sources = join_cited(sentences).sources | (more or Sources())
    gathered = [Cited(tell("learn.source"), sources)] if sources else []
    return draw_lines([*(find_cited(sentence)[0] for sentence in sentences), *gathered])


def draw_lines(sentences: Iterable[str]) -> list[LineView]:
    """Sentences, each with its sources apart."""
    return [draw_line(sentence) for sentence in sentences]


def in_list(*words: str) -> str:
    """Several labels as one, parted by commas; empty ones are left out."""
    return in_words(Items(tuple(filter(None, words)), "comma"))


def why_no_figure(session: Session) -> str:
    """Why the rulebook cannot judge the hand, and what to do about it."""
    book, cards = session.rulebook, session.state.layout.cards
    jokers = sum(card.is_printed_joker for card in cards)
    if jokers and not book.table.pack_for(session.state.players).printed_jokers:
        return tell("page.no_printed", name=book, n=jokers)
    return str(session.why_no_result)
