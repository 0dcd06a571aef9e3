"""Wild cards at the table: which they are, what a joker of the hand stands for, and a first question about them."""

from __future__ import annotations

from ...game.cards import CARDS, SUITS, Card
from ...game.messages import key_of
from ...game.rules import Kind
from ...playing.view import View
from ...wording.speech import tell
from ..faces import TONES, plain_card, pretty_card
from ..learn.shapes import PickView
from ..learn.study import study_of
from ..session import Session
from .past import list_ended
from .reasons import list_stands, tell_cards, write_face
from .seated import Seated

_RANKS = range(4, 10)  # where four cards in a row may begin, from a 5
_LESSONS = ("wild", "jokers")  # that teach what is asked


def tell_held(seated: Seated) -> str:
    """To a beginner: what the jokers do that they hold, and what one of them stands for; empty without one."""
    deal = seated.view.deal
    jokers = [card for card in seated.view.hand if deal.is_wild[card.index]]
    if not jokers:
        return ""
    stands = [stand for group in seated.melds for stand in list_stands(group, deal) if stand[0] in jokers]
    here = ""
    if stands:
        card, other = min(stands, key=lambda stand: not stand[1])
        here = tell("play.stands" if other else "play.stands:itself", card=write_face(card), other=other)
    if all(card.is_printed_joker for card in jokers):
        return f"{tell('play.printed-jokers', n=len(jokers))} {here}".strip()
    return f"{tell_wild(seated.view, 'short' if here else '')} {here}".strip()


def tell_wild(view: View, form: str = "") -> str:
    """Which cards are wild at this table, and why, in full or ``short``; empty where only printed jokers are."""
    if view.deal.hidden and not view.seen:
        return tell("play.wild-hidden")
    cards, turned = _list_wilds(view), view.turned
    if turned is None or not cards:
        return ""
    named, ranks = pretty_card(turned), {card.rank for card in cards}
    if len(ranks) == 1 and len(cards) == len(SUITS):
        return tell(key_of("play.wild-rank:", form), turned=named, rank=tell(key_of("page.rank_", cards[0].rank)))
    return tell(key_of("play.wild:", form), turned=named, cards=tell_cards(cards))


def _list_wilds(view: View) -> list[Card]:
    """The cards that are wild, printed jokers aside."""
    return [card for card in CARDS if view.deal.is_wild[card.index] and not card.is_printed_joker]


def draw_first(session: Session, seated: Seated) -> PickView | None:
    """Which card completes a sequence, one that is wild in this round; None for whoever has met wild cards before."""
    view, progress = seated.view, study_of(session).progress(seated.played.rulebook)
    has_met = list_ended(session) or any(progress.state(lesson) != "new" for lesson in _LESSONS)
    if has_met or seated.past or not seated.guided or (view.deal.hidden and not view.seen):
        return None
    wilds = _list_wilds(view)
    runs = [CARDS[13 * suit + first :][:4] for suit in range(4) for first in _RANKS]
    plain = (run for run in runs if not {*run} & {*wilds} and run[0].suit is not wilds[0].suit)
    return _ask_first(view, wilds[0], *next(plain)) if wilds else None


def _ask_first(view: View, wild: Card, first: Card, second: Card, lacking: Card, after: Card) -> PickView:
    """Which card comes after two others: a wild one, or one before which a card is missing."""
    kind, lacks = Kind.IMPURE_SEQUENCE, pretty_card(lacking)
    said = {
        card: tell(key_of("play.first-", why), card=pretty_card(card), other=lacks)
        for card, why in ((after, "less"), (wild, "right"))
    }
    return {
        "ask": tell_wild(view),
        "how": tell("learn.first_ask"),
        "cards": [plain_card(card, str(card)) for card in (first, second)],
        "offers": [
            {
                "card": plain_card(card, str(card), wild=card is wild),
                "laid": plain_card(card, str(card), lacking, wild=True),
                "right": card is wild,
                "said": text,
            }
            for card, text in said.items()
        ],
        "badge": {"tone": TONES[kind], "icon": kind, "word": tell(key_of("page.kind_", kind))},
    }
