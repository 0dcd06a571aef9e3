"""The state of a table as a query string, and reading one that may be broken or hostile."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from ...game.cards import MAX_HAND, Card, CardError, Hand
from ...game.messages import Items, Message, tell_later
from ...game.rules import Rulebook, RuleError
from ...rulebooks import get_rulebook
from ..asking import MODES, WITH_TABLE
from ..own_books import FIELD, write_own
from ..session import Session
from ..state import Layout, State

MAX_LINK = 4000  # characters; the longest honest link has some 200
_UNKNOWN = "none"
_SHOWN_WORDS = 4
_MAX_NAME = 60  # characters of what an address names on a screen
_MAX_NAMES = {"list": 3100, "home": 3100, "record": 3100}  # and of what is longer
_MAX_SEEN = 200  # the largest pack holds 162 cards


def link_of(session: Session) -> str:
    """The query string that opens what a session shows: its table, or the screen of a mode without one."""
    state, view = session.state, write_view(session.classroom)
    own = session.own.get(state.rulebook)
    if session.mode in WITH_TABLE:  # that of the analysis is the link of the table alone
        return write_link(state, own) + (f"&mode={session.mode}" if session.mode != WITH_TABLE[0] else "") + view
    fields = {"mode": session.mode, **session.named_on(session.mode), "rules": state.rulebook}
    if state.options:
        fields["options"] = ",".join(state.options)
    if own is not None:
        fields[FIELD] = write_own(own)
    return "?" + urlencode(fields, safe=",") + view


def read_mode(search: object) -> tuple[str, dict[str, str]]:
    """The mode that a query string names, empty if it names none, and what it names on that screen."""
    if not isinstance(search, str) or len(search) > MAX_LINK:
        return "", {}
    try:
        fields = dict(parse_qsl(search.lstrip("?"), max_num_fields=50))
    except ValueError:
        return "", {}
    mode = fields.get("mode", "")
    if mode not in MODES:
        return "", {}
    return mode, {name: fields[name][: _MAX_NAMES.get(name, _MAX_NAME)] for name in MODES[mode] if name in fields}


def write_link(state: State, own: Rulebook | None = None) -> str:
    """The query string that opens this table.

    Args:
        state: the table.
        own: its rulebook, if that is one of the user's own.

    Example:
        >>> from rummy_tutor.game import Hand
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
    if own is not None:
        fields[FIELD] = write_own(own)
    return "?" + urlencode(fields, safe=",")


def write_view(classroom: bool) -> str:
    """What a link adds for the classroom; a page opened from it keeps its answers hidden."""
    return "&view=class" if classroom else ""


def read_view(search: object) -> bool:
    """Whether a link asks for the classroom."""
    return isinstance(search, str) and bool(re.search(r"[?&]view=class(&|$)", search[:MAX_LINK]))


def names_game(search: object) -> bool:
    """Whether a link names a game."""
    return isinstance(search, str) and bool(re.search(rf"[?&](rules|{FIELD})=.", search[:MAX_LINK]))


def names_hand(search: object) -> bool:
    """Whether a link names a hand."""
    return isinstance(search, str) and bool(re.search(r"[?&]hand=.", search[:MAX_LINK]))


def read_link(
    search: object, before: State, *, books: Mapping[str, Rulebook], is_welcome: bool = False
) -> tuple[State, tuple[Message, ...]]:
    """Read a query string as far as it can be read.

    Args:
        search: the query string, with or without its question mark.
        before: what holds for every part the link does not name or that cannot be read.
        books: the rulebooks there are, by their keys.
        is_welcome: whether ``before`` is the welcome hand, for the wording of messages.

    Returns:
        The state, and a message for everything that was left out. Nothing is raised.
    """
    kept = tell_later("page.what_welcome" if is_welcome else "page.what_before")
    if not isinstance(search, str) or len(search) > MAX_LINK:
        return before, (tell_later("page.link_too_long", kept=kept),)
    try:
        fields = dict(parse_qsl(search.lstrip("?"), keep_blank_values=True, max_num_fields=50))
    except ValueError:
        return before, (tell_later("page.link_too_long", kept=kept),)
    notes: list[Message] = []
    state = before
    if fields.get("hand"):
        layout = _read_hand(fields["hand"], notes, kept)
        if layout is not None:
            state = replace(state, layout=layout, turned=None, options=(), seen=(), open=None)
    state = _read_seen(fields, _read_table(fields, state, notes, books), notes)
    return state, tuple(notes)


def _read_hand(text: str, notes: list[Message], kept: Message) -> Layout | None:
    """The cards of a link; what is no card is left out and named."""
    words = re.findall(r"[^\s,|]+", text)
    if len(words) > MAX_HAND:
        notes.append(tell_later("page.link_hand_long", n=len(words), most=MAX_HAND, kept=kept))
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
        if any(groups):
            notes.append(tell_later("page.link_hand_some", words=_name_words(bad)))
    filled = [group for group in groups if group]
    if not filled:
        notes.append(tell_later("page.link_hand_none", kept=kept))
        return None
    if "|" not in text:
        return Layout.of_hand(Hand(tuple(filled[0])))
    return Layout.of_hand(Hand.of_groups(filled))


def _name_words(words: Sequence[str]) -> Items:
    """What could not be read, as it came; of many words the first few."""
    more = ("…",) if len(words) > _SHOWN_WORDS else ()
    return Items((*words[:_SHOWN_WORDS], *more), "comma")


def _read_table(fields: dict[str, str], state: State, notes: list[Message], books: Mapping[str, Rulebook]) -> State:
    """Rulebook, turned card, players and options of a link."""
    key = fields.get("rules")
    if key is not None and key in books:
        if key != state.rulebook:
            state = replace(state, rulebook=key, options=())
    elif key:
        notes.append(tell_later("page.link_rulebook", word=key[:20], name=books[state.rulebook]))
    turned = fields.get("turned")
    if turned is not None:
        try:
            state = replace(state, turned=None if turned in ("", _UNKNOWN) else Card.parse(turned))
        except CardError:
            notes.append(tell_later("page.link_turned", word=turned[:12]))
    if fields.get("options"):
        wanted = fields["options"].split(",")[:10]
        known: list[str] = []
        unknown: list[str] = []
        for name in wanted:
            try:
                get_rulebook(state.rulebook, [*known, name])
                known.append(name)
            except RuleError:
                unknown.append(name[:20])
        if unknown:
            notes.append(tell_later("page.link_options", words=_name_words(unknown)))
        state = replace(state, options=tuple(dict.fromkeys(known)))
    table = books[state.rulebook].table
    text = fields.get("players")
    count = int(text) if text and re.fullmatch(r"[0-9]{1,3}", text) else None
    if text is not None:
        fitting = table.nearest(count if count is not None else state.players)
        if fitting != count:
            notes.append(tell_later("page.link_players", word=text[:8], n=fitting))
        state = replace(state, players=fitting)
    return replace(state, players=table.nearest(state.players))


def _read_seen(fields: dict[str, str], state: State, notes: list[Message]) -> State:
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
        seen = re.findall(r"[^\s,]+", fields["seen"])
        bad += seen[_MAX_SEEN:]
        state = replace(state, seen=tuple(read(seen[:_MAX_SEEN])))
    if fields.get("open"):
        state = replace(state, open=next(iter(read([fields["open"]])), None))
    if bad:
        notes.append(tell_later("page.link_seen", words=_name_words([word[:12] for word in bad])))
    return state
