"""The charts by what they show; each takes the result of one function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from ..game.messages import key_of
from ..game.records import Arranged, Best
from ..game.rules import RuleError, refuse
from ..output.figures import tell_short
from ..playing.review import Review
from ..rulebooks import RULEBOOKS
from ..study.advice import Advice
from ..study.analysis import Analysis
from ..study.compare import Comparison
from ..wording.advice_text import percent
from ..wording.speech import in_words, name_rulebook, tell
from .chart import LIGHT, SHADES, STRONG, Bar, Chart, Part

if TYPE_CHECKING:
    import pandas

_BIN = 10  # points that a bar of a histogram stands for
_MOST_BARS = 20  # draws that are shown, the best ones


def outs(advice: Advice) -> Chart:
    """The cards that bring a hand nearer or make it cheaper, with how many of each can come.

    Args:
        advice: of a hand of as many cards as dealt.

    Raises:
        RuleError: ``bad-chart``: it names no draws, as of a hand with a card to throw.
    """
    if not isinstance(advice, Advice) or advice.outs is None:
        raise RuleError("bad-chart:outs")
    rows = [
        {
            "card": str(draw.card),
            "copies": draw.copies,
            "chance": draw.copies / advice.unseen,
            "improves": "distance" if "distance" in draw.improves else "points",
        }
        for draw in advice.outs[:_MOST_BARS]
    ]
    looks = {"distance": STRONG, "points": LIGHT}
    bars = [
        Bar(in_words(draw.card), [Part(draw.copies, looks[str(row["improves"])], str(draw.copies))],
            percent(draw.copies / advice.unseen))
        for draw, row in zip(advice.outs, rows, strict=False)
    ]  # fmt: skip
    legend = [(STRONG, tell("plot.nearer")), (LIGHT, tell("plot.cheaper"))]
    return _make(tell("plot.outs", n=advice.copies(), chance=percent(advice.chance())), bars, rows, legend)


def points(result: Comparison | Analysis | Iterable[Analysis]) -> Chart:
    """What a hand costs as laid and at best, by rulebook; rulebooks in which melds are worth points have no bar.

    Raises:
        RuleError: ``bad-chart``: that is no verdict.
    """
    results = [result] if isinstance(result, Analysis) else [*result] if isinstance(result, Iterable) else []
    refuse("bad-chart:points", not results or not all(isinstance(analysis, Analysis) for analysis in results))
    bars, rows = [], []
    for analysis in results:
        laid, best = analysis.arranged, analysis.solved
        rows.append(
            {
                "rulebook": analysis.rulebook.key,
                "arranged": None if laid is None else laid.points,
                "best": best.points,
                "declares": best.declares,
            }
        )
        verdicts: tuple[tuple[str, Arranged | Best | None], ...] = ((LIGHT, laid), (STRONG, best))
        drawn = [
            Bar("", [Part(verdict.points, look)], tell_short(verdict))
            for look, verdict in verdicts
            if verdict is not None and verdict.points is not None
        ]
        bars += [bar._replace(name="" if at else name_rulebook(analysis.rulebook)) for at, bar in enumerate(drawn)]
    legend = [(LIGHT, tell("column.laid")), (STRONG, tell("column.best"))]
    return _make(tell("plot.points"), bars, rows, legend)


def distance(deals: pandas.DataFrame) -> Chart:
    """How far dealt hands are from declaring: of each rulebook the share of hands by cards to exchange.

    Args:
        deals: what ``simulate`` gave, with distances.

    Raises:
        RuleError: ``bad-chart``: there are no distances.
    """
    _check_deals(deals, "distance")
    bars, rows = [], list[dict[str, Any]]()
    for key, hands in deals.groupby("rulebook", sort=False):
        counts = Counter(int(value) for value in hands["distance"].dropna())
        drawn = [
            {"rulebook": key, "distance": far, "hands": counts[far], "share": counts[far] / len(hands)}
            for far in sorted(counts)
        ]
        rows += drawn
        parts = [
            Part(row["share"], SHADES[min(row["distance"], len(SHADES) - 1)], str(row["distance"])) for row in drawn
        ]
        bars.append(Bar(_name(key), parts, tell("plot.hands", n=len(hands))))
    return _make(tell("plot.distance"), bars, rows)


def deals(deals: pandas.DataFrame) -> Chart:
    """What dealt hands cost at best: of one rulebook how often, of several the mean with its 95 % interval.

    Args:
        deals: what ``simulate`` gave; where melds are worth points, minus the score stands for the points.

    Raises:
        RuleError: ``bad-chart``: that is no table of deals.
    """
    _check_deals(deals, "score")
    rows: list[dict[str, Any]] = []
    if deals["rulebook"].nunique() == 1:
        key, cost = deals["rulebook"].iloc[0], -deals["score"]
        counts = Counter(int(value) // _BIN * _BIN for value in cost)
        rows = [
            {"from": low, "to": low + _BIN - 1, "hands": counts[low], "share": counts[low] / len(deals)}
            for low in range(min(counts), max(counts) + _BIN, _BIN)
        ]
        names = [f"{row['from']}–{row['to']}".replace("-", "−") for row in rows]
        bars = [Bar(name, [Part(row["share"])], percent(row["share"])) for name, row in zip(names, rows, strict=True)]
        return _make(tell("plot.deals", name=_name(key), n=len(deals)), bars, rows)
    bars = []
    for key, hands in deals.groupby("rulebook", sort=False):
        cost = -hands["score"].astype(float)
        mean, error = cost.mean(), 1.96 * cost.std() / sqrt(len(hands)) if len(hands) > 1 else 0.0
        rows.append({"rulebook": key, "mean": mean, "error": error, "hands": len(hands)})
        mean_text = f"{mean:.1f} ± {error:.1f}".replace("-", "−")
        between = (mean - error, mean + error) if mean - error > 0 else None
        bars.append(Bar(_name(key), [Part(max(mean, 0.0))], mean_text, between))
    return _make(tell("plot.deals:several"), bars, rows)


def chances(table: pandas.DataFrame) -> Chart:
    """Chances with their 95 % intervals, a bar a row.

    Args:
        table: what ``rummy_tutor.chances`` gave, or some of its rows; of more than 20 rows those of hands with any
            number of wild cards are drawn, and where these are still more, those of the last turn.

    Raises:
        RuleError: ``bad-chart``: that is no table of chances, or one without rows.
    """
    needed, columns = {"rulebook", "wild", "chance", "low", "high"}, {*getattr(table, "columns", ())}
    refuse("bad-chart:chances", not needed <= columns or not len(table))
    if len(table) > _MOST_BARS:
        table = table[table["wild"] == "all"]
    turns = "turn" in table
    if turns and len(table) > _MOST_BARS:
        table = table[table["turn"] == table["turn"].max()]
    varied = [name for name in ("rulebook", "wild", *(["turn"] if turns else [])) if table[name].nunique() > 1]
    rows = table.to_dict("records")
    bars = [
        Bar(", ".join(_name_chance(row, name, len(varied) > 1) for name in varied or ["rulebook"]),
            [Part(row["chance"])], percent(row["chance"]), (row["low"], row["high"]))
        for row in rows
    ]  # fmt: skip
    of = "" if "rulebook" in varied else "of"
    key = key_of("plot.declare:", of) if turns else key_of("plot.pure:", of)
    title = tell(key, name=_name(rows[0]["rulebook"]), n=table["turn"].max() if turns else None)
    return _make(title, bars, rows)


def _name_chance(row: Mapping[str, Any], column: str, short: bool) -> str:
    """What tells a row of chances from the others; a rulebook by its key where the name is to be short."""
    value = str(row[column])
    if column == "rulebook":
        return value if short else _name(value)
    if column == "turn":
        return tell("plot.turn", number=value)
    if value == "all":
        return tell("plot.wild:any")
    return tell("plot.wild:more" if value.endswith("+") else "plot.wild", n=int(value.rstrip("+")))


def review(reviewed: Review) -> Chart:
    """What each mistake of a round cost, in points of a hundred of the chance to win.

    Args:
        reviewed: what ``rummy_tutor.review`` gave.

    Raises:
        RuleError: ``bad-chart``: that is no review.
    """
    refuse("bad-chart:review", not isinstance(reviewed, Review))
    rows = [mistake.to_dict() for mistake in reviewed.found]
    looks = {"blunder": STRONG, "mistake": LIGHT}
    bars = [
        Bar(tell("plot.move", number=mistake.at + 1, move=mistake.move), [Part(mistake.loss, looks[mistake.grade])],
            tell("plot.better", loss=f"{mistake.loss:.1f}", best=mistake.best))
        for mistake in reviewed.found
    ]  # fmt: skip
    legend = [(look, tell(key_of("plot.", grade))) for grade, look in looks.items()]
    return _make(tell("plot.review", n=len(bars)), bars, rows, legend if bars else ())


def _make(title: str, bars: Sequence[Bar], rows: Sequence[Any], legend: Sequence[tuple[str, str]] = ()) -> Chart:
    """A chart whose description tells every bar; of the legend what is used."""
    used = {part.look for bar in bars for part in bar.parts}
    description = "; ".join(f"{bar.name} {_tell_parts(bar)}".strip() for bar in bars)
    kept = tuple(entry for entry in legend if entry[0] in used)
    return Chart(title, description, tuple(bars), tuple(rows), kept if len(kept) > 1 else ())


def _tell_parts(bar: Bar) -> str:
    pieces = [f"{part.text}: {percent(part.value)}" for part in bar.parts] if len(bar.parts) > 1 else []
    return ", ".join([*pieces, bar.note])


def _name(key: object) -> str:
    """A rulebook as people call it; one that is not ours by its key."""
    book = RULEBOOKS.get(str(key))
    return str(key) if book is None else name_rulebook(book)


def _check_deals(deals: object, column: str) -> None:
    """Refuse what is no table of deals with a column."""
    names = getattr(deals, "columns", ())
    refuse("bad-chart:deals", "rulebook" not in names or column not in names or not len(deals), column=column)  # type: ignore[arg-type]
