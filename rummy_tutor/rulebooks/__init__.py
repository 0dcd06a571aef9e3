"""The nine rulebooks, one module of data each, and finding one by its key."""

from __future__ import annotations

from collections.abc import Iterable

from ..rules import Pool, Rulebook, RuleError
from . import adgaming_13, gorummy_13, marriage_21, octro_13, paplu_13, paplu_21, paplu_27, rummy_21, vazhushal_13

_MODULES = (rummy_21, gorummy_13, octro_13, paplu_13, paplu_21, paplu_27, marriage_21, vazhushal_13, adgaming_13)

RULEBOOKS: dict[str, Rulebook] = {module.RULEBOOK.key: module.RULEBOOK for module in _MODULES}

# house options by rulebook and name: functions from a rulebook to the derived one
_OPTIONS = {module.RULEBOOK.key: getattr(module, "OPTIONS", {}) for module in _MODULES}

ALL_OPTIONS: tuple[str, ...] = tuple(name for options in _OPTIONS.values() for name in options)


def get_rulebook(key: str | Rulebook, options: Iterable[str] = ()) -> Rulebook:
    """The rulebook of a key, with house options applied; a ``Rulebook`` is returned as it is.

    Raises:
        RuleError: the key or an option is unknown; the message lists what there is.

    Example:
        >>> get_rulebook("paplu-13", ["ace-jokers"]).options
        ('ace-jokers',)
    """
    if isinstance(options, str):
        raise RuleError(f"options is a list of names, not the text {options[:40]!r}", "bad-option")
    wanted = tuple(dict.fromkeys(options))
    if isinstance(key, Rulebook):
        if wanted:
            raise RuleError(f"options {', '.join(wanted)}: options go with a rulebook's key", "bad-option")
        return key
    if not isinstance(key, str) or key not in RULEBOOKS:
        raise RuleError(f"unknown rulebook {str(key)[:40]!r}: expected one of {', '.join(RULEBOOKS)}", "bad-rulebook")
    rulebook = RULEBOOKS[key]
    pools = [name for name in wanted if name in tuple(Pool)]
    if len(pools) > 1:
        raise RuleError(f"options {' and '.join(pools)}: a game is played as one of them", "bad-option")
    for name in wanted:
        derive = _OPTIONS[key].get(name)
        if derive is None:
            offered = ", ".join(_OPTIONS[key]) or "none"
            raise RuleError(f"unknown option {str(name)[:40]!r}: {key} offers {offered}", "bad-option")
        rulebook = derive(rulebook)
    return rulebook
