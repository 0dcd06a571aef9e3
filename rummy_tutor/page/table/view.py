"""The view model of the table: everything the browser draws, already decided.

A view model is plain data. Texts in it are final; the browser adds nothing but layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict

from ...game.cards import PRINTED_JOKER, Card, Rank
from ...game.messages import Items, key_of, tell_later
from ...game.records import Arranged, Group, Reason
from ...game.rules import Kind, Measure, Rulebook, Tier
from ...game.table import set_table
from ...referee.melds import read_group
from ...wording.explain import explain, explain_points, find_other_reading
from ...wording.levels import find_tier
from ...wording.phrases import in_order, stand_ins, stand_names
from ...wording.speech import say, tell, tell_if, with_minus
from ..faces import (
    TONES,
    LineView,
    StandingFaceView,
    card_face,
    draw_lines,
    draw_stand,
    figure_of,
    in_list,
    pretty_card,
    tell_around,
    tell_stand,
    why_no_figure,
)
from ..session import Session
from ..worked_hands import find_preset
from .changes import describe_change

_LIMITS = ("floor", "doubled", "capped", "one-to-throw")
_SIZES = ("wrong-size", "no-loose-card")
_MARKED_FROM = 3  # the step of the answer that names the cards to move


class TableCardView(StandingFaceView):
    """A card that can be moved: its identity, its place in the link, and what it costs if it is loose."""

    id: int
    place: int
    moving: bool
    discard: NotRequired[bool]
    cost: NotRequired[str]


class TrayView(TypedDict):
    """A group of two or more cards, and what it adds to the figure."""

    index: int
    number: int
    key: str
    cards: list[TableCardView]
    icon: str
    word: str
    tone: str
    reasons: list[LineView]
    cost: str
    cost_tone: str
    label: str


class LooseView(TypedDict):
    """The loose cards; ``note`` tells which of them is counted as thrown."""

    cards: list[TableCardView]
    label: str
    cost: str
    cost_tone: str
    note: str
    wilds_last: bool
    has_wilds: bool


class WayOutView(TypedDict):
    """What can be done where the rulebook cannot judge the hand: an action of the table."""

    act: str
    label: str


class HeadlineView(TypedDict):
    """What the hand costs, its figure apart, and the level of points that says so."""

    lead: str
    figure: str
    unit: str
    tone: str
    sentence: str
    ways_out: list[WayOutView]


class CaptionView(TypedDict):
    """The line over the table; ``source`` is that of a worked hand."""

    text: str
    tone: str
    source: NotRequired[str]


class CardTableView(TypedDict):
    """The table; the headline is None while the verdict is hidden."""

    headline: HeadlineView | None
    caption: CaptionView
    trays: list[TrayView]
    loose: LooseView
    count: int
    sort: str
    can_undo: bool
    can_redo: bool
    reasons: list[LineView]
    size_note: str
    pack_note: str
    announce: str


def draw_table(session: Session) -> CardTableView:
    """The view model of the table."""
    return TableView(session).draw()


class TableView:
    """Draws the table of one session once."""

    def __init__(self, session: Session, numbers: Sequence[int] = (), words: Rulebook | None = None) -> None:
        """Look at a session.

        Args:
            session: the session.
            numbers: the numbers of the groups, where they are some of more groups; else they are counted.
            words: the rules that reasons may name, where a lesson has not told all of them; None for those of the game.
        """
        self.session = session
        self.numbers = numbers
        self.words = words or session.rulebook
        self.layout = session.state.layout
        self.result = session.result
        self.laid = None if self.result is None else self.result.arranged
        self.veiled = not session.revealed.verdict
        book = session.rulebook
        self.measure = book.scoring.measure
        marked = self.result is not None and session.revealed.wilds
        self.wild = set(book.wilds.types(session.state.turned)) if marked else set()
        self.printed_wild = book.wilds.printed and marked
        self.tier = self._tier()
        # cards that the revealed answer would move are marked on the table too
        marked = session.revealed.level >= _MARKED_FROM and session.is_better_known() and bool(self.layout.trays)
        answers = session.answers if marked else None
        self.moving = set() if answers is None else set(answers.moves_from(self.layout))
        # where each card stands in the link: its identity on a table opened from there
        self.places = {index: at for at, index in enumerate(index for group in self.layout.groups for index in group)}

    def explain(self) -> list[str]:
        """How the points as laid come about; nothing while the verdict is hidden."""
        return [] if self.result is None or self.veiled else list(explain_points(self.result))

    def _tier(self) -> tuple[Tier, Reason] | None:
        """The level of points that holds, from the reasons."""
        if self.laid is None:
            return None
        tier = find_tier(self.laid.reasons, self.session.rulebook)
        return None if tier is None else (tier, next(reason for reason in self.laid.reasons if reason.is_level))

    def points(self, card: Card) -> int:
        """Points of a card left loose."""
        wild = card in self.wild or (card.is_printed_joker and self.printed_wild)
        return self.session.rulebook.scoring.loose_points(card, wild)

    def draw(self) -> CardTableView:
        """The whole view model."""
        groups = [] if self.laid is None else list(self.laid.groups)
        trays = [self.tray(at, ids, groups[at] if groups else None) for at, ids in enumerate(self.layout.trays)]
        return {
            "headline": None if self.veiled else self.headline(),
            "caption": self.caption(),
            "trays": trays,
            "loose": self.loose(),
            "count": len(self.layout.cards),
            "sort": self.session.chosen.sort,
            "can_undo": bool(self.session.steps.past),
            "can_redo": bool(self.session.steps.future),
            "reasons": draw_lines(self.explain()),
            "size_note": self.size_note(),
            "pack_note": self.pack_note(),
            "announce": "" if self.veiled else self.announcement(trays),
        }

    def sentences(self, reasons: Iterable[Reason]) -> list[str]:
        """Reasons in words, without their sources."""
        return [explain(reason, self.words).text for reason in reasons]

    # ---- headline ------------------------------------------------------------------------------
    def headline(self) -> HeadlineView:
        """What the hand costs, and the level of points that says so."""
        if self.laid is None:
            return {
                "lead": tell("page.no_figure_lead"),
                "figure": "",
                "unit": "",
                "tone": "bad",
                "sentence": why_no_figure(self.session),
                "ways_out": self.ways_out(),
            }
        penalty, held = self.measure is Measure.PENALTY, len(self.layout.cards)
        if self.laid.declares:
            key, tone = "page.headline_declares" if penalty else "page.headline_declares_score", "good"
        else:
            key = "page.headline_costs" if penalty else "page.headline_scores"
            tone = "plain" if self.laid.points is None or self.laid.points < 40 else "bad"
        lead, figure, unit = tell_around(key, figure_of(self.laid))
        is_free = penalty and self.laid.points == 0 and not self.laid.declares
        throws = held == self.session.rulebook.deal + 1 and self.laid.discard is None
        sentences = [
            *tell_if("page.one_to_throw", throws, n=held),
            self.tier_sentence(),
            self.what_is_left(self.laid) if is_free else "",
        ]
        sentence = " ".join(filter(None, sentences))
        return {"lead": lead, "figure": figure, "unit": unit, "tone": tone, "sentence": sentence, "ways_out": []}

    def ways_out(self) -> list[WayOutView]:
        """What can be done where the rulebook cannot judge the hand."""
        jokers, past = self.layout.cards.count(PRINTED_JOKER), self.session.steps.past
        former = past[-1].rulebook if past else self.session.state.rulebook
        labels = {
            "drop_jokers": tell_if("page.drop_jokers", 0 < jokers < len(self.layout.cards), n=jokers),
            "undo": tell_if("page.back_to", former != self.session.state.rulebook, name=self.session.book(former)),
        }
        return [{"act": act, "label": label} for act, texts in labels.items() for label in texts]

    def what_is_left(self, laid: Arranged) -> str:
        """Why a hand that costs nothing does not declare: the cards that lie in no meld."""
        groups = [group for group in laid.groups if group.kind in (Kind.LOOSE, Kind.INVALID)]
        cards = [card for group in groups for card in group.cards]
        if laid.discard in cards:
            cards.remove(laid.discard)
        if not cards or self.size_note():
            return ""
        jokers = cards.count(PRINTED_JOKER)
        named = [pretty_card(card) for card in cards if card != PRINTED_JOKER]
        named += tell_if("page.the_printed_jokers", jokers, n=jokers)
        return tell("page.costs_nothing_but", cards=Items(tuple(named)), n=len(cards))

    def caption(self) -> CaptionView:
        """The line over the table: what the last move changed, else what the hand shows, else what to do."""
        change = describe_change(self.session)
        if change is not None:
            return {"text": change[0], "tone": change[1]}
        preset = find_preset(self.session.state)
        if preset is not None and preset.lies_in(self.layout):
            return {"text": preset.story, "tone": "story", "source": preset.source}
        return {"text": say(self.session.deal_note or tell_later("page.hint_first")), "tone": "story"}

    def tier_sentence(self) -> str:
        """What the hand lacks and the level that holds, in a line; citations are left to the full account."""
        if self.tier is None or self.laid is None:
            return ""
        at = self.laid.reasons.index(self.tier[1])
        limits = [reason for reason in self.laid.reasons[at + 1 :] if reason.code in _LIMITS]
        lacking = [reason for reason in self.laid.reasons[:at] if reason.code not in _SIZES]
        reasons = [*lacking[:2], self.tier[1], *limits]
        return " ".join(self.sentences(reasons))

    def size_note(self) -> str:
        """A line saying that the game deals another number of cards, or nothing."""
        book, held = self.session.rulebook, len(self.layout.cards)
        if self.result is None or held in (book.deal, book.deal + 1):
            return ""
        return tell("page.size_note", name=book, n=book.deal, held=held)

    def pack_note(self) -> str:
        """A line saying which cards the hand holds more often than the pack, or nothing."""
        notes = () if self.result is None else self.result.notes
        return " ".join(self.sentences(note for note in notes if note.code == "pack-surplus"))

    def announcement(self, trays: list[TrayView]) -> str:
        """What a screen reader hears after a change: the group last touched or what has changed, and the figure."""
        if self.laid is None:
            return why_no_figure(self.session)
        moved = set(self.session.last_move.touched)
        touched = next((at for at, ids in enumerate(self.layout.trays) if moved & set(ids)), None)
        change = describe_change(self.session) if touched is None and moved else None
        parts = [trays[touched]["label"]] if touched is not None else [change[0]] if change else []
        key = "page.announce_points" if self.measure is Measure.PENALTY else "page.announce_score"
        figure = tell("page.announce_declares" if self.laid.declares else key, n=figure_of(self.laid))
        return " ".join([*parts, figure])

    # ---- trays ---------------------------------------------------------------------------------
    def tray(self, at: int, ids: Sequence[int], group: Group | None) -> TrayView:
        """One group of two or more cards."""
        cards = [self.layout.cards[card] for card in ids]
        shown = None if self.veiled else group
        judged = shown or Group(tuple(cards), Kind.INVALID)  # of which nothing is said
        kind, names = judged.kind, stand_names(judged, cards)
        number = self.numbers[at] if self.numbers else at + 1
        where = tell("page.card_where", n=number)
        drawn = [self.card(ids[i], where, names[i]) for i in in_order(cards, kind, stand_ins(judged, cards))]
        cost, cost_tone, spoken = self.tray_cost(cards, shown) if shown else ("", "", "")
        label = "page.tray_label" if shown else "page.tray_label_hidden"
        also = None if self.result is None else find_other_reading(judged, self.result.deal)
        remarks = tell_if("page.tray_also", also, kind=tell_later(key_of("a-kind.", also or "")))
        sentences = [tell(label, group=number, kind=kind, n=len(cards)), *self.sentences(judged.reasons)]
        return {
            "index": at,
            "number": number,
            "key": f"{min(ids)}",
            "cards": drawn,
            "icon": str(kind) if shown else "loose",
            "word": tell(key_of("page.kind_", kind)) if shown else "",
            "tone": TONES[kind] if shown else "veiled",
            "reasons": draw_lines([*(explain(reason, self.words) for reason in judged.reasons), *remarks]),
            "cost": cost,
            "cost_tone": cost_tone,
            "label": " ".join(filter(None, [*sentences, *remarks, spoken])),
        }

    def tray_cost(self, cards: Sequence[Card], group: Group) -> tuple[str, str, str]:
        """What a group adds to the figure under the level that holds: a label, its tone, and a sentence."""
        if self.tier is None or self.tier[0].flat is not None:
            return "", "", ""
        tier, _ = self.tier
        is_exempt, penalty = group.kind in tier.exempt, self.measure is Measure.PENALTY
        if is_exempt and not penalty:
            stands = stand_ins(group, cards)
            shown = [stands[i] or cards[i] for i in in_order(cards, group.kind, stands)]
            worth = self.session.rulebook.scoring.worth(shown, group.kind)
            return tell("page.gains", n=worth), "good", tell("page.tray_earns", n=worth)
        value = 0 if is_exempt else sum(self.points(card) for card in cards)
        tone = "bad" if value or not penalty else "good"
        return tell("page.counts", n=value if penalty else -value), tone, tell("page.tray_counts", n=value)

    def loose(self) -> LooseView:
        """The loose cards, sorted as chosen."""
        ids = sorted(self.layout.loose, key=self._sort_key)
        spare = None if self.laid is None or self.veiled else self.laid.discard
        is_named = bool(self.layout.trays)  # before anything is grouped the player is to find out which one goes
        drawn, total, thrown = [], 0, False
        sign = 1 if self.measure is Measure.PENALTY else -1  # where melds earn points, those of loose cards are lost
        counted = self.tier is not None and self.tier[0].flat is None and not self.veiled
        for index in ids:
            card, view = self.layout.cards[index], self.card(index, tell("page.card_loose"), None)
            goes = card == spare and not thrown
            thrown = thrown or goes
            total += 0 if goes else self.points(card)
            if goes and is_named:
                view["discard"] = True
                view["name"] = in_list(view["name"], tell("page.card_discard"))
            elif counted:
                view["cost"] = with_minus(self.points(card) * sign)
                view["name"] = in_list(view["name"], tell("page.card_points", n=self.points(card)))
            drawn.append(view)
        cost = tell("page.counts", n=total * sign) if counted and drawn else ""
        return {
            "cards": drawn,
            "label": tell("page.loose_label", n=len(drawn)),
            "cost": cost,
            "cost_tone": "bad" if total else "good",
            "note": self.discard_note(spare, is_named=is_named) if spare else "",
            "wilds_last": self.session.chosen.wilds_last,
            "has_wilds": any(self.layout.cards[index] in self.wild for index in ids) and len(ids) > 1,
        }

    def discard_note(self, discard: Card, *, is_named: bool) -> str:
        """That one card is thrown; if it is named, which one and why: also where it would lengthen a meld."""
        if not is_named:
            return tell("page.discard_any")
        state, n = self.session.state, len(self.layout.cards)
        deal = set_table(self.session.rulebook, state.turned, state.players)
        groups = [] if self.laid is None else self.laid.groups[: len(self.layout.trays)]
        for at, group in enumerate(groups):
            if group.kind is not Kind.INVALID and read_group((*group.cards, discard), deal):
                number = self.numbers[at] if self.numbers else at + 1
                return tell("page.discard_fits", card=pretty_card(discard), group=number, n=n)
        return tell("page.discard_note", card=pretty_card(discard), n=n)

    def _sort_key(self, index: int) -> tuple:
        card = self.layout.cards[index]
        if card.is_printed_joker:
            return (2, 0, 0, index)
        last = card in self.wild and self.session.chosen.wilds_last
        suit, rank = card.place
        first, second = (suit, rank) if self.session.chosen.sort == "suit" else (rank, suit)
        return (1 if last else 0, first, second, index)

    def card(self, index: int, where: str, stands: Card | Rank | None) -> TableCardView:
        """One card of the table."""
        card = self.layout.cards[index]
        face = card_face(card)
        wild = card in self.wild or (card.is_printed_joker and self.printed_wild)
        is_named = wild and stands is None and not card.is_printed_joker
        words = [
            face["name"],
            tell_stand(stands),
            *tell_if("page.card_wild", is_named),
            where,
            *tell_if("page.card_moves", index in self.moving),
        ]
        return {
            **face,
            "id": index,
            "place": self.places[index],
            "wild": wild,
            "moving": index in self.moving,
            "stands": draw_stand(stands),
            "name": in_list(*words),
        }
