"""The state of a table as a query string, and reading one that may be broken or hostile."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from ..cards import MAX_HAND, Card, CardError, Hand
from ..rulebooks import RULEBOOKS, get_rulebook
from ..rules import RuleError
from .state import Layout, State
from .texts import say

MAX_LINK = 4000  # characters; the longest honest link has some 200
_UNKNOWN = "none"
_SHOWN_WORDS = 4
_MAX_SEEN = 200  # the largest pack holds 162 cards


def write_link(state: State) -> str:
    """The query string that opens this table.

    Example:
        >>> from rummy_tutor.cards import Hand
        >>> write_link(State(layout=Layout.of_hand(Hand.parse("2H 3H 4H | KS")), rulebook="adgaming-13"))
        '?hand=2H+3H+4H+%7C+KS&rules=adgaming-13&players=4'
    """
    fields = {"hand": str(state.layout.plain_hand()), "rules": state.rulebook}
    if state.turned is not None:
        fields["turned"] = str(state.turned)
    fields["players"] = str(state.players)
    if state.options:
        fields["options"] = ",".join(state.options)
    if state.seen:
        fields["seen"] = ",".join(map(str, state.seen))
    if state.open is not None:
        fields["open"] = str(state.open)
    return "?" + urlencode(fields, safe=",")


def write_view(classroom: bool) -> str:
    """What a link adds for the classroom; a page opened from it keeps its answers hidden."""
    return "&view=class" if classroom else ""


def read_view(search: object) -> bool:
    """Whether a link asks for the classroom."""
    return isinstance(search, str) and bool(re.search(r"[?&]view=class(&|$)", search[:MAX_LINK]))


def read_link(search: object, before: State, *, is_welcome: bool = False) -> tuple[State, tuple[str, ...]]:
    """Read a query string as far as it can be read.

    Args:
        search: the query string, with or without its question mark.
        before: what holds for every part the link does not name or that cannot be read.
        is_welcome: whether ``before`` is the welcome hand, for the wording of messages.

    Returns:
        The state, and a message for everything that was left out. Nothing is raised.
    """
    kept = say("what_welcome" if is_welcome else "what_before")
    if not isinstance(search, str) or len(search) > MAX_LINK:
        return before, (say("link_too_long", what=kept),)
    try:
        fields = dict(parse_qsl(search.lstrip("?"), keep_blank_values=True, max_num_fields=50))
    except ValueError:
        return before, (say("link_too_long", what=kept),)
    notes: list[str] = []
    state = before
    if fields.get("hand"):
        layout = _read_hand(fields["hand"], notes, kept)
        if layout is not None:
            state = replace(state, layout=layout, turned=None, options=(), seen=(), open=None)
    state = _read_seen(fields, _read_table(fields, state, notes), notes)
    return state, tuple(notes)


def _read_hand(text: str, notes: list[str], kept: str) -> Layout | None:
    """The cards of a link; what is no card is left out and named."""
    words = re.findall(r"[^\s,|]+", text)
    if len(words) > MAX_HAND:
        notes.append(say("link_hand_long", n=len(words), most=MAX_HAND, what=kept))
        return None
    groups: list[list[Card]] = [[]]
    bad: list[str] = []
    for word in re.findall(r"\||[^\s,|]+", text):
        if word == "|":
            groups.append([])
            continue
        try:
            groups[-1].append(Card.parse(word))
        except CardError:
            bad.append(word[:12])
    if bad:
        words = ", ".join(bad[:_SHOWN_WORDS]) + (" …" if len(bad) > _SHOWN_WORDS else "")
        if any(groups):
            notes.append(say("link_hand_some", words=words))
    filled = [group for group in groups if group]
    if not filled:
        notes.append(say("link_hand_none", what=kept))
        return None
    if "|" not in text:
        return Layout.of_hand(Hand(tuple(filled[0])))
    return Layout.of_hand(Hand.of_groups(filled))


def _read_table(fields: dict[str, str], state: State, notes: list[str]) -> State:
    """Rulebook, turned card, players and options of a link."""
    key = fields.get("rules")
    if key is not None and key in RULEBOOKS:
        if key != state.rulebook:
            state = replace(state, rulebook=key, options=())
    elif key:
        notes.append(say("link_rulebook", word=key[:20], name=RULEBOOKS[state.rulebook].title))
    turned = fields.get("turned")
    if turned is not None:
        try:
            state = replace(state, turned=None if turned in ("", _UNKNOWN) else Card.parse(turned))
        except CardError:
            notes.append(say("link_turned", word=turned[:12]))
    if fields.get("options"):
        wanted = fields["options"].split(",")[:10]
        known, unknown = [], []
        for name in wanted:
            try:
                get_rulebook(state.rulebook, [*known, name])
                known.append(name)
            except RuleError:
                unknown.append(name[:20])
        if unknown:
            notes.append(say("link_options", words=", ".join(unknown)))
        state = replace(state, options=tuple(dict.fromkeys(known)))
    least, most = RULEBOOKS[state.rulebook].table.players
    text = fields.get("players")
    count = int(text) if text and re.fullmatch(r"[0-9]{1,3}", text) else None
    if text is not None:
        fitting = min(max(count if count is not None else state.players, least), most)
        if fitting != count:
            notes.append(say("link_players", word=text[:8], n=fitting))
        state = replace(state, players=fitting)
    return replace(state, players=min(max(state.players, least), most))


def _read_seen(fields: dict[str, str], state: State, notes: list[str]) -> State:
    """The cards marked as seen and the open card of a link; what is no card is left out and named."""
    bad: list[str] = []

    def read(words: list[str]) -> list[Card]:
        cards = []
        for word in words:
            try:
                cards.append(Card.parse(word))
            except CardError:
                bad.append(word[:12])
        return cards

    if fields.get("seen"):
        words = re.findall(r"[^\s,]+", fields["seen"])
        bad += words[_MAX_SEEN:]
        state = replace(state, seen=tuple(read(words[:_MAX_SEEN])))
    if fields.get("open"):
        state = replace(state, open=next(iter(read([fields["open"]])), None))
    if bad:
        words = ", ".join(word[:12] for word in bad[:_SHOWN_WORDS]) + (" …" if len(bad) > _SHOWN_WORDS else "")
        notes.append(say("link_seen", words=words))
    return state


def draw_qr(text: str) -> list[str]:
    """A QR code as rows of ones and zeros, without a border.

    Raises:
        ValueError: the text is too long for a code.
    """
    import segno

    if len(text) > 1500:
        raise ValueError("too long for a QR code")
    code = segno.make(text, error="l", micro=False)
    return ["".join("1" if cell else "0" for cell in row) for row in code.matrix]
