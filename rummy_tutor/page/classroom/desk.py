"""What a teacher has at hand on the page: their lists, the one that is built, and the one before the class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...game.messages import TutorError
from ..faces import FileView, next_file
from ..session import Memory, Said, Session
from ..state import take_known
from .entries import ClassList, Entry
from .lists import MOST_ENTRIES, MOST_LISTS, ListError, read_kept, write_kept
from .part import DESK

NAMED = "list"  # what the address names on the screen


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What a teacher has at hand.

    Attributes:
        lists: their lists.
        recalled: whether the browser has told which lists it kept, so that it may keep what there is now.
        edited: the place of the list that is built; None if none is.
        running: the list that the class is shown; None if none is.
        at: the entry of it that is shown.
        came: the screen from which the lists were opened; empty if that is not known.
        said: what has to be said; None if nothing has.
        file: the file written last; None if none was. Its name is empty once the browser has it.
    """

    lists: tuple[ClassList, ...] = ()
    recalled: bool = False
    edited: int | None = None
    running: ClassList | None = None
    at: int = 0
    came: str = ""
    said: Said | None = None
    file: FileView | None = None

    def to_data(self) -> dict[str, object]:
        """The lists as the browser keeps them."""
        return write_kept(self.lists)

    @property
    def built(self) -> ClassList:
        """The list that is built.

        Raises:
            MoveError: none is.
        """
        return self.lists[take_known(self.edited)]

    def give(self, name: str, text: str) -> Desk:
        """The desk once a file has been written."""
        return replace(self, file=next_file(self.file, name, text))

    # ---- the list that is built ------------------------------------------------------------
    def change(self, entries: tuple[Entry, ...] | None = None, title: str | None = None) -> Desk:
        """The desk with the list that is built changed; a new one if none was.

        Raises:
            ListError: ``bad-list:long``: it would hold too many entries.
        """
        desk = self if self.edited is not None else self.begin(ClassList(""))
        assert desk.edited is not None
        edited = desk.lists[desk.edited]
        held = edited.entries if entries is None else entries
        ListError.refuse("bad-list:long", len(held) > MOST_ENTRIES, n=MOST_ENTRIES)
        changed = ClassList(edited.title if title is None else title, held)
        return replace(desk, lists=(*desk.lists[: desk.edited], changed, *desk.lists[desk.edited + 1 :]))

    def begin(self, begun: ClassList) -> Desk:
        """The desk with one more list, which is built from now on.

        Raises:
            ListError: ``bad-list:many``: there are too many lists.
        """
        ListError.refuse("bad-list:many", len(self.lists) >= MOST_LISTS, n=MOST_LISTS)
        return replace(self, lists=(*self.lists, begun), edited=len(self.lists))

    def open(self, at: int) -> Desk:
        """The desk with the list at a place, which is built from now on."""
        return replace(self, edited=at, said=None)

    def take(self, taken: ClassList) -> Desk:
        """The desk with a list that came from elsewhere; one that is there already is taken for the same."""
        return replace(self, edited=self.lists.index(taken)) if taken in self.lists else self.begin(taken)


def desk_of(session: Session) -> Desk:
    """What a session keeps for the teacher; after a reload, with the list that ran."""
    return DESK.of(session) or _RUNNING.of(session)


def keep(session: Session, desk: Desk) -> Desk:
    """Keep what has changed; the tab keeps the list that runs."""
    DESK.keep(session, desk)
    _RUNNING.keep(session, None if desk.running is None else {**write_kept([desk.running]), "at": desk.at})
    return desk


def _recall(kept: object) -> Desk:
    """The list that ran before a reload; none of what makes no sense."""
    if not isinstance(kept, Mapping):
        return Desk()
    try:
        (running,) = read_kept(kept)
    except (TutorError, ValueError):
        return Desk()
    at = kept.get("at")
    if not running.entries or type(at) is not int:
        return Desk()
    return Desk(running=running, at=min(max(0, at), len(running.entries) - 1))


_RUNNING = Memory("classroom", _recall, of_cards=False)
