"""The nine rulebooks, one module of data each, and finding one by its key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..rules import Rulebook, RuleError, walk_fields
from . import adgaming_13, gorummy_13, marriage_21, octro_13, paplu_13, paplu_21, paplu_27, rummy_21, vazhushal_13

_MODULES = (rummy_21, gorummy_13, octro_13, paplu_13, paplu_21, paplu_27, marriage_21, vazhushal_13, adgaming_13)

RULEBOOKS: dict[str, Rulebook] = {module.RULEBOOK.key: module.RULEBOOK for module in _MODULES}

# house options by rulebook and name: functions from a rulebook to the derived one
_OPTIONS = {module.RULEBOOK.key: getattr(module, "OPTIONS", {}) for module in _MODULES}

# of these options only one at a time; and options that go with one of others only
_ONE_OF = {module.RULEBOOK.key: getattr(module, "ONE_OF", ()) for module in _MODULES}
_NEEDED = {module.RULEBOOK.key: getattr(module, "NEEDED", {}) for module in _MODULES}

ALL_OPTIONS: tuple[str, ...] = tuple(name for options in _OPTIONS.values() for name in options)


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
        if wanted:
            raise RuleError(f"options {', '.join(wanted)}: options go with a rulebook's key", "bad-option")
        return key
    if not isinstance(key, str) or key not in RULEBOOKS:
        raise RuleError(f"unknown rulebook {str(key)[:40]!r}: expected one of {', '.join(RULEBOOKS)}", "bad-rulebook")
    rulebook = RULEBOOKS[key]
    for name in wanted:
        derive = _OPTIONS[key].get(name)
        if derive is None:
            offered = ", ".join(_OPTIONS[key]) or "none"
            raise RuleError(f"unknown option {str(name)[:40]!r}: {key} offers {offered}", "bad-option")
        rulebook = derive(rulebook)
    _check_together(key, wanted)
    return rulebook


def _check_together(key: str, wanted: Sequence[str]) -> None:
    """Refuse options of which only one can hold, and those that lack the option they go with."""
    for group in _ONE_OF[key]:
        both = [name for name in wanted if name in group]
        if len(both) > 1:
            raise RuleError(f"options {' and '.join(both)}: a game is played as one of them", "bad-option")
    for name in wanted:
        needed = _NEEDED[key].get(name, ())
        if needed and not set(needed) & set(wanted):
            raise RuleError(f"option {name} goes with {' or '.join(needed)}, and neither is given", "bad-option")


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
        raise RuleError(f"rulebooks is a list of keys or rulebooks, not {given}", "bad-rulebook")
    wanted = _read_names(options)
    for name in wanted:
        if name not in ALL_OPTIONS:
            raise RuleError(f"unknown option {name[:40]!r}: expected one of {', '.join(ALL_OPTIONS)}", "bad-option")
    books = []
    for item in rulebooks:
        book = get_rulebook(item)
        if not isinstance(item, Rulebook):
            book = get_rulebook(item, [name for name in wanted if name in book.offers])
        books.append(book)
    if not books:
        raise RuleError("no rulebook given: rulebooks is a list of at least one", "bad-rulebook")
    return tuple(books)


def _read_names(options: Iterable[str] | None) -> tuple[str, ...]:
    """The names of house options, each once; None is no option."""
    if isinstance(options, str):
        raise RuleError(f"options is a list of names, not the text {options[:40]!r}", "bad-option")
    if options is not None and not isinstance(options, Iterable):
        raise RuleError(f"options is a list of names, not {type(options).__name__}", "bad-option")
    names = tuple(options or ())
    for name in names:
        if not isinstance(name, str):
            raise RuleError(f"an option is a name, not {type(name).__name__}", "bad-option")
    return tuple(dict.fromkeys(names))


def differences(a: Rulebook | str, b: Rulebook | str) -> tuple[str, ...]:
    """The paths of the rules in which two rulebooks, or those of two keys, differ.

    Example:
        >>> differences("paplu-13", get_rulebook("paplu-13", ["ace-jokers"]))
        ('wilds.printed_counts_as',)
    """
    left, right = dict(walk_fields(get_rulebook(a))), dict(walk_fields(get_rulebook(b)))
    missing = object()
    return tuple(path for path in dict.fromkeys([*left, *right]) if left.get(path, missing) != right.get(path, missing))
