"""What the browser's Python is given: plain Python files, catalogues, the panels' code, and what they need."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from ...wording.catalogue import FOLDER, compile_language, list_languages

PACKAGE = Path(__file__).parents[2]
# what a page in the browser has no use for
_LEFT_OUT = ("_compiled/", "widgets/", "hosts/voila/", "hosts/live/", "solver/build.py", "cli.py", "__main__.py")
_NEEDED = ("hosts/live/__init__.py", "hosts/live/outbox.py", "hosts/live/visit.py")
_TIME = (1980, 1, 1, 0, 0, 0)  # of every file in the archive, so that the same files make the same archive


def _list_dependencies() -> dict[str, bytes]:
    """The packages that the page uses, which are plain Python: reviews, QR codes, and rulebooks as files."""
    import fsrs
    import segno
    import tomli_w
    import typing_extensions

    found = {"typing_extensions.py": Path(typing_extensions.__file__).read_bytes()}
    for module in (fsrs, segno, tomli_w):
        folder = Path(str(module.__file__)).parent
        found |= {f"{folder.name}/{path.name}": path.read_bytes() for path in folder.glob("*.py")}
    return found


def list_files() -> dict[str, bytes]:
    """The files by their paths in the archive."""
    found = _list_dependencies()
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        wanted = path.suffix == ".py" or (name.startswith("front/") and path.suffix in (".js", ".css"))
        if wanted and (name in _NEEDED or not name.startswith(_LEFT_OUT)):
            found[f"{PACKAGE.name}/{name}"] = path.read_bytes()
    inside = f"{PACKAGE.name}/{FOLDER.relative_to(PACKAGE).as_posix()}"
    for language in list_languages():
        source = FOLDER / "languages" / f"{language}.po"
        if source.exists():
            found[f"{inside}/languages/{source.name}"] = source.read_bytes()
        found[f"{inside}/compiled/{language}.mo"] = compile_language(language)
    return found


def pack(files: dict[str, bytes]) -> bytes:
    """An archive of files; the compiled catalogues come last, so that unpacked they are no older than their sources."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files, key=lambda one: (one.endswith(".mo"), one)):
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, files[name], compresslevel=9)
    return buffer.getvalue()
