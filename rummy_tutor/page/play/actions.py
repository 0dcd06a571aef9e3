"""What can be asked at the play table: deal a round, a move, take it back, help, another round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypedDict

from ...game.cards import Card
from ...game.rules import RuleError
from ...playing.bots import LEVELS, advise_move
from ...playing.game import Game, Sitter, name_bots
from ...playing.moves import Move
from ...rounds.documents import parse_json
from ...wording.speech import tell
from ..asking import Choice, NoValues, PlaceValues, take_place
from ..session import Session
from ..state import MoveError, check_move, take_known
from .help import HELP_STEPS
from .look import MODE, MOST_RECORD, Look, find_look, keep_look, open_look, prepare, read_code
from .past import choose_level, is_guided, list_past, note_end, recall_past
from .seated import Seated, find_seated, keep_seated, sit_down

_DEALS = 8  # tried for a hand that is worth playing
_SEEDS = 1_000_000_000
_FOR_BEGINNERS = LEVELS[:2]  # levels of players against whom a first round has its help open


class OpponentValues(TypedDict):
    """How many others play, and their level."""

    others: int
    level: str


class PlayMoveValues(TypedDict):
    """A move, as a record has it."""

    move: str


class GroupsValues(TypedDict):
    """The cards of each group of a hand; those in none are loose."""

    groups: list[list[str]]


class PlayRecordValues(TypedDict):
    """The text of a file that holds the record of a round; None for what is no text."""

    text: str | None


class RecallRoundsValues(TypedDict):
    """What the browser kept: the rounds looked at, how rounds ended, and the one under way; null where it kept none."""

    rounds: object
    ended: object
    now: object


class OwnMomentValues(TypedDict):
    """A mistake of the learner's own: the key of its round, and its number from 1."""

    key: str
    at: int


def _deal(session: Session, _: Seated | None, values: OpponentValues) -> Seated:
    """Deal a round of the learner's game; whose turn is first differs from round to round.

    A beginner's first rounds are dealt hands that are worth playing: leaving a round is not taught yet. Who chooses the
    hard levels knows the game.
    """
    book, others = session.rulebook, values["others"]
    least, most = book.table.players
    if values["level"] not in LEVELS or not max(1, least - 1) <= others < most:
        raise MoveError("bad_move")
    guided = is_guided(session, book.key) and values["level"] in _FOR_BEGINNERS
    first = random.randrange(_SEEDS)
    for seed in range(first, first + (_DEALS if guided else 1)):
        sitters = [Sitter(name, values["level"]) for name in name_bots(others)]
        sitters.insert(seed % (others + 1), Sitter(tell("play.you")))
        seated = Seated(sitters=tuple(sitters), seed=seed, played=Game(book, sitters, seed).go_on().played)
        if seated.is_mine and advise_move(seated.view).kind != "drop":
            break
    return replace(seated, help=int(guided), aided=guided, guided=guided)


# ---- at the table ----------------------------------------------------------------------------------------------
def _play(_: Session, seated: Seated, values: PlayMoveValues) -> Seated:
    """Make a move; a declaration that would fail is asked about first."""
    return seated.make(Move.parse(values["move"]))


def _declare(_: Session, seated: Seated, __: NoValues) -> Seated:
    """Make the declaration that was asked about."""
    return seated.make(Move("declare", take_known(seated.risky)), sure=True)


def _play_on(_: Session, seated: Seated, __: NoValues) -> Seated:
    """Leave a declaration that was asked about, and play on."""
    return replace(seated, risky=None)


def _take_back(_: Session, seated: Seated, __: NoValues) -> Seated:
    return seated.take_back()


def _group(_: Session, seated: Seated, __: NoValues) -> Seated:
    """Show the hand in its best groups; where it lies in them, by suit."""
    return replace(seated, grouped=seated.own or not seated.grouped, own=False)


def _lay(_: Session, seated: Seated, values: GroupsValues) -> Seated:
    """Lay the hand in groups of one's own, which stay until the best ones are asked for."""
    groups = tuple(tuple(map(Card.parse, group)) for group in values["groups"])
    check_move(Counter(card for group in groups for card in group) <= Counter(seated.view.hand))
    return replace(seated, grouped=True, own=True, shown=groups)


def _help(_: Session, seated: Seated, __: NoValues) -> Seated:
    """A step more of help, in place of what was said of a refused move."""
    return replace(seated, move=None, ruling=None, help=min(HELP_STEPS, seated.help + 1), aided=True)


def _hide(_: Session, seated: Seated, __: NoValues) -> Seated:
    """Fold help away, which is no longer open then."""
    return replace(seated, help=0, guided=False)


def _look(session: Session, seated: Seated, _: NoValues) -> Seated:
    """Look at the round that has ended."""
    check_move(seated.is_over)
    open_look(session, seated.game.to_dict(), own=True, aided=seated.aided)
    return seated


# ---- from round to round ---------------------------------------------------------------------------------------


def _again(session: Session, seated: Seated | None, __: NoValues) -> Seated | None:
    """Another round with as many players, as good as the last rounds ask for; after somebody else's they are chosen."""
    if seated is None:
        return None
    level = choose_level(session, session.rulebook.key, seated.level)
    least, most = session.rulebook.table.players
    others = min(max(len(seated.sitters) - 1, least - 1, 1), most - 1)
    return _deal(session, None, {"others": others, "level": level})


def _leave(_: Session, __: Seated | None, ___: NoValues) -> None:
    """Get up from the table; the round is given up."""


def _put_away(_: Session, seated: Seated | None, __: NoValues) -> Seated | None:
    """Make room for another game: a round that has ended goes from the table, one under way stays."""
    return seated if seated is None or not seated.is_over else None


def _recall(session: Session, seated: Seated | None, values: RecallRoundsValues) -> Seated | None:
    """Take up what the browser kept; a round under way only where no other one is shown."""
    recall_past(session, values["rounds"], values["ended"])
    return seated if seated is not None or find_look(session) is not None else sit_down(values["now"])


def _own_moment(session: Session, seated: Seated | None, values: OwnMomentValues) -> Seated | None:
    """Try a mistake of one's own again, as a puzzle."""
    past = take_known(list_past(session).get(values["key"]))
    check_move(0 < values["at"] <= len(past["turns"]))
    session.show(MODE)
    open_look(session, take_known(read_code(past["code"])), at=values["at"])
    return seated


def _open_record(session: Session, seated: Seated | None, values: PlayRecordValues) -> Seated | None:
    """Look at the round of a file; its moves are played again as it is looked at."""
    text = values["text"]
    if text is None or len(text) > MOST_RECORD:
        raise RuleError("file-too-long:characters", most=MOST_RECORD)
    open_look(session, parse_json(text.removeprefix("\ufeff")))
    return seated


# ---- looking back ----------------------------------------------------------------------------------------------
def _look_at(session: Session, look: Look, values: PlaceValues) -> Look:
    """Go to the whole round, or to a mistake by its number from 1."""
    return look.go_to(take_place(values, len(take_known(look.looked).moments) + 1))


def _step(_: Session, look: Look, values: PlaceValues) -> Look:
    """Show the table after a number of moves of the round."""
    return replace(look.go_to(look.at), step=take_place(values, take_known(look.looked).steps + 1))


def _try(session: Session, look: Look, _: NoValues) -> Look:
    """Make the move anew; what was tried is forgotten."""
    check_move(look.moment is not None)
    prepare(session)
    return replace(look, trying=True, tried=None)


def _try_move(_: Session, look: Look, values: PlayMoveValues) -> Look:
    """Try a move at the mistake that is shown."""
    check_move(look.moment is not None and look.trying)
    return look.try_move(Move.parse(values["move"]))


def _show(_: Session, look: Look, __: NoValues) -> Look:
    """Show what was better, and try no longer."""
    return replace(look, trying=False, tried=None)


def _close(_: Session, __: Look, ___: NoValues) -> None:
    """Back to where one came from."""


def _act(session: Session, action: Callable[[Session, Any, Any], Any], values: Any) -> None:
    """Do it at the table, or in the look back at it, and keep what comes of it."""
    if action in _LOOKS:
        keep_look(session, action(session, take_known(find_look(session)), values))
        return
    before = find_seated(session)
    seated = action(session, take_known(before) if action in _AT_TABLE else before, values)
    if seated is not None and before is not None and seated.key == before.key and not seated.own:
        seated = replace(seated, shown=before.melds)  # no group lies otherwise that need not
    keep_seated(session, seated)
    if seated is not None:
        note_end(session, seated.key, seated.ended)
        if seated.is_over:
            prepare(session)
    if action in (_again, _leave, _put_away):
        keep_look(session, None)


_AT_TABLE = (_play, _declare, _play_on, _take_back, _group, _lay, _help, _hide, _look)
_LOOKS = (_look_at, _step, _try, _try_move, _show, _close)  # what is done in the look back
_ACTS: Mapping[str, Callable[[Session, Any, Any], Seated | Look | None]] = {
    "deal": _deal,
    "play": _play,
    "declare": _declare,
    "play_on": _play_on,
    "take_back": _take_back,
    "group": _group,
    "lay": _lay,
    "help": _help,
    "hide": _hide,
    "again": _again,
    "leave": _leave,
    "put_away": _put_away,
    "look": _look,
    "recall": _recall,
    "own_moment": _own_moment,
    "open_record": _open_record,
    "look_at": _look_at,
    "step": _step,
    "try": _try,
    "try_move": _try_move,
    "show": _show,
    "close": _close,
}
ACTIONS = {"play": Choice(_act, _ACTS)}
