"""What is said of an answer: right or not, the reasons with their rules, and what the learner may believe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from operator import or_

from ...game.cards import PRINTED_JOKER, Card
from ...game.messages import Items
from ...game.records import Group
from ...game.rules import MELDS, Kind, Rulebook
from ...game.table import Deal
from ...referee.scoring import score_arrangement
from ...tutor.beliefs import BY_KEY as BELIEFS
from ...tutor.judging import Verdict
from ...tutor.kinds.groups import open_deals
from ...tutor.kinds.options import settle_both
from ...tutor.kinds.reading import as_groups
from ...tutor.lessons import BY_KEY
from ...tutor.tasks import Task
from ...tutor.taught import as_known
from ...tutor.turns.hands import name_missing_of
from ...tutor.why import tell_reasons
from ...tutor.worked.hands import hold
from ...tutor.worked.steps import add_up
from ...wording.explain import explain, explain_remark
from ...wording.phrases import Cited, Sources, as_shown, cite, find_cited
from ...wording.speech import say, tell
from ..faces import draw_lines, pretty_card
from ..table.view import TableView
from .questions import tell_answer, tell_field, tell_payments
from .study import Study

_WHOLE = (None, "best", "one-card")  # what a question names that is about the points of a whole hand
_DEALT = ("redeal", "redeal-identical")  # notes on a hand just dealt, which that of a task is not

# the field of a rulebook whose rule says what a kind of group is
_RULES = {
    Kind.PURE_SEQUENCE: "melds.run_max",
    Kind.IMPURE_SEQUENCE: "melds.run_max",
    Kind.SET: "melds.set_max",
    Kind.TUNNELA: "melds.tunnela_from",
    Kind.DUBLEE: "melds.dublees",
    Kind.JOKERS: "melds.jokers",
}


def draw_verdict(study: Study, task: Task, verdict: Verdict) -> dict:
    """Right or not, the right answer, why with its rule, and what may be believed."""
    shown = task.asks in ("groups", "moves")  # on the table, or beside each move
    expected = "" if (verdict.right and not study.told) or shown else tell_answer(task, verdict.expected)
    told = "learn.shown:is" if expected else "learn.shown"
    head = told if study.told else "learn.right" if verdict.right else "learn.wrong"
    lost = [tell("learn.lost", n=verdict.lost)] if verdict.lost and not verdict.right else []
    lost += _count_moves(study, task, verdict)
    why, sources = _gather(_tell_why(study, task) or _tell_reasons(study, task), task, verdict)
    return {
        "right": verdict.right,
        "head": tell(head),
        "given": "" if shown or study.told else tell("learn.given", answer=tell_answer(task, study.answer)),
        "expected": tell("learn.is" if study.told else "learn.expected", answer=expected) if expected else "",
        "lines": draw_lines([*lost, *why, *sources]),
        "cites": tell("learn.cites") if is_beginner(study) and sources else "",
        "belief": _tell_beliefs(study, task, verdict),
    }


def _count_moves(study: Study, task: Task, verdict: Verdict) -> list[str]:
    """How many of the moves of a wrong answer were judged rightly; nothing where the answer was shown."""
    if task.asks != "moves" or verdict.right or study.told:
        return []
    given, right = (list(one or ()) for one in (study.answer, verdict.expected))  # type: ignore[call-overload]
    n = sum((move in given) == (move in right) for move in task.choices)
    return [tell("learn.moves_right", n=n, all=len(task.choices))]


def _tell_beliefs(study: Study, task: Task, verdict: Verdict) -> list[str]:
    """The belief behind a wrong answer; where it is not sure which, the two that explain it best, by all answers.

    To a learner of one game none is told that names another one.
    """
    knows_others = len(study.courses) > 1
    if verdict.belief is not None and (knows_others or BELIEFS[verdict.belief].told is None):
        sure = tell("learn.belief", belief=BELIEFS[verdict.belief].sentence, name=task.rulebook)
        return [sure, *_tell_prices(task, (verdict.belief,))]
    course = study.progress(task.rulebook).lessons.get(task.lesson)
    fits = [key for key in verdict.fits if knows_others or BELIEFS[key].told is None]
    chances = {key: 0.0 if course is None else course.learner.chance(key) for key in fits}
    likely = sorted(chances, key=lambda key: (-round(chances[key], 3), BELIEFS[key].told is not None))
    told = list(dict.fromkeys(say(BELIEFS[key].sentence) for key in likely))
    prices = _tell_prices(task, likely)
    if len(told) < 2:
        return [*(tell("learn.may_believe", belief=belief) for belief in told), *prices]
    form = "two" if len(told) == 2 else "several"
    return [tell(f"learn.may_believe:{form}", n=len(told), first=told[0], second=told[1]), *prices]


def _tell_prices(task: Task, beliefs: Iterable[str]) -> list[str]:
    """What cards cost, where a wrong belief is about that."""
    changed = {path for key in beliefs for path in BELIEFS[key].changes}
    if not changed & {"scoring.ace", "scoring.ranks"}:
        return []
    return [tell("learn.prices", rule=find_cited(tell_field(task.rulebook, "scoring.ace"))[0])]


def _gather(why: list[str], task: Task, verdict: Verdict) -> tuple[list[str], list[str]]:
    """What is told of an answer without its sources, and a line with all of them to follow it."""
    cited = [find_cited(line) for line in why]
    found = [sources for _, sources in cited]
    if task.turn is not None:  # each move has been judged beside it
        found += [Sources.of(task.turn.judge_move(move).source) for move in task.choices]
    elif verdict.rule and not any(found):
        found.append(Sources.of(verdict.rule))
    sources = reduce(or_, found, Sources())
    return [text for text, _ in cited], [Cited(tell("learn.source"), sources)] if sources else []


def is_beginner(study: Study) -> bool:
    """Whether no more than one answer has been given yet, so that marks of sources are new."""
    given = [course.steps for progress in study.courses.values() for course in progress.lessons.values()]
    return sum(map(len, given)) <= 1


def _tell_reasons(study: Study, task: Task) -> list[str]:
    """Why the answer is as it is, where no rule about the cards as they lie says so; nothing where that is laid out."""
    if study.laid is not None or task.kind == "move":
        return []
    return [say(told) for told in tell_reasons(task, study.answer)]


# ---- the reasons, by kind of task ----------------------------------------------------------------------------
def _tell_why(study: Study, task: Task) -> list[str]:
    """Why the answer is as it is, with the rules that say so; nothing where only the answer itself shows it."""
    if str(task.asked).startswith("option "):
        return [*map(say, tell_reasons(task, study.answer)), *tell_payments(settle_both(task)[1])]
    return _WHY[task.kind](study, task) if task.kind in _WHY else []


def _tell_paid(study: Study, task: Task) -> list[str]:
    """Who pays whom, and what follows from it."""
    return [*map(say, tell_reasons(task, study.answer)), *tell_payments(task)]


def _tell_counted(study: Study, task: Task) -> list[str]:
    """What is wrong with the groups of a hand as they lie, and how its points come about."""
    if task.asked == "loose":
        return [tell("learn.why_loose", sum=add_up([task.deal.points[card.index] for card in hold(task.cards)]))]
    laid = score_arrangement(task.groups, task.deal).groups if task.asked in _WHOLE else ()
    book = as_known(task.rulebook, task.lesson)
    return [*(explain(one, book) for group in laid for one in group.reasons), *_tell_figure(study, task)]


def _tell_figure(study: Study, task: Task) -> list[str]:
    """How the figure of a whole hand comes about; nothing where the question is about something else."""
    if task.asked not in _WHOLE:
        return []
    assert study.table is not None
    table = TableView(study.table)
    dealt = [explain(note, task.rulebook) for note in getattr(table.result, "notes", ()) if note.code in _DEALT]
    return [line for line in table.explain() if line not in dealt]


def _tell_declaring(study: Study, task: Task) -> list[str]:
    """Why the hand may declare as it lies, or the first thing that it lacks."""
    if task.asked is not None:
        return _tell_figure(study, task)
    assert study.table is not None
    layout = study.table.state.layout
    groups = tuple(tuple(layout.cards[card] for card in group) for group in layout.groups)
    laid = score_arrangement(groups, task.deal)
    if laid.declares:
        return [explain(reason, task.rulebook) for reason in laid.reasons if reason.code == "declares"]
    lacks = " ".join(map(say, name_missing_of(groups, task.deal)))
    return [Cited(lacks, cite(task.rulebook, "objectives"))] if lacks else []


def _tell_wild(study: Study, task: Task) -> list[str]:
    """Which cards were missed or wrongly marked, which are wild, and why."""
    wild_types = task.rulebook.wilds.types(task.turned)
    wild = tuple(map(pretty_card, hold(wild_types)))
    form = "-".join([*["none"] * (not wild), *["printed"] * (task.deal.pack.copies(PRINTED_JOKER) > 0)])
    told = tell(f"learn.why_mark:{form}".rstrip(":"), cards=Items(wild, "and"))
    printed = task.turned is not None and task.turned.is_printed_joker
    twin = not printed and task.turned in wild_types and task.turned in task.cards
    more = [tell("learn.twin", card=task.turned, n=task.deal.pack.decks)] if twin else []
    rule = _tell_rule(task, "wilds.printed_counts_as" if printed else "wilds.ranks")
    return [*_tell_marked(study), told, *more, *rule]


def _tell_classified(study: Study, task: Task) -> list[str]:
    """What the group is, where that is not the question itself."""
    return [] if task.asked is not None else _tell_groups(score_arrangement(task.groups, task.deal).groups, task)


def _tell_completed(study: Study, task: Task) -> list[str]:
    """What the group is with the right card and, where another one was given, with that."""
    if task.asked not in _RULES:
        return _tell_groups(score_arrangement(task.groups, task.deal).groups, task)
    assert study.verdict is not None
    lines = _tell_groups(_read_with(study.verdict.expected, task), task)
    if study.verdict.right:
        return lines
    tried = _tell_group(_read_with(study.answer, task)[0], task)
    return [*(find_cited(one)[0] for one in tried[:1]), *lines]


def _read_with(card: object, task: Task) -> tuple[Group, ...]:
    """The group of a task with a card added."""
    return score_arrangement(((*task.groups[0], Card.parse(str(card))),), task.deal).groups


def _tell_spotted(study: Study, task: Task) -> list[str]:
    """Why the wrong group is no meld and, where another one was named, what that is; the table shows the others."""
    if task.asked is not None:
        return []
    read, at = score_arrangement(task.groups, task.deal).groups, int(str(study.answer))
    lines, named = _tell_groups([group for group in read if group.kind is Kind.INVALID], task), read[at - 1]
    if named.kind is Kind.INVALID:
        return lines
    rules = [find_cited(one)[0] for one in _tell_rule(task, _RULES[named.kind], named)]
    fine = "learn.fine:jokers" if named.kind is Kind.JOKERS else "learn.fine"
    return [*lines, tell(fine, n=at, kind=named.kind), *rules]


def _tell_games(study: Study, task: Task) -> list[str]:
    """What a group is in each game or why it is no meld there, the games together that say the same."""
    if task.asks not in ("rulebooks", "group", "groups"):
        return []
    games: dict[str, list[Rulebook]] = {}
    cited: dict[str, Sources] = {}
    laid, deals = task.groups[0], list(open_deals(task).values())
    if task.asks != "rulebooks" and study.verdict is not None:  # the group that two games judge differently
        deals = [task.deal, open_deals(task)[str(task.asked).partition(" ")[2]]]
        answer = study.answer if study.verdict.right else study.verdict.expected
        laid = max(as_groups(answer), key=len) if task.asks == "groups" else task.groups[int(str(answer)) - 1]
    for deal in deals:
        (group,) = score_arrangement((laid,), deal).groups
        told = _name_group(group, deal) if group.kind in MELDS else _tell_no_meld(group, deal.rulebook)
        text, sources = find_cited(told)
        games.setdefault(text, []).append(deal.rulebook)
        cited[text] = cited.get(text, Sources()) | sources
    return [
        Cited(tell("learn.rule_in_games", games=Items(tuple(books), "and"), rule=text), cited[text])
        for text, books in games.items()
    ]


def _tell_marked(study: Study) -> list[str]:
    """Which wild cards were left out, and which cards were named that are not wild."""
    assert study.verdict is not None
    given, right = (list(one or ()) for one in (study.answer, study.verdict.expected))  # type: ignore[call-overload]
    told = []
    for name, some, others in (("missed", right, given), ("extra", given, right)):
        cards = tuple(pretty_card(Card.parse(one)) for one in dict.fromkeys(some) if one not in others)
        told += [tell(f"learn.mark_{name}", n=len(cards), cards=Items(cards, "and"))] if cards else []
    return told


_WHY: Mapping[str, Callable[[Study, Task], list[str]]] = {
    "settle": _tell_paid,
    "count": _tell_counted,
    "build": _tell_figure,
    "declare?": _tell_declaring,
    "repair": _tell_declaring,
    "mark": _tell_wild,
    "compare": _tell_games,
    "classify": _tell_classified,
    "complete": _tell_completed,
    "spot": _tell_spotted,
}


# ---- groups and their rules ---------------------------------------------------------------------------------
def _tell_groups(groups: Iterable[Group], task: Task) -> list[str]:
    """What groups are, or why they are no melds; what holds for several is told once."""
    return list(dict.fromkeys(line for group in groups for line in _tell_group(group, task)))


def _tell_group(group: Group, task: Task) -> list[str]:
    """What a group is and the rule that says so, or why it is no meld."""
    if group.kind not in _RULES:
        return [explain(reason, as_known(task.rulebook, task.lesson)) for reason in group.reasons]
    return [_name_group(group, task.deal), *_tell_rule(task, _RULES[group.kind], group)]


def _tell_no_meld(group: Group, rulebook: Rulebook) -> str:
    """Why a group is no meld, or what else it is."""
    if group.kind not in _RULES:
        return explain(group.reasons[0], rulebook)
    return tell("learn.why_kind:no-meld", cards=" ".join(map(pretty_card, as_shown(group))), kind=group.kind)


def _name_group(group: Group, deal: Deal) -> str:
    """What a meld is, and what has to be noted about it."""
    remark = explain_remark(group, deal, ends=True)
    name = "learn.why_kind:told" if remark else "learn.why_kind"
    cards = " ".join(map(pretty_card, as_shown(group)))
    return tell(name, cards=cards, kind=group.kind, told=remark)


def _tell_rule(task: Task, path: str, group: Group | None = None) -> list[str]:
    """The rule that a field of the rulebook stands for, with its source; in plain words until jokers are known.

    For a sequence the sources are those of what is in it: an ace, a joker, a wild card that stands for itself.
    """
    rule = tell_field(task.rulebook, path)
    if path == "melds.run_max" and group is not None:
        fields = ["melds", *["melds.aces"] * any(card.index % 13 == 0 for card in group.cards if card.rank)]
        fields += ["melds.naturals"] * any(task.deal.is_wild[card.index] for card in group.cards)
        found, said = cite(task.rulebook, *fields), _tell_sequence(task, group)
        left_out = {"R29", "R3"} if said else {"R29"}  # rulings on K-A-2 alone, and on jokers alone
        sources = replace(found, codes=tuple(code for code in found.codes if code not in left_out))
        rule = Cited(said or find_cited(rule)[0], sources)
    return [rule] if rule else []


def _tell_sequence(task: Task, group: Group) -> str:
    """Why a sequence is pure or not, in one sentence; empty where sequences have few cards, which the rule tells."""
    if BY_KEY[task.lesson].plain:
        return tell("learn.pure_plain")
    if task.rulebook.melds.run_max < task.rulebook.deal:
        return ""
    return tell("learn.is_pure" if group.kind is Kind.PURE_SEQUENCE else "learn.is_impure")
