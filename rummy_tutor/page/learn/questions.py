"""A task put into words: its question, the answers to choose from, the round it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...game.cards import Card
from ...game.messages import Items, Message
from ...game.rules import MELDS, Kind, Measure, Rulebook
from ...game.table import set_table
from ...rounds.payments import Entry
from ...rulebooks import RULEBOOKS
from ...tutor.about import first_needs, holds, name_value_cards, open_deal
from ...tutor.beliefs import kind_of
from ...tutor.beliefs.borrowed import list_deciding
from ...tutor.hints import lay_part
from ...tutor.kinds.earning import EARNED, settle_earned
from ...tutor.kinds.finding import list_apart
from ...tutor.kinds.options import name_option
from ...tutor.kinds.settling import ADDS_UP, settle_task
from ...tutor.lessons import BY_KEY
from ...tutor.tasks import Task
from ...tutor.turns.turn import Move, Ruling
from ...wording.describe import describe
from ...wording.levels import describe_level, name_level
from ...wording.phrases import Cited, Sources, list_needs
from ...wording.rule_texts import name_objective
from ...wording.speech import in_words, knows, say, tell
from ..faces import TONES, face_at, pretty_card


def tell_question(task: Task) -> str:
    """The question in words."""
    name = f"learn.ask_{task.kind.rstrip('?')}"
    asked, _, named = (task.asked or "").partition(" ")
    values: dict[str, Any] = {"name": task.rulebook, "players": task.players, "maal": name_value_cards(task.rulebook)}
    if task.turned is not None:
        values["turned"] = task.turned
    if asked in Kind.__members__.values():
        values["kind"] = Kind(asked)
    elif asked in ("differ", "smallest"):
        values["other"] = RULEBOOKS[named]
    elif asked == "option":
        values["player"] = name_option(task)[1]
    elif asked in ("come-back", EARNED):
        values["player"] = named
    elif task.kind == "settle" and not knows(f"{name}:{asked}"):
        values["player"] = task.asked
        if holds("games counted", task.rulebook):
            name += ":games"
    elif asked == "joker":
        values["card"] = pretty_card(Card.parse(named))
    if task.kind == "complete" and asked != "joker" and kind_of(task.groups[0], task.deal) in MELDS:
        name, values["kind"] = f"{name}:more", Message(f"a-kind.{asked}")
    elif asked and knows(f"{name}:{asked}"):
        name = f"{name}:{asked}"
    elif _is_scored(task):
        name += ":score"
    elif task.kind == "build" and holds("flat, hidden", task.rulebook):
        name += ":hidden"
    elif task.kind == "spot" and any(kind_of(group, task.deal) is Kind.JOKERS for group in task.groups):
        name += ":jokers"
    elif task.kind == "move" and task.turn is not None:
        taken = task.turn.taken
        name = f"{name}:{'taken' if taken is not None else task.turn.phase}"
        values["card"] = "" if taken is None else pretty_card(taken)
    return tell(name, **values)


# the rules by which games differ in the tasks that compare them, where the learner has met his own game's only
# in the order in which they are told
_FIELDS = (
    "melds.run_max",
    "melds.run_wilds",
    "melds.aces",
    "melds.set_max",
    "melds.set_wilds",
    "melds.tunnela_from",
    "wilds.ranks",
)
_COMPARED = {"sets": ("melds.set_max", "melds.tunnela_from"), "wild": ("wilds.ranks",)}


def draw_note(task: Task) -> dict[str, Any] | None:
    """What has to be said below a question, because the lesson about it is still to come; None where nothing has."""
    if task.kind == "compare" and task.asks in ("rulebooks", "group", "groups"):
        own, other = task.rulebook, RULEBOOKS.get(str(task.asked).partition(" ")[2])  # one that no lesson may have told
        books = [own, other] if other else [RULEBOOKS[key] for key in task.choices]
        rules = [line for path in _list_compared(task, books) for line in _list_rules(path, books)]
        return {"text": "", "fold": tell("learn.rules_of_games"), "rules": rules}
    if str(task.asked).startswith("option "):
        rule = next(line.text for line in describe(task.rulebook) if line.option == name_option(task)[0])
        return {"text": tell("learn.note_option", rule=rule), "fold": "", "rules": []}
    if task.kind == "build":
        begun = [tell("learn.note_begun")] if lay_part(task) else []
        early = BY_KEY[task.lesson].before_needs and holds("counted", task.rulebook)
        asked = list_needs(first_needs(task.rulebook), task.rulebook) if early else ()
        needs = [tell("learn.note_needs", asked=Items(asked))] if asked else []
        return {"text": " ".join((*begun, *needs)), "fold": "", "rules": []} if begun or needs else None
    if task.kind != "count" or task.asked is not None or BY_KEY[task.lesson].number >= BY_KEY["loser"].number:
        return None
    if not (BY_KEY[task.lesson].before_needs or holds("flat", task.rulebook)):  # a later lesson tells what hands cost
        return {"text": "", "fold": tell("learn.levels"), "rules": _list_levels(task.rulebook)}
    return {"text": _tell_note(task), "fold": "", "rules": []}


def _list_compared(task: Task, books: Sequence[Rulebook]) -> tuple[str, ...]:
    """The fields of rulebooks that decide whether a group is a meld, as far as the course has come to them."""
    fields = _COMPARED.get(task.lesson, _FIELDS)
    groups = list_apart(task) if task.asks == "groups" else task.groups
    melds_alone = [
        replace(one, objectives=(), scoring=replace(one.scoring, tiers=one.scoring.tiers[-1:])) for one in books
    ]
    deals = tuple(set_table(book, task.turned, open_deal(book).players) for book in melds_alone)
    lines = {line.paths: path for path in fields for line in describe(books[0]) if path in line.paths}
    return tuple(lines[paths] for paths in list_deciding(tuple(lines), groups, deals))


def _tell_note(task: Task) -> str:
    """How a hand is counted where no lesson has said so."""
    if task.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE:
        return tell("learn.note_score")
    flat = [tier.flat for tier in task.rulebook.scoring.tiers if tier.flat is not None]
    if not holds("flat", task.rulebook):
        return tell("learn.note_melds")
    name = "learn.note_flat:tunnelas" if Kind.TUNNELA in BY_KEY[task.lesson].known else "learn.note_flat"
    return tell(name, pure=task.rulebook.scoring.tiers[0].needs.pure, least=min(flat), most=max(flat))


def _list_levels(rulebook: Rulebook) -> list[str]:
    """What hands cost by the level that they reach, but for dublees and jokers, of which a later lesson tells."""
    told = [tier for tier in rulebook.scoring.tiers if not (tier.needs.dublees or tier.needs.jokers)]
    rules = [(name_level(tier, rulebook), " ".join(map(say, describe_level(tier, rulebook)))) for tier in told]
    return [tell("learn.level", level=level, rule=rule) for level, rule in rules]


def _list_rules(path: str, books: Sequence[Rulebook]) -> list[str]:
    """What games say of a field of the rulebook, each rule once with the games that have it; nothing if all agree.

    Their sources are left out: they would part games that have the same rule.
    """
    games: dict[str, list[Rulebook]] = {}
    for book in books:
        line = next((line for line in describe(book) if path in line.paths), None)
        if line is not None:
            games.setdefault(line.text, []).append(book)
    if len(games) == 1:  # which decides nothing
        return []
    return [tell("learn.rule_in_games", games=Items(tuple(books), "and"), rule=rule) for rule, books in games.items()]


def may_be_negative(task: Task) -> bool:
    """Whether the number that is asked for may have a minus."""
    return task.kind == "settle" or (task.kind == "count" and _is_scored(task))


def _is_scored(task: Task) -> bool:
    """Whether a hand is to be counted or laid out in a game whose melds earn points."""
    scores = task.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE
    return task.kind in ("count", "build") and scores and not task.asked


def draw_choice(task: Task, choice: str) -> dict:
    """One of the answers to choose from."""
    drawn: dict[str, Any] = {"value": choice, "label": tell_answer(task, choice)}
    if task.asks == "card":
        drawn["card"] = {**face_at(Card.parse(choice), task.deal), "key": choice}
    elif task.asks == "kind":
        drawn |= {"icon": choice, "tone": TONES[Kind(choice)]}
    return drawn


def tell_answer(task: Task, answer: Any) -> str:
    """An answer in words."""
    if task.asks == "kind":
        return tell(f"page.kind_{answer}")
    if task.asks == "yes-no":
        return tell(f"learn.{answer}")
    if task.asks == "group":
        return tell("learn.group", n=int(answer))
    if task.asks == "way":
        ways = {way.name: name_objective(way) for way in task.rulebook.objectives}
        return in_words(ways[answer])
    if task.asks == "card":
        return pretty_card(Card.parse(answer))
    many = [answer] if isinstance(answer, str) else answer
    if task.asks == "cards":
        return _list(tuple(pretty_card(Card.parse(card)) for card in many), "learn.no_card")
    if task.asks == "rulebooks":
        return _list(tuple(RULEBOOKS[key] for key in many), "learn.no_game")
    if task.asks == "moves":
        return _list(tuple(map(_tell_move, many)), "learn.no_card")
    return in_words(answer)


def _list(words: tuple[object, ...], none: str) -> str:
    return in_words(Items(words, "semicolon")) if words else tell(none)


def _tell_move(text: str) -> str:
    move = Move.parse(text)
    name = f"learn.move_{move.kind}"
    cards = " ".join(map(pretty_card, move.cards))
    return tell(f"{name}:card" if cards and knows(f"{name}:card") else name, cards=cards)


_PLAIN_RULINGS = ("may-draw", "may-take", "may-throw")  # which say no more than that the move is allowed


def tell_ruling(move: str, ruling: Ruling) -> Cited:
    """Whether a move is allowed, and the rule that says so."""
    head = tell("turn.ruled:allowed" if ruling.allowed else "turn.ruled:refused", move=_tell_move(move))
    return Cited(f"{head} {tell_reason(ruling)}".strip(), Sources.of(ruling.source))


def tell_reason(ruling: Ruling) -> str:
    """Why a move is allowed or not; empty where the rule says no more than that it is."""
    return "" if ruling.code in _PLAIN_RULINGS else say(ruling.text)


def draw_round(task: Task) -> list[dict]:
    """The players of a round that a task is about: how each ended, and what is stated of him."""
    if task.round is None:
        return []
    nets = task.round.get("nets")
    rows = []
    for at, player in enumerate(task.round["players"]):
        stated = [
            tell(f"learn.stated_{name}", n=player[name], maal=name_value_cards(task.rulebook))
            for name in ("points", "score", "bonus", "total")
            if name in player
        ]
        if "groups" in player:
            stated.append(tell("learn.stated_hand"))
        if nets is not None:
            stated = [tell("learn.stated_net", n=nets[at])]
        rows.append({"name": player["name"], "ending": tell(f"ending.{player['ending']}"), "stated": stated})
    return rows


def tell_payments(task: Task) -> list[str]:
    """The payments of the round that a task is about, and their sum: those of the player asked for, or all."""
    asked, _, named = str(task.asked).partition(" ")
    settled = settle_earned(task) if asked == EARNED else settle_task(task)
    if settled is None or task.asked == ADDS_UP:  # where the sum alone decides
        return []
    player = named if asked == EARNED else task.asked
    player = player if player in settled.names else None
    mine = [one for one in settled.entries if player is None or player in (one.payer, one.payee)]
    mine = [one for one in mine if asked != EARNED or one.code == "bonus"]
    told: list[str] = [Cited(_tell_entry(one, task), Sources(tuple(one.cited))) for one in mine or settled.entries]
    if not mine:
        return [*told, tell("learn.no_payment", player=player)]
    signed = [one.amount if one.payee == player else -one.amount for one in mine]
    if player is None or len(mine) < 2 or None in [name for one in mine for name in (one.payer, one.payee)]:
        return told
    figures = " ".join(f"{'−' if figure < 0 else '+'} {abs(figure)}" for figure in signed).removeprefix("+ ")
    figures = f"−{figures[2:]}" if figures.startswith("− ") else figures
    return [*told, tell("learn.payments_sum", player=player, figures=figures, n=sum(signed))]


def _tell_entry(entry: Entry, task: Task) -> str:
    """A payment in words; what cards earned it is told apart from it, by the cards themselves."""
    if entry.code != "bonus":
        return entry.sentence
    items = [{"name": "maal", "count": 1, "points": entry.amount}] if holds("hidden", task.rulebook) else []
    return replace(entry, data={**entry.data, "items": items}).sentence


def tell_field(rulebook: Rulebook, path: str) -> str:
    """The rule that a field of a rulebook stands for, with its source; empty where no line tells it."""
    line = next((line for line in describe(rulebook) if path in line.paths), None)
    return "" if line is None else Cited(line.text, line.source)
