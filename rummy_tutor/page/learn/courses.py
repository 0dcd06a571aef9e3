"""The progress in several games as plain JSON values, as a browser or a file keeps it."""

from __future__ import annotations

from ...tutor.progress import Progress, ProgressError

FORMAT, VERSION = "rummy-tutor-courses", 1


def courses_from(data: object) -> dict[str, Progress]:
    """The progress in each game that ``Study.to_data`` gave.

    Raises:
        ProgressError: it is something else, of a later version, or damaged.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ProgressError("bad-progress:foreign")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise ProgressError("bad-progress:version")
    if not isinstance(data.get("courses"), dict):
        raise ProgressError("bad-progress:damaged")
    courses = {key: Progress.from_data(course) for key, course in data["courses"].items()}
    if any(key != progress.rulebook for key, progress in courses.items()):
        raise ProgressError("bad-progress:damaged")
    return courses


Reached = tuple[tuple[str, str], int]
"""A lesson and its game, and the step of its example that was shown last."""


def reached_from(data: object) -> Reached | None:
    """How far an example was read, as ``Study.to_data`` gave it; None where none was left, or it is not known."""
    match data:
        case {"reached": {"lesson": str(lesson), "game": str(game), "step": int(step)}} if step >= 0:
            return (lesson, game), step
    return None
