"""Drawing panels, each for itself: one that fails says so in its own place, and the others go on."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

from ..wording.speech import tell
from .panels import Panel
from .session import SaidView, Session
from .slow import Slow

_LOG = logging.getLogger(__name__)
_STEP = 0.001  # seconds between two pieces of slow work, so that a click is answered first

Views = dict[str, Mapping[str, Any]]


class FailedView(TypedDict):
    """What stands in the place of a panel that could not be drawn."""

    failed: str


class NoProblem(TypedDict):
    """Nothing: all is well."""


def draw(panels: Sequence[Panel], session: Session) -> Views:
    """The view models of panels by name, slow answers as far as they are known; a failure as the message about it."""
    views: Views = {}
    with session.speaking():
        for panel in panels:
            try:
                views |= {name: make(session) for name, make in panel.views.items()}
            except Exception as error:  # whatever it is, the page goes on
                views[panel.key] = _failed(panel, error, session)
    return views


def _failed(panel: Panel, error: Exception, session: Session) -> FailedView:
    _LOG.error("the panel %s failed", panel.key, exc_info=error)
    with session.speaking():
        return {"failed": tell("page.panel_failed", code=type(error).__name__)}


def draw_problem(session: Session) -> SaidView | NoProblem:
    """What could not be done; empty if all is well."""
    if session.problem is None:
        return {}
    with session.speaking():
        return session.problem.draw()


def _slow_of(panel: Panel, session: Session) -> Slow | None:
    code = panel.open_code(session)
    return None if code is None else code.slow


def is_pending(panels: Sequence[Panel], session: Session) -> bool:
    """Whether there is something for ``work_out`` to do."""
    try:
        return any(slow.is_pending(session) for panel in panels if (slow := _slow_of(panel, session)))
    except Exception:
        return True  # it is found again there, logged and told


def work_out(panels: Sequence[Panel], session: Session) -> Iterator[tuple[float, Views]]:
    """Work the slow answers of panels out, in their order.

    Gives, after each piece, the seconds to wait before the next one, and the view models that have changed.
    """
    for panel in panels:
        try:
            slow = _slow_of(panel, session)
            if slow is None or not slow.is_pending(session):
                continue
            for pause in slow.steps(session):
                drawn = draw([panel], session) if pause is not None and pause.draw else {}
                yield _STEP if pause is None else pause.seconds, drawn
            moved = [panel for panel in panels if slow.moves and panel.key == "shell"]
            yield _STEP, draw([panel, *moved], session)
        except Exception as error:
            yield _STEP, {panel.key: _failed(panel, error, session)}
