"""The view model of the table: everything the browser draws, already decided.

A view model is plain data. Texts in it are final; the browser adds nothing but layout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..cards import PRINTED_JOKER, Card
from ..explain import explain, explain_points
from ..phrases import show_cards, with_minus
from ..rules import MELDS, SEQUENCES, Kind, Measure
from ..scoring import Arranged, Group
from .moves import describe_change, moving_cards
from .session import Session
from .texts import RANK_NAMES, SUIT_NAMES, say

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

_CITATION = re.compile(r" \[[^\]]*\]$")
_LIMITS = ("floor", "doubled", "capped", "one-to-throw")
_SIZES = ("wrong-size", "no-loose-card")
_MARKED_FROM = 3  # the step of the answer that names the cards to move


def card_name(card: Card) -> str:
    """A card in words, for screen readers.

    Example:
        >>> card_name(Card.parse("TH"))
        'ten of hearts'
    """
    if card.is_printed_joker:
        return say("printed_joker")
    return f"{RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def card_face(card: Card) -> dict:
    """What is printed on a card."""
    if card.is_printed_joker:
        return {"rank": say("joker_word"), "suit": None, "printed": True, "name": card_name(card)}
    return {
        "rank": "10" if card.rank == "T" else str(card.rank),
        "suit": str(card.suit),
        "printed": False,
        "name": card_name(card),
    }


def pretty_card(card: Card) -> str:
    """A card as pages write it in a sentence."""
    return say("printed_joker") if card.is_printed_joker else card.pretty.replace("T", "10")


def in_order(cards: Sequence[Card], kind: Kind, stands: Sequence[Card | None]) -> list[int]:
    """The order in which a group is shown: indices of its cards, jokers in the place they fill."""
    shown = [stand or card for card, stand in zip(cards, stands, strict=True)]
    if kind in SEQUENCES:
        ranks = [card.index % 13 for card in shown]
        # the ace goes high after a king, unless a two holds it low; of two aces one goes each way
        ace_high = 12 in ranks and (1 not in ranks or ranks.count(0) > 1)
        seen_aces = 0
        keys = []
        for rank in ranks:
            if rank == 0 and ace_high:
                seen_aces += 1
                keys.append(13 if ranks.count(0) == 1 or seen_aces == 2 else 0)
            else:
                keys.append(rank)
    elif kind is Kind.INVALID:
        keys = [(card.is_printed_joker, card.index) for card in cards]
    else:
        keys = [(card.is_printed_joker, shown[at].index, stands[at] is not None) for at, card in enumerate(cards)]
    return sorted(range(len(cards)), key=lambda at: (keys[at], at))


def stand_ins(group: Group, cards: Sequence[Card]) -> list[Card | None]:
    """What each of the cards stands for; None for a card that stands for itself."""
    jobs = [(wild.card, wild.stands_for) for wild in group.wilds]
    stands: list[Card | None] = []
    for card in cards:
        job = next((job for job in jobs if job[0] == card), None)
        if job:
            jobs.remove(job)
        stands.append(job[1] if job else None)
    return stands


class TableView:
    """Draws one session's table; a fresh one is made for every drawing."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.layout = session.state.layout
        self.result = session.result
        self.failed = isinstance(self.result, ValueError)
        self.laid: Arranged | None = None if self.failed else self.result.arranged
        self.veiled = not session.verdict_shown
        book = session.rulebook
        self.measure = book.scoring.measure
        self.wild = set(book.wilds.types(session.state.turned)) if not self.failed else set()
        self.printed_wild = book.wilds.printed
        self.tier = self._tier()
        # where each card stands in the link: its identity on a table opened from there
        # cards that the revealed answer would move are marked on the table too
        asked = session.reveal >= _MARKED_FROM and session.is_better_known() and bool(self.layout.trays)
        self.moving = set(moving_cards(session)) if asked else set()
        self.places = {one: at for at, one in enumerate(one for group in self.layout.groups for one in group)}

    def _tier(self):
        """The level of points that holds, from the reasons."""
        if self.laid is None:
            return None
        codes = {tier.code: tier for tier in self.session.rulebook.scoring.tiers}
        found = next((reason for reason in reversed(self.laid.reasons) if reason.code in codes), None)
        return None if found is None else (codes[found.code], found)

    def points(self, card: Card) -> int:
        """Points of a card left loose."""
        scoring = self.session.rulebook.scoring
        if card in self.wild or (card.is_printed_joker and self.printed_wild):
            return scoring.loose_wild
        return scoring.card_points(card)

    def draw(self) -> dict:
        """The whole view model."""
        groups = [] if self.laid is None else list(self.laid.groups)
        trays = []
        for at, ids in enumerate(self.layout.trays):
            trays.append(self.tray(at, ids, groups[at] if groups else None))
        loose = self.loose()
        return {
            "headline": None if self.veiled else self.headline(),
            "caption": self.caption(),
            "trays": trays,
            "loose": loose,
            "count": len(self.layout.cards),
            "sort": self.session.sort,
            "can_undo": bool(self.session.past),
            "can_redo": bool(self.session.future),
            "reasons": [] if self.veiled or self.laid is None else list(explain_points(self.result)),
            "size_note": self.size_note(),
            "announce": "" if self.veiled else self.announcement(trays),
        }

    def sentences(self, reasons: Iterable) -> list[str]:
        """Reasons in words."""
        return [explain(reason, self.session.rulebook) for reason in reasons]

    # ---- headline ------------------------------------------------------------------------------
    def headline(self) -> dict:
        """What the hand costs, and the level of points that says so."""
        if self.laid is None:
            return {
                "lead": say("no_figure_lead"),
                "figure": "",
                "unit": "",
                "tone": "bad",
                "sentence": why_no_figure(self.session),
                "ways_out": self.ways_out(),
            }
        figure, unit = figure_of(self.laid, self.measure)
        sentence = self.tier_sentence()
        if self.laid.declares:
            lead, tone = say("declares_lead"), "good"
        else:
            lead = say("cost_lead" if self.measure is Measure.PENALTY else "score_lead")
            tone = "plain" if self.laid.points is None or self.laid.points < 40 else "bad"
        if self.measure is Measure.PENALTY and self.laid.points == 0 and not self.laid.declares:
            sentence = f"{sentence} {self.what_is_left()}".strip()
        return {"lead": lead, "figure": figure, "unit": unit, "tone": tone, "sentence": sentence, "ways_out": []}

    def ways_out(self) -> list[dict]:
        """What can be done where the rulebook cannot judge the hand."""
        jokers = self.layout.cards.count(PRINTED_JOKER)
        ways = []
        if jokers and jokers < len(self.layout.cards):
            ways.append({"act": "drop_jokers", "label": say("drop_joker" if jokers == 1 else "drop_jokers", n=jokers)})
        former = self.session.past[-1] if self.session.past else None
        if former is not None and former.rulebook != self.session.state.rulebook:
            ways.append({"act": "undo", "label": say("back_to", name=self.session.book(former.rulebook).title)})
        return ways

    def what_is_left(self) -> str:
        """Why a hand that costs nothing does not declare: the cards that lie in no meld."""
        groups = [group for group in self.laid.groups if group.kind in (Kind.LOOSE, Kind.INVALID)]
        cards = [card for group in groups for card in group.cards]
        if self.laid.discard in cards:
            cards.remove(self.laid.discard)
        if not cards or self.size_note():
            return ""
        return say("costs_nothing_but", cards=show_cards(cards), lie=say("lies" if len(cards) == 1 else "lie"))

    def caption(self) -> dict:
        """The line over the table: what the last move changed, else what the hand shows, else what to do."""
        change = describe_change(self.session)
        if change is not None:
            return {"text": change[0], "tone": change[1]}
        preset = self.session.preset
        if preset is not None:
            return {"text": preset.story, "tone": "story", "source": preset.source}
        return {"text": self.session.deal_note or say("hint_first"), "tone": "story"}

    def tier_sentence(self) -> str:
        """What the hand lacks and the level that holds, in a line; citations are left to the full account."""
        if self.tier is None:
            return ""
        at = self.laid.reasons.index(self.tier[1])
        limits = [reason for reason in self.laid.reasons[at + 1 :] if reason.code in _LIMITS]
        lacking = [reason for reason in self.laid.reasons[:at] if reason.code not in _SIZES]
        told = [*lacking[:2], self.tier[1], *limits]
        return " ".join(_CITATION.sub("", line) for line in self.sentences(told))

    def size_note(self) -> str:
        """A line saying that the game deals another number of cards, or nothing."""
        book, held = self.session.rulebook, len(self.layout.cards)
        if self.failed or held in (book.deal, book.deal + 1):
            return ""
        return say("size_note", name=book.title, deal=book.deal, held=held)

    def announcement(self, trays: list[dict]) -> str:
        """What a screen reader hears after a change: the group last touched or what has changed, and the figure."""
        if self.laid is None:
            return why_no_figure(self.session)
        touched = next((at for at, ids in enumerate(self.layout.trays) if set(ids) & set(self.session.touched)), None)
        change = describe_change(self.session) if touched is None and self.session.touched else None
        parts = [trays[touched]["label"]] if touched is not None else [change[0]] if change else []
        if self.laid.declares:
            parts.append(say("announce_declares"))
        elif self.measure is Measure.PENALTY:
            parts.append(say("announce_points", n=self.laid.points))
        else:
            parts.append(say("announce_score", n=with_minus(self.laid.score)))
        return " ".join(parts)

    # ---- trays ---------------------------------------------------------------------------------
    def tray(self, at: int, ids: Sequence[int], group: Group | None) -> dict:
        """One group of two or more cards."""
        cards = [self.layout.cards[card] for card in ids]
        shown = group is not None and not self.veiled
        kind = group.kind if shown else Kind.INVALID
        stands = stand_ins(group, cards) if shown else [None] * len(cards)
        where = say("card_where", n=at + 1)
        drawn = [self.card(ids[i], where, stands[i]) for i in in_order(cards, kind, stands)]
        word = say(f"kind_{kind}") if shown else ""
        reasons = self.sentences(group.reasons) if shown else []
        cost, cost_tone = self.tray_cost(cards, group) if shown else ("", "")
        told = [*(_CITATION.sub("", line) for line in reasons), f"{cost[:1].upper()}{cost[1:]}." if cost else ""]
        extra = " ".join(filter(None, told)) if shown else ""
        return {
            "index": at,
            "key": f"{min(ids)}",
            "cards": drawn,
            "kind": str(kind) if shown else "",
            "icon": str(kind) if shown else "loose",
            "word": word,
            "tone": TONES[kind] if shown else "veiled",
            "reasons": reasons,
            "cost": cost,
            "cost_tone": cost_tone,
            "label": say("tray_label", n=at + 1, word=word, cards=len(cards), extra=extra).strip(),
        }

    def tray_cost(self, cards: Sequence[Card], group: Group) -> tuple[str, str]:
        """What a group adds to the figure under the level that holds."""
        if self.tier is None:
            return "", ""
        tier, _ = self.tier
        value = sum(self.points(card) for card in cards)
        if tier.flat is not None:
            return "", ""
        if self.measure is not Measure.PENALTY:
            if group.kind in tier.exempt:
                scoring = self.session.rulebook.scoring
                shown = [stand or card for card, stand in zip(cards, stand_ins(group, cards), strict=True)]
                return say("earns", n=f"+{sum(scoring.card_points(card) for card in shown)}"), "good"
            return say("earns", n=f"−{value}"), "bad"
        if group.kind in tier.exempt or value == 0:
            return say("free"), "good"
        return say("counts", n=value), "bad"

    def loose(self) -> dict:
        """The loose cards, sorted as chosen."""
        ids = sorted(self.layout.loose, key=self._sort_key)
        discard = None if self.laid is None or self.veiled else self.laid.discard
        drawn, thrown = [], False
        total = 0
        for one in ids:
            card = self.layout.cards[one]
            is_discard = card == discard and not thrown
            thrown = thrown or is_discard
            view = self.card(one, say("card_loose"), None)
            value = self.points(card)
            if not is_discard:
                total += value
            if is_discard:
                view["discard"] = True
                view["name"] += f", {say('card_discard')}"
            elif not self.veiled and self.tier and self.tier[0].flat is None:
                view["cost"] = str(value)
                view["name"] += f", {say('card_points', n=value)}"
            drawn.append(view)
        counted = self.tier is not None and self.tier[0].flat is None and not self.veiled
        cost = (say("loose_cost", n=total) if total else say("loose_free")) if counted and drawn else ""
        return {
            "cards": drawn,
            "label": say("loose_label", n=len(drawn)),
            "cost": cost,
            "cost_tone": "bad" if total else "good",
            "note": say("discard_note", card=pretty_card(discard)) if discard else "",
        }

    def _sort_key(self, one: int) -> tuple:
        card = self.layout.cards[one]
        if card.is_printed_joker:
            return (2, 0, 0, one)
        wild = card in self.wild
        suit, rank = divmod(card.index, 13)
        # alternate colours, spades hearts clubs diamonds, as people hold their cards
        suit = (0, 1, 3, 2)[suit]
        first, second = (suit, rank) if self.session.sort == "suit" else (rank, suit)
        return (1 if wild else 0, first, second, one)

    def card(self, one: int, where: str, stands: Card | None) -> dict:
        """One card of the table."""
        card = self.layout.cards[one]
        view = card_face(card)
        wild = (card in self.wild or (card.is_printed_joker and self.printed_wild)) and not self.failed
        words = [view["name"]]
        if stands is not None:
            words.append(say("card_stands", card=card_name(stands)))
        elif wild and not card.is_printed_joker:
            words.append(say("card_wild"))
        words.append(where)
        if one in self.moving:
            words.append(say("card_moves"))
        view.update(
            id=one,
            place=self.places[one],
            wild=wild,
            moving=one in self.moving,
            stands=None if stands is None else card_face(stands),
            name=", ".join(words),
        )
        return view


def figure_of(verdict: object, measure: Measure) -> tuple[str, str]:
    """The figure of a verdict and its unit."""
    if measure is Measure.PENALTY:
        points = verdict.points
        return str(points), say("point" if points == 1 else "points")
    return with_minus(verdict.score), say("point" if abs(verdict.score) == 1 else "points")


def why_no_figure(session: Session) -> str:
    """Why the rulebook cannot judge the hand, and what to do about it."""
    book, cards = session.rulebook, session.state.layout.cards
    jokers = sum(card.is_printed_joker for card in cards)
    if jokers and not book.table.pack_for(session.state.players).printed_jokers:
        return say("no_printed", name=book.title, n=jokers)
    return str(session.result)


assert set(TONES) == set(Kind) and set(MELDS) <= set(TONES)
