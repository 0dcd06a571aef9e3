"""The texts of the page as the browser's code asks for them: the catalogue's entries by their short names."""

from __future__ import annotations

from functools import lru_cache

from ..game.messages import key_of
from .catalogue import find_template, list_keys, name_languages
from .speech import current_language


def page_texts() -> dict[str, str]:
    """The texts of the page in the language in force, with their places in braces.

    Under ``lang`` is the code of that language, under ``langs`` those of all that are offered, with spaces between.

    Example:
        >>> page_texts()["ungroup_tray"]
        'Take group {n} apart'
    """
    return _list_texts("page.") | {"lang": current_language(), "langs": " ".join(name_languages())}


def round_texts() -> dict[str, str]:
    """The texts of the round table, which the browser gets when its tab is opened."""
    return _list_texts("round.")


def class_texts() -> dict[str, str]:
    """The texts of the pages of a class, beside those of the page; what is said of one alone stands under ``key:1``.

    Example:
        >>> class_texts()["people:1"]
        '{n} student'
    """
    return dict(_class_texts(current_language()))


def turn_texts() -> dict[str, str]:
    """The texts of a table at which a turn is played that name what has been selected there."""
    return _list_texts("table.")


def _list_texts(prefix: str) -> dict[str, str]:
    return dict(_texts_in(prefix, current_language()))


@lru_cache(maxsize=8)
def _class_texts(language: str) -> dict[str, str]:
    texts = _texts_in("class.", language)
    single = {key: find_template(key_of("class.", key), 1, language) for key in texts}
    return texts | {f"{key}:1": text for key, text in single.items() if text != texts[key]}


@lru_cache(maxsize=64)
def _texts_in(prefix: str, language: str) -> dict[str, str]:
    return {key.removeprefix(prefix): find_template(key, None, language) for key in list_keys(prefix)}
