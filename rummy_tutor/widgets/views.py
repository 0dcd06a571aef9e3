"""View models of the table and of the best grouping: everything the browser draws, already decided.

A view model is plain data. Texts in it are final; the browser adds nothing but layout.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ..cards import Card
from ..explain import explain, explain_points
from ..rules import MELDS, SEQUENCES, Kind, Measure
from ..scoring import Arranged, Group
from .session import REVEAL_STEPS, Session
from .texts import RANK_NAMES, SUIT_NAMES, say

_TONES = {
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
_LIMITS = ("floor", "doubled", "capped")
_SIZES = ("wrong-size", "no-loose-card")


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
        return {"rank": "", "suit": None, "printed": True, "name": card_name(card)}
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
            }
        figure, unit = figure_of(self.laid, self.measure)
        sentence = self.tier_sentence()
        if self.laid.declares:
            lead, tone = say("declares_lead"), "good"
        else:
            lead = say("cost_lead" if self.measure is Measure.PENALTY else "score_lead")
            tone = "plain" if self.laid.points is None or self.laid.points < 40 else "bad"
        return {"lead": lead, "figure": figure, "unit": unit, "tone": tone, "sentence": sentence}

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
        """What a screen reader hears after a change: the group last touched, and the figure."""
        if self.laid is None:
            return why_no_figure(self.session)
        touched = next((at for at, ids in enumerate(self.layout.trays) if set(ids) & set(self.session.touched)), None)
        parts = [] if touched is None else [trays[touched]["label"]]
        if self.laid.declares:
            parts.append(say("announce_declares"))
        elif self.measure is Measure.PENALTY:
            parts.append(say("announce_points", n=self.laid.points))
        else:
            parts.append(say("announce_score", n=self.laid.score))
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
        extra = ". ".join([*reasons, cost]) if shown else ""
        return {
            "index": at,
            "key": f"{min(ids)}",
            "cards": drawn,
            "kind": str(kind) if shown else "",
            "icon": str(kind) if shown else "loose",
            "word": word,
            "tone": _TONES[kind] if shown else "veiled",
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
        view.update(
            id=one,
            place=self.places[one],
            wild=wild,
            stands=None if stands is None else card_face(stands),
            name=", ".join(words),
        )
        return view


def figure_of(verdict: object, measure: Measure) -> tuple[str, str]:
    """The figure of a verdict and its unit."""
    if measure is Measure.PENALTY:
        points = verdict.points
        return str(points), say("point" if points == 1 else "points")
    return signed(verdict.score), say("point" if abs(verdict.score) == 1 else "points")


def why_no_figure(session: Session) -> str:
    """Why the rulebook cannot judge the hand, and what to do about it."""
    book, cards = session.rulebook, session.state.layout.cards
    jokers = sum(card.is_printed_joker for card in cards)
    if jokers and not book.table.pack_for(session.state.players).printed_jokers:
        return say("no_printed", name=book.title, n=jokers)
    return str(session.result)


def signed(number: int) -> str:
    """A number with a real minus sign."""
    return f"−{-number}" if number < 0 else str(number)


# ---- the best grouping -----------------------------------------------------------------------------
def draw_best(session: Session) -> dict:
    """The best grouping as far as it has been asked for; nothing of what is hidden leaves the kernel."""
    level = session.reveal
    view = {
        "level": level,
        "steps": REVEAL_STEPS,
        "next": say("best_ask") if level == 0 and not session.classroom else "",
        "lines": [],
        "moves": [],
        "groups": [],
        "loose": [],
        "discard": None,
        "unique": "",
        "reasons": [],
        "can_take": False,
        "can_show_all": level < REVEAL_STEPS and not session.classroom,
    }
    result = session.result
    if isinstance(result, ValueError):
        if level:
            view["lines"] = [say("best_failed", why=why_no_figure(session))]
            view["can_show_all"] = False
        return view
    if level == 0:
        return view
    laid, best = result.arranged, result.best
    better = session.is_better_known()
    first = (
        ("best_yes_declare" if best.declares and not laid.declares else "best_yes")
        if better
        else ("best_no_declare" if laid.declares else "best_no")
    )
    view["lines"].append(say(first))
    if not better and level < REVEAL_STEPS:
        view["steps"] = 1
        view["level"] = 1
        view["can_show_all"] = not session.classroom
        return view
    measure = session.rulebook.scoring.measure
    if level >= 2 and better:
        view["lines"].append(_points_line(laid, best, measure))
    moves = moving_cards(session)
    if level >= 3 and better:
        key = "best_moves_0" if not moves else "best_moves_1" if len(moves) == 1 else "best_moves_n"
        if len(moves) > 1 and not session.state.layout.trays:
            key = "best_moves_fresh"
        view["lines"].append(say(key, n=len(moves)))
        if level == 3:
            cards = [session.state.layout.cards[one] for one in moves]
            view["moves"] = [_plain(card, f"move-{at}") for at, card in enumerate(cards)]
    if level >= REVEAL_STEPS:
        view.update(_whole(session, moves))
    elif not session.classroom:
        view["next"] = say(("best_ask_points", "best_ask_moves", "best_ask_whole")[level - 1])
    return view


def _points_line(laid, best, measure: Measure) -> str:
    if measure is not Measure.PENALTY:
        return say("best_score", best=signed(best.score), laid=signed(laid.score))
    if best.declares and not laid.declares:
        if best.points == laid.points:
            return say("best_points_same", best=best.points)
        return say("best_points_declare", best=best.points, laid=laid.points)
    return say("best_points", best=best.points, laid=laid.points, saved=laid.points - best.points)


def _plain(card: Card, key: str, stands: Card | None = None, moved: bool = False) -> dict:
    name = card_name(card)
    if stands is not None:
        name = f"{name}, {say('card_stands', card=card_name(stands))}"
    face = card_face(card)
    face.update(key=key, stands=None if stands is None else card_face(stands), wild=False, moved=moved, name=name)
    return face


def _whole(session: Session, moves: Sequence[int]) -> dict:
    best = session.result.best
    # where nothing was grouped every card moves: marking them all would mark none
    moving = Counter(session.state.layout.cards[one] for one in moves if session.state.layout.trays)
    groups = []
    for at, group in enumerate(best.groups):
        stands = stand_ins(group, group.cards)
        order = in_order(group.cards, group.kind, stands)
        cards = []
        for i in order:
            moved = moving[group.cards[i]] > 0
            moving[group.cards[i]] -= moved
            cards.append(_plain(group.cards[i], f"{at}-{i}", stands[i], moved))
        groups.append(
            {"cards": cards, "icon": str(group.kind), "word": say(f"kind_{group.kind}"), "tone": _TONES[group.kind]}
        )
    another = session.another
    return {
        "groups": groups,
        "loose": [_plain(card, f"loose-{at}") for at, card in enumerate(best.loose)],
        "discard": None if best.discard is None else _plain(best.discard, "discard"),
        "unique": "" if another is None else say("best_another" if another else "best_only"),
        "reasons": list(explain_points(session.result, best=True)),
        "can_take": session.is_better_known() or not session.state.layout.trays,
        "next": "",
        "can_show_all": False,
    }


def moving_cards(session: Session) -> list[int]:
    """The fewest cards to move from the grouping laid out to the best one, by identity.

    Groups are paired by what they share, the largest overlap first; whatever is not in its pair moves.
    """
    layout = session.state.layout
    target = layout.arrange([group.cards for group in session.result.best.groups if len(group.cards) > 1])
    pairs = sorted(
        (
            (len(set(mine) & set(theirs)), a, b)
            for a, mine in enumerate(layout.trays)
            for b, theirs in enumerate(target.trays)
        ),
        key=lambda pair: (-pair[0], pair[1], pair[2]),
    )
    staying: set[int] = set(layout.loose) & set(target.loose)
    used_mine, used_theirs = set(), set()
    for shared, a, b in pairs:
        if shared and a not in used_mine and b not in used_theirs:
            used_mine.add(a)
            used_theirs.add(b)
            staying |= set(layout.trays[a]) & set(target.trays[b])
    return [one for one in range(len(layout.cards)) if one not in staying]


assert set(_TONES) == set(Kind) and set(MELDS) <= set(_TONES)
