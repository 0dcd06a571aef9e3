"""The chance to win a round by where a player stands, fitted on rounds that bots played.

The numbers are made by ``tests/bench/chances.py``: rounds of exact bots, in which one throw of eight is drawn at
random, and for each throw where its player then stood and whether they won. A rulebook that was not measured takes the
numbers of the game that is most like it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from ..game.procedure import Laying
from ..game.rules import Rulebook
from .standing import Standing

_LEAST = 0.5  # outs that a hand without any is taken to have


@dataclass(frozen=True, kw_only=True)
class Fit:
    """The numbers of one game, those in rows by the exchanges that are still to make, from 0.

    Attributes:
        level: log odds to win of who stands so far off with typical outs.
        slope: what the logarithm of the share of outs, divided by a typical one, adds.
        typical: the share of the unseen cards that are outs when a hand has just come so near.
        gain: how much that share grows with a card that brings the hand no nearer.
        time: what the logarithm of the turns taken, one added, adds.
        others: what the logarithm of the number of the others adds.
    """

    level: Sequence[float]
    slope: Sequence[float]
    typical: Sequence[float]
    gain: Sequence[float]
    time: float
    others: float


_HIDDEN = "marriage-21"
_SIZES = {"gorummy-13": 13, "rummy-21": 21, "paplu-27": 27}  # the cards dealt in the games without a hidden card
_FITS = {
    "gorummy-13": Fit(
        level=(3.64, 2.32, 1.24, 0.46, -0.01, -0.5),
        slope=(0.0, 0.53, 0.86, 0.78, 0.51, 0.59),
        typical=(0.006, 0.174, 0.29, 0.36, 0.471, 0.575),
        gain=(0.0, 0.02, 0.032, 0.049, 0.067, 0.136),
        time=-0.93,
        others=-1.17,
    ),
    "rummy-21": Fit(
        level=(2.73, 1.79, 0.84, 0.14, -0.54, -1.34, -2.13, -2.93),
        slope=(0.0, 0.34, 0.46, 0.46, 0.59, 0.5, 0.5, 0.5),
        typical=(0.004, 0.129, 0.241, 0.336, 0.654, 0.734, 0.8, 0.8),
        gain=(0.0, 0.046, 0.054, 0.067, 0.099, 0.0, 0.0, 0.0),
        time=-0.68,
        others=-1.17,
    ),
    "paplu-27": Fit(
        level=(3.02, 2.2, 1.7, 1.42, 0.63, 0.1, -0.64, -1.44, -2.24),
        slope=(0.0, 0.47, 0.68, 0.49, 0.52, 0.47, 0.5, 0.5, 0.5),
        typical=(0.005, 0.066, 0.099, 0.148, 0.479, 0.58, 0.535, 0.615, 0.695),
        gain=(0.0, 0.01, 0.016, 0.026, 0.048, 0.078, 0.0, 0.0, 0.0),
        time=-0.61,
        others=-1.17,
    ),
    "marriage-21": Fit(
        level=(3.5, 2.66, 1.81, 0.89, -0.02, -0.82, -1.61, -2.41),
        slope=(0.0, 0.51, 0.13, 0.38, 0.5, 0.5, 0.5, 0.5),
        typical=(0.004, 0.183, 0.388, 0.399, 0.559, 0.639, 0.719, 0.799),
        gain=(0.0, 0.051, 0.045, 0.052, 0.121, 0.0, 0.0, 0.0),
        time=-0.75,
        others=-1.17,
    ),
    "marriage-21 unseen": Fit(
        level=(1.02, 0.22, -0.11, -0.28, -1.08),
        slope=(0.0, 0.5, 0.5, 0.5, 0.5),
        typical=(0.0, 0.15, 0.336, 0.533, 0.613),
        gain=(0.0, 0.0, 0.0, 0.0, 0.0),
        time=-0.49,
        others=-1.17,
    ),
}


def name_fitted(rulebook: Rulebook) -> str | None:
    """The game whose numbers stand for a rulebook; None where melds are laid in turn: there distance is not all."""
    if rulebook.procedure.laying is Laying.IN_TURN:
        return None
    if rulebook.wilds.hidden:
        return _HIDDEN
    return min(_SIZES, key=lambda key: (abs(_SIZES[key] - rulebook.deal), key))


def is_fitted(rulebook: Rulebook) -> bool:
    """Whether the numbers were measured in this very game."""
    return rulebook.key == name_fitted(rulebook) and not rulebook.options


def chance_after_throw(standing: Standing, rulebook: Rulebook) -> float:
    """The chance to win of a player who has just thrown a card, from 0 to 1.

    Args:
        standing: where the player stands.
        rulebook: the rules, of a game that has numbers.
    """
    fit = _find_fit(rulebook, standing.seen)
    return _chance(fit, standing, standing.exchanges, _share(fit, standing))


def chance_before_draw(standing: Standing, rulebook: Rulebook) -> float:
    """The chance to win of a player who is about to draw from the stock, from 0 to 1; see ``chance_after_throw``."""
    fit, far = _find_fit(rulebook, standing.seen), standing.exchanges
    standing = standing._replace(turns=standing.turns + 1)  # the throw that follows will be that of the next turn
    share, last = _share(fit, standing), len(fit.level) - 1
    nearer = 1.0
    if far > 1:
        nearer = _chance(fit, standing, far - 1, fit.typical[min(far - 1, last)])
    elif not standing.seen:  # a hidden card is seen, and the hand is typical of those that see it
        nearer = _chance(_FITS[_HIDDEN], standing, 3, _FITS[_HIDDEN].typical[3])
    stays = _chance(fit, standing, far, min(1.0, share + max(0.0, fit.gain[min(far, last)])))
    return share * nearer + (1 - share) * stays


def find_typical(standing: Standing, rulebook: Rulebook) -> int:
    """How many outs are typical of a hand that has just come so near."""
    fit = _find_fit(rulebook, standing.seen)
    return round(fit.typical[min(standing.exchanges, len(fit.level) - 1)] * standing.unseen)


def _share(fit: Fit, standing: Standing) -> float:
    typical = fit.typical[min(standing.exchanges, len(fit.level) - 1)]
    return typical if standing.outs is None else max(standing.outs, _LEAST) / max(1, standing.unseen)


def _chance(fit: Fit, standing: Standing, far: int, share: float) -> float:
    at = min(far, len(fit.level) - 1)
    odds = fit.level[at] + fit.time * log(standing.turns + 1) + fit.others * log(max(1, standing.playing - 1))
    if at and share and fit.typical[at]:
        odds += fit.slope[at] * log(share / fit.typical[at])
    return 1 / (1 + exp(-odds))


def _find_fit(rulebook: Rulebook, seen: bool) -> Fit:
    key = name_fitted(rulebook)
    assert key is not None  # the caller has asked
    return _FITS[key if seen else f"{key} unseen"]
