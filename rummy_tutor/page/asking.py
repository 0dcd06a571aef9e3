"""What a browser may ask of the page: a screen by its mode, what a panel can do by its name, rules by a link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl

from ..game.messages import Message, tell_later
from ..game.rules import RuleError
from .own_books import FIELD, MOST, read_own
from .session import Session
from .state import MoveError

# the screens of the page in their order, and what the address names on each beside the table
MODES: Mapping[str, tuple[str, ...]] = {
    "learn": ("lesson", "show", "task"),
    "puzzles": ("puzzle",),
    "analyse": (),
    "round": (),
    "class": ("list",),
}
WITH_TABLE = ("analyse", "round")  # the screens whose address names the table


def pick_action(actions: Mapping[str, Callable[..., None]], values: Mapping) -> Callable[..., None]:
    """What a page asks of a panel, named by ``do``.

    Raises:
        MoveError: the panel has no such action.
    """
    action = actions.get(str(values.get("do")))
    if action is None:
        raise MoveError("bad_move")
    return action


def take_own(session: Session, search: object) -> tuple[str, tuple[Message, ...]]:
    """Keep the rulebook that a link brings, under a free key.

    Returns:
        Its key, empty if the link brings none that makes sense, and what is to be said of one that does not.
    """
    if not isinstance(search, str) or f"{FIELD}=" not in search:
        return "", ()
    try:
        fields = dict(parse_qsl(search.lstrip("?"), max_num_fields=50))
        book = read_own(fields.get(FIELD, "")[: MOST + 1])
    except (RuleError, ValueError) as error:
        why = error if isinstance(error, RuleError) else RuleError("bad-link:rulebook")
        return "", (tell_later("page.link_own", why=why),)
    return session.keep_free(book), ()
