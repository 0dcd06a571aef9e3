"""Lessons and a learner's progress as widgets."""

from __future__ import annotations

from collections.abc import Mapping

from ..game.messages import Items, TutorError, quote
from ..output.html import lines_html
from ..page.learn.study import opened_lesson, study_of, take_data
from ..page.worked_hands import WELCOME
from ..rulebooks.find import Given, find_rulebook
from ..tutor.lessons import list_lessons
from ..tutor.tasks import TaskError
from ..wording.speech import name_rulebook, say
from .base import TableWidget


class Lesson(TableWidget, panels=("learn",)):
    """One lesson of a game: its worked example, then tasks whose answers the engine judges.

    Args:
        lesson: the lesson's key, as ``Lesson.list()`` names them; None for the path of all lessons.
        rulebook: the game.
        progress: what has been learned before: another of these widgets, or what its ``progress`` was.

    Raises:
        TaskError: ``no-such-task``: the game has no such lesson.
        ProgressError: ``bad-progress``: that is no progress.

    Example:
        >>> Lesson("sets", rulebook="octro-13").progress
        {'format': 'rummy-tutor-courses', 'version': 1, 'courses': {}}
    """

    def __init__(
        self,
        lesson: str | None = None,
        rulebook: Given = "adgaming-13",
        *,
        progress: Lesson | Mapping[str, object] | None = None,
    ) -> None:
        self._named = {} if lesson is None else {"lesson": lesson}
        self._known = progress.progress if isinstance(progress, Lesson) else progress
        super().__init__(WELCOME.hand, rulebook=rulebook)

    def __repr__(self) -> str:
        named = [repr(self._named["lesson"])] if "lesson" in self._named else []
        return f"{type(self).__name__}({', '.join([*named, f'rulebook={self.session.state.rulebook!r}'])})"

    @staticmethod
    def list(rulebook: Given = "adgaming-13") -> dict[str, str]:
        """The lessons of a game in order: their keys, and what they are called.

        Example:
            >>> [*Lesson.list("vazhushal-13")][:3]
            ['two-minutes', 'points', 'pure']
        """
        return {lesson.key: say(lesson.title) for lesson in list_lessons(find_rulebook(rulebook))}

    def _begin(self) -> None:
        """Show what was named, with the progress that there is."""
        self.session.show("learn", **self._named)
        lesson = self._named.get("lesson")
        if lesson is not None and opened_lesson(self.session) is None:
            known = tuple(entry.key for entry in list_lessons(self.session.rulebook))
            raise TaskError("no-such-task:lesson", found=quote(lesson), known=Items(known, "or"))
        data: object = dict(self._known) if isinstance(self._known, Mapping) else self._known
        study = take_data(self.session, study_of(self.session), data, first=True)
        if study.said is not None:
            why = study.said[1].values["why"]
            assert isinstance(why, TutorError)
            raise why

    def _draw_saved(self) -> str:
        view = self._vm_learn.get("lesson")
        if "progress" in self._vm_learn:
            return lines_html(self._vm_learn["progress"]["title"], [])
        if view is None:
            return lines_html(name_rulebook(self.game), Lesson.list(self.game).values())
        return lines_html(
            f"{view['number']}: {view['title']}", [view["aim"], view["sitting"]["word"], view["stars_word"]]
        )

    @property
    def progress(self) -> dict[str, object]:
        """What has been learned, as small JSON values: the same that the page saves to a file."""
        return study_of(self.session).to_data()


class Progress(Lesson, panels=("learn",)):
    """What a learner knows in a game, what comes back, and what they once believed; saved and opened there.

    Args:
        progress: the ``Lesson`` whose progress is shown, or what its ``progress`` was.
        rulebook: the game.

    Example:
        >>> Progress(Lesson("sets")).progress["courses"]
        {}
    """

    def __init__(
        self, progress: Lesson | Mapping[str, object] | None = None, *, rulebook: Given = "adgaming-13"
    ) -> None:
        super().__init__(rulebook=rulebook, progress=progress)

    def _begin(self) -> None:
        """Show the progress."""
        self._named = {"show": "progress"}
        super()._begin()
