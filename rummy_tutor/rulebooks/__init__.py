"""The rulebooks, one module of data each, found by their files; and one of them by its key.

A module of this folder is a rulebook unless ``HELPERS`` names it. It holds ``RULEBOOK`` and, where the rulebook offers
house options, ``OPTIONS``: by name the fields that each changes, with their values and sources. ``ONE_OF`` are groups
of options of which a game has one at most; ``NEEDED`` are, by option, those of which one has to stand beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from ..game.messages import Items, quote
from ..game.rules import Rulebook, RuleError, refuse
from .derive import HouseOption, with_option

HELPERS = ("derive", "files", "find", "sources")
# the order in which rulebooks are listed; those not named here come after them by name
_FIRST = (
    "rummy_21",
    "gorummy_13",
    "octro_13",
    "paplu_13",
    "paplu_21",
    "paplu_27",
    "marriage_21",
    "vazhushal_13",
    "adgaming_13",
)


def _find_modules() -> Iterator[ModuleType]:
    """The rulebooks' modules in order."""
    names = sorted(module.name for module in iter_modules(__path__) if module.name not in HELPERS)
    for name in dict.fromkeys([*_FIRST, *names]):
        yield import_module(f"{__name__}.{name}")


_MODULES = {module.RULEBOOK.key: module for module in _find_modules()}

RULEBOOKS: dict[str, Rulebook] = {key: module.RULEBOOK for key, module in _MODULES.items()}

_OPTIONS: dict[str, Mapping[str, HouseOption]] = {
    key: getattr(module, "OPTIONS", {}) for key, module in _MODULES.items()
}
_ONE_OF = {key: getattr(module, "ONE_OF", ()) for key, module in _MODULES.items()}
_NEEDED = {key: getattr(module, "NEEDED", {}) for key, module in _MODULES.items()}

ALL_OPTIONS: tuple[str, ...] = tuple(dict.fromkeys(name for options in _OPTIONS.values() for name in options))


def get_rulebook(key: str | Rulebook, options: Iterable[str] | None = ()) -> Rulebook:
    """The rulebook of a key, with house options applied; a ``Rulebook`` is returned as it is. None is no option.

    Raises:
        RuleError: the key or an option is unknown, and the message lists what there is; or options do not go together.

    Example:
        >>> get_rulebook("paplu-13", ["ace-jokers"]).options
        ('ace-jokers',)
    """
    wanted = _read_names(options)
    if isinstance(key, Rulebook):
        refuse("bad-option:own-rulebook", wanted, names=Items(wanted, "comma"))
        return key
    if not isinstance(key, str) or key not in RULEBOOKS:
        raise RuleError("bad-rulebook", found=quote(key), known=Items(tuple(RULEBOOKS), "comma"))
    rulebook = RULEBOOKS[key]
    offered = tuple(_OPTIONS[key])
    for name in wanted:
        unknown = "bad-option" if offered else "bad-option:none"
        refuse(unknown, name not in offered, found=quote(name), rulebook=key, known=Items(offered, "comma"))
        rulebook = with_option(rulebook, name, _OPTIONS[key][name])
    if wanted:
        _check_together(key, wanted)
    return rulebook


def find_ours(book: Rulebook) -> Rulebook | None:
    """Our rulebook with the key of another one, and with those of its house options that ours offers; None if none.

    Example:
        >>> ours = get_rulebook("paplu-13", ["ace-jokers"])
        >>> find_ours(ours) == ours
        True
    """
    ours = RULEBOOKS.get(book.key)
    return ours and get_rulebook(book.key, [option for option in book.options if option in ours.offers])


def _check_together(key: str, wanted: Sequence[str]) -> None:
    """Refuse options of which only one can hold, and those that lack the option they go with."""
    for group in _ONE_OF[key]:
        both = tuple(name for name in wanted if name in group)
        refuse("bad-option:together", len(both) > 1, names=Items(both))
    for name in wanted:
        needed = list_needed(key, name)
        refuse("bad-option:alone", needed and not {*needed} & {*wanted}, name=name, needed=Items(needed, "or"))


def list_needed(key: str, name: str) -> tuple[str, ...]:
    """The options of which one has to stand beside a house option for it to mean something.

    Example:
        >>> list_needed("adgaming-13", "rejoin"), list_needed("adgaming-13", "pool-201")
        (('pool-101', 'pool-201'), ())
    """
    return _NEEDED.get(key, {}).get(name, ())


def get_rulebooks(
    rulebooks: Sequence[Rulebook | str] = tuple(RULEBOOKS), options: Iterable[str] | None = ()
) -> tuple[Rulebook, ...]:
    """Several rulebooks; those given by key get the house options that they offer, values stay as they are.

    Raises:
        RuleError: no list, an empty one, an unknown key, or an option that no rulebook offers.

    Example:
        >>> [book.options for book in get_rulebooks(["paplu-13", "octro-13"], ["ace-jokers"])]
        [('ace-jokers',), ()]
    """
    if isinstance(rulebooks, str) or not isinstance(rulebooks, Iterable):
        given = repr(rulebooks[:40]) if isinstance(rulebooks, str) else type(rulebooks).__name__
        raise RuleError("bad-rulebook:no-list", found=given)
    wanted = _read_names(options)
    for name in wanted:
        refuse("bad-option:nowhere", name not in ALL_OPTIONS, found=quote(name), known=Items(ALL_OPTIONS, "comma"))
    books = [
        item if isinstance(item, Rulebook) else get_rulebook(item, [name for name in wanted if name in book.offers])
        for item, book in [(item, get_rulebook(item)) for item in rulebooks]
    ]
    refuse("bad-rulebook:empty", not books)
    return tuple(books)


def _read_names(options: Iterable[str] | None) -> tuple[str, ...]:
    """The names of house options, each once; None is no option."""
    if options is None or options == ():
        return ()
    refuse("bad-option:text", isinstance(options, str), found=quote(options))
    refuse("bad-option:type", not isinstance(options, Iterable), type=type(options).__name__)
    names = tuple(options)
    for name in names:
        refuse("bad-option:name", not isinstance(name, str), type=type(name).__name__)
    return tuple(dict.fromkeys(names))
