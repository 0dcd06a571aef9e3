"""A visitor of the whole page: a session of their own, the panels, and what their browser is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...front import panel_files
from ...game.cards import Card, Hand
from ...page.feed import Feed
from ...page.panels import PANELS, pick_panels
from ...page.session import Session
from ...page.worked_hands import welcome_to
from ...tutor.lessons import find_first_game
from ...wording.speech import current_language

if TYPE_CHECKING:  # a visitor alone needs no tasks
    from ...page.classroom.questions import Question

Put = Callable[[Mapping[str, Any]], None]


class Visit:
    """The page of one visitor.

    Args:
        put: takes values by name, as ``Outbox.put`` does.
    """

    def __init__(self, put: Put) -> None:
        welcome = welcome_to(find_first_game())  # one game on every screen
        self.session = Session(welcome.layout.plain_hand(), welcome.rulebook, welcome.turned, welcome.players)
        self._feed = Feed(self.session, PANELS, panel_files, put, is_page=True)
        put({name: {} for panel in PANELS for name in panel.views})  # those of other screens are drawn when opened
        put({"panels": self._feed.describe(), "parts": {}, "reply": {"view": "", "seq": 0}, "fonts": []})
        self._feed.draw()
        self.session.listen(self._feed.draw)

    def receive(self, message: Mapping[str, Any]) -> None:
        """Take one message of the browser."""
        self._feed.receive(message)

    def stop(self) -> None:
        """Work no further on slow answers."""
        self._feed.stop()


class TaskTable:
    """The card table on which a student lays out the cards of a task, in the language in force; it tells no answer.

    Args:
        question: what is asked.
        put: takes values by name.
        laid: the groups in which the cards lie; None for those of the question.
    """

    _ALLOWED = frozenset({*pick_panels("table")[0].code.actions, "ping", "dismiss"}) - {"drop_jokers"}

    def __init__(self, question: Question, put: Put, laid: Sequence[Sequence[str]] | None = None) -> None:
        groups = question.groups if laid is None else tuple(tuple(map(Card.parse, group)) for group in laid)
        hand = Hand.of_groups(groups) if len(groups) > 1 else Hand(groups[0])
        self.session = Session(hand, question.rulebook, question.turned, question.players)
        self.session.set_classroom(True)
        self.session.language = current_language()
        self._feed = Feed(self.session, pick_panels("table"), panel_files, put, is_page=False)
        self._feed.draw()
        self.session.listen(self._feed.draw)

    def receive(self, message: Mapping[str, Any]) -> None:
        """Take one message of the browser; what is not about moving cards does nothing."""
        allowed = message.get("type") in self._ALLOWED
        self._feed.receive(message if allowed else {**message, "type": "ping"})

    @property
    def groups(self) -> list[list[str]]:
        """The groups as they lie, a loose card as a group of one."""
        hand = self.session.state.layout.laid_hand()
        return [[str(card) for card in group] for group in hand.groups or ()]

    def close(self) -> None:
        """Draw no more."""
        self._feed.stop()
        self.session.forget(self._feed.draw)
