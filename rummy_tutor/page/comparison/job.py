"""The verdicts of all rulebooks on the hand, worked out one by one and kept with the session."""

from __future__ import annotations

from collections.abc import Iterator

from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS
from ...study.analysis import Analysis
from ...study.compare import Comparison, compare
from ..session import Part, Session

_COMPARED = Part[tuple[tuple, Comparison]]()  # the comparison worked out last, and what it is about


def last_comparison(session: Session) -> Comparison | None:
    """The comparison worked out last, maybe of an earlier hand; None if there is none yet."""
    compared = _COMPARED.of(session)
    return None if compared is None else compared[1]


def is_pending(session: Session) -> bool:
    """Whether the cards on the table have not been compared yet."""
    compared = _COMPARED.of(session)
    return compared is None or compared[0] != _subject(session)


def _subject(session: Session) -> tuple:
    """What a comparison is about: groups, turned card, players, options and rulebooks; not that on the table."""
    state = session.state
    groups = tuple(tuple(state.layout.cards[card] for card in group) for group in state.layout.groups)
    return groups, state.turned, state.players, state.options, tuple(session.own.values())


def compare_in_steps(session: Session) -> Iterator[None]:
    """Work the verdicts out one by one, so that a click can be answered between two of them.

    Nothing is kept if the table changes on the way.
    """
    if not is_pending(session):
        return
    state, subject = session.state, _subject(session)
    offered = RULEBOOKS[state.rulebook].offers if state.rulebook in RULEBOOKS else ()
    options = tuple(option for option in state.options if option in offered)
    hand = state.layout.laid_hand()
    results: list[Analysis] = []
    books: tuple[Rulebook | str, ...] = (*RULEBOOKS, *session.own.values())
    for book in books:
        comparison = compare(hand, turned=state.turned, players=state.players, options=options, rulebooks=[book])
        results += comparison.results
        yield
        if subject != _subject(session):
            return
    _COMPARED.keep(session, (subject, Comparison(hand, state.turned, state.players, tuple(results))))


def chosen_pair(session: Session) -> tuple[str, str]:
    """The two rulebooks whose difference is explained.

    Unless chosen, that of the table and the first other one, if possible one that deals as many cards.
    """
    books = session.own.all
    if session.chosen.pair and books.keys() >= set(session.chosen.pair):
        return session.chosen.pair
    current = session.state.rulebook
    others = [key for key in books if key != current]
    alike = [key for key in others if books[key].deal == books[current].deal]
    return current, (alike or others)[0]
