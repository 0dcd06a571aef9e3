"""The view model of the play table: the choice before a round, then the table, the others, what to do, and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from ...game.cards import without
from ...game.messages import key_of
from ...game.procedure import Finish
from ...game.records import Group
from ...game.rules import Kind, Rulebook, WhenStockEnds
from ...playing.bots import LEVELS
from ...playing.moves import Move, Phase
from ...playing.round import Done
from ...referee.scoring import score_arrangement
from ...rounds.endings import Ending, Result
from ...rounds.judge import Judged
from ...rounds.ledger import Round
from ...tutor.turns.hands import name_missing_ways
from ...tutor.turns.played import Played
from ...wording.explain import explain_figure
from ...wording.phrases import Cited, Sources, find_cited, name_option
from ...wording.players import name_player
from ...wording.speech import knows, say, tell, with_minus
from ..faces import LineView, PlainGroupView, draw_line, plain_group, pretty_card
from ..learn.shapes import PickView
from ..learn.turn_view import LearnSaidView, PlayedView, draw_said, draw_turn
from ..session import Session
from .help import HELP_STEPS, NO_HELP, PlayHelpView, draw_help, leads
from .look import find_look
from .past import (
    EndedRound,
    OwnMomentsView,
    PastRound,
    choose_level,
    draw_own_moments,
    is_recalled,
    list_ended,
    list_ends,
    list_past,
)
from .reasons import tell_cards, tell_done, tell_end, tell_short
from .review_view import ReviewView, draw_buttons, draw_review, flag
from .seated import Seated, UnderWayView, find_seated
from .wild import draw_first, tell_held, tell_wild

_EARLIER = 4  # throws before the last one that are told of each player


class LevelView(TypedDict):
    """A level of computer players to choose."""

    key: str
    name: str
    about: str


class PlayDealView(TypedDict):
    """What is chosen before a round is dealt; ``level`` is the one that the rounds before ask for."""

    title: str
    about: str
    game: str
    others: list[int]
    others_label: str
    levels: list[LevelView]
    levels_label: str
    level: str
    deal: str
    own: OwnMomentsView | None


class KeptRoundsView(TypedDict):
    """What the browser keeps of rounds, once it has told what it kept before."""

    recalled: bool
    rounds: Mapping[str, PastRound]
    ended: Mapping[str, EndedRound]
    now: UnderWayView | None


class PlaySeatView(TypedDict):
    """A player at the table; ``did`` is what they did last, ``threw`` what before, ``mood`` is calm, glad or sorry."""

    name: str
    face: int
    cards: str
    did: str
    threw: str
    mood: str
    note: str
    out: bool
    mine: bool


class RiskView(TypedDict):
    """A declaration that would fail, and whether it is meant."""

    ask: str
    line: LineView
    yes: str
    no: str


class PayView(TypedDict):
    """What one player wins or loses; ``why`` is what their hand costs."""

    name: str
    how: LineView
    why: str
    net: str
    won: bool
    mine: bool


class PlayEndView(TypedDict):
    """How the round ended: the figure of the learner, who pays whom, and what was laid out.

    ``held`` is, where the learner won, the hand of the player who came nearest; ``why`` is why that one costs what it
    costs, or where the learner lost theirs.
    """

    head: str
    tone: str
    net: str
    rows: list[PayView]
    shown_word: str
    shown: list[PlainGroupView]
    held_word: str
    held: list[PlainGroupView]
    why: str


class PlayWordsView(TypedDict):
    """The words on the buttons."""

    look: str
    more: str
    open: str
    open_about: str
    group: str
    again: str
    picture: str
    leave: str
    leave_sure: str
    stay: str
    log: str


class OffersView(TypedDict):
    """What to do now and which cards are wild, and the ways to draw that are offered, each empty where not open.

    ``draw_first`` is what whoever chooses a card is told where one has still to be drawn, else empty.
    """

    prompt: str
    draw_first: str
    wild: str
    stock: str
    take: str


class PlayView(TypedDict):
    """The play table; ``deal`` alone before a round, ``review`` alone while one looks back at a round.

    ``tally`` is how many rounds of the game the learner has won, empty before the second; ``first`` is asked before the
    first move.
    """

    review: ReviewView | None
    deal: PlayDealView | None
    key: str
    title: str
    level: str
    tally: str
    table: PlayedView | None
    seats: list[PlaySeatView]
    offers: OffersView
    log: list[str]
    help: PlayHelpView
    risk: RiskView | None
    first: PickView | None
    end: PlayEndView | None
    words: PlayWordsView
    kept: KeptRoundsView


def draw_play(session: Session) -> PlayView:
    """The table, or what is chosen before the cards are dealt."""
    seated, look = find_seated(session), find_look(session)
    words = _name_buttons(seated)
    kept: KeptRoundsView = {
        "recalled": is_recalled(session),
        "rounds": list_past(session),
        "ended": list_ended(session),
        "now": None if seated is None or seated.is_over else seated.kept,
    }
    if seated is None or look is not None:
        review = None if look is None else draw_review(session, look)
        return {
            "review": review, "deal": None if review else _draw_deal(session), "key": "", "title": tell("play.title"),
            "level": "", "tally": "", "table": None, "seats": [], "log": [],
            "offers": {"prompt": "", "draw_first": "", "wild": "", "stock": "", "take": ""},
            "help": NO_HELP, "risk": None, "first": None, "end": None, "words": words, "kept": kept,
        }  # fmt: skip
    return {
        "review": None,
        "deal": None,
        "key": seated.key,
        "title": str(seated.played.rulebook.title),
        "level": tell(key_of("play.level-", seated.level)),
        "tally": _tell_tally(session, seated),
        "table": _draw_table(seated),
        "seats": [draw_seat(seated, seat) for seat in range(len(seated.sitters))],
        "offers": _draw_offers(seated),
        "log": [tell_done(done, seated.sitters, seated.seat) for done in seated.played.log],
        "help": draw_help(seated),
        "risk": _draw_risk(seated),
        "first": draw_first(session, seated),
        "end": draw_end(seated),
        "words": words,
        "kept": kept,
    }


def _name_buttons(seated: Seated | None) -> PlayWordsView:
    sorts = seated is None or (seated.grouped and not seated.own)
    return {
        "look": tell("look.open"),
        "more": tell("page.more"),
        "open": tell("look.file"),
        "open_about": tell("look.file-about"),
        "group": tell("turn.practice_sort" if sorts else "turn.practice_group"),
        "again": tell("play.again"),
        "picture": tell("play.picture"),
        "leave": tell("play.leave"),
        "leave_sure": tell("play.leave_sure"),
        "stay": tell("play.risk_no"),
        "log": tell("play.log"),
    }


def _draw_deal(session: Session) -> PlayDealView:
    book = session.rulebook
    least, most = book.table.players
    return {
        "title": tell("play.title"),
        "about": " ".join(filter(None, [tell("play.about"), tell("play.about-groups"), *_tell_options(book)])),
        "game": str(book.title),
        "others": list(range(max(1, least - 1), min(most, 6))),
        "others_label": tell("play.others"),
        "levels": [
            {
                "key": level,
                "name": tell(key_of("play.level-", level)),
                "about": tell(key_of("play.level-", level, "about")),
            }
            for level in LEVELS
        ],
        "levels_label": tell("play.levels"),
        "level": choose_level(session, book.key),
        "deal": tell("play.deal"),
        "own": draw_own_moments(session),
    }


def _tell_options(book: Rulebook) -> list[str]:
    """The house option that saves a round whose stock ends, where it would be void (R62); where a match is scored."""
    offered = "at-the-block" in book.offers and book.stock_end is WhenStockEnds.VOID
    block = tell("play.propose-block", option=name_option("at-the-block")) if offered else ""
    return [block, tell("play.about-match") if book.settlement.pool is not None else ""]


def _draw_table(seated: Seated) -> PlayedView:
    """The person's table; their hand lies in its best groups as long as they want that."""
    turn = seated.turn
    drops = not seated.guided or seated.help == HELP_STEPS  # a beginner is told of it with all that help knows
    last = seated.last
    drawn = draw_turn(turn, seated.melds if seated.grouped else (), last=last, waits=True)
    if turn.rulebook.procedure.finish is Finish.OUT_OF_CARDS and len(turn.hand) > 1:
        drawn["slot"] = None  # the last card alone is thrown to declare
    if last is not None and leads(seated):
        flag(drawn, Move("throw", (last,)), tell("play.tag"))
    elif seated.is_mine and seated.help > 1 and seated.advised.kind in ("throw", "declare"):
        flag(drawn, seated.advised, tell("play.tag"))
    drawn["buttons"] = draw_buttons(drawn["buttons"], turn, drops=drops)
    return {**drawn, "said": _draw_said(seated), "undo": bool(seated.past), "answered": 0}


def _draw_said(seated: Seated) -> LearnSaidView | None:
    """What is said of a move that was refused; of one that was made the log tells."""
    if seated.ruling is None or seated.ruling.allowed or seated.move is None:
        return None
    turn = seated.played.turn
    return draw_said(Played(turn=turn, move=seated.move, ruling=seated.ruling), turn.deal.objectives)


def draw_seat(seated: Seated, at: int) -> PlaySeatView:
    place, sitter = seated.played.places[at], seated.sitters[at]
    done = _find_turn([done for done in seated.played.log if done.seat == at])
    mine, out = at == seated.seat, place.ending not in (None, Ending.DECLARED, Ending.LAST_LEFT)
    outcome, took = seated.played.outcome, any(move.move.kind == "take" for move in done)
    throws = [move.move.cards[0] for move in seated.played.log if move.seat == at and move.move.kind == "throw"]
    thrown = throws[-_EARLIER - 1 : -1]
    lost = out if outcome is None else outcome.winner != at
    note = tell("play.has_seen") if place.seen and seated.played.rulebook.wilds.hidden else ""
    return {
        "name": name_player(sitter),
        "face": len(seated.sitters) - 1 if mine else at - (at > seated.seat),
        "cards": tell("play.cards", n=len(place.hand)),
        "did": "" if mine else tell("play.well_played") if seated.has_won else " · ".join(map(tell_short, done)),
        "threw": tell("play.threw", cards=tell_cards(thrown)) if thrown and not mine and outcome is None else "",
        "mood": "sorry" if lost else "glad" if took or outcome is not None else "calm",
        "note": tell(key_of("ending.", place.ending)) if place.ending is not None else note,
        "out": out,
        "mine": mine,
    }


def _find_turn(log: list[Done]) -> list[Done]:
    """What a player did in their last turn, of all that they did."""
    return log[-1:] if not log or log[-1].move.kind not in ("throw", "declare") else log[-2:]


def _draw_offers(seated: Seated) -> OffersView:
    """What to do now, and the ways to draw."""
    turn = seated.played.turn
    draws = seated.is_mine and turn.phase is Phase.DRAW
    takes = draws and bool(turn.discards) and turn.judge_move("take").allowed
    return {
        "prompt": _tell_now(seated),
        "draw_first": tell("move.draw-first") if draws else "",
        "wild": "" if seated.is_over else tell_held(seated) if seated.guided else tell_wild(seated.view),
        "stock": tell("play.stock_button") if draws and turn.judge_move("stock").allowed else "",
        "take": tell("play.take", card=pretty_card(turn.discards[-1])) if takes else "",
    }


def _tell_now(seated: Seated) -> str:
    """What to do now, in one line."""
    if seated.is_over:
        return ""
    turn = seated.played.turn
    if turn.phase is Phase.THROW:
        if turn.rulebook.wilds.hidden and not turn.seen and turn.judge_move("see").allowed:
            return tell("turn.now_see", button=tell("turn.button_see"))
        if turn.owed is not None:
            return tell("play.now-owed", card=pretty_card(turn.owed))
        if leads(seated) and seated.last is not None:
            return tell("play.now-declare", card=pretty_card(seated.last))
    if turn.phase is Phase.DRAW:
        takes = turn.discards and turn.judge_move("take").allowed
        return tell("play.now-draw", card=pretty_card(turn.discards[-1])) if takes else tell("play.now-draw:stock")
    here = key_of("play.now-", turn.phase)
    return tell(here if knows(here) else key_of("turn.phase-", turn.phase))


def _draw_risk(seated: Seated) -> RiskView | None:
    """The question whether a declaration that would fail is meant."""
    if seated.risky is None:
        return None
    view, price = seated.view, seated.played.rulebook.penalties.wrong_declaration
    kept = without(view.cards, *seated.risky)
    lacks = " ".join(say(lack) for lack in name_missing_ways(kept, view.deal, view.deal.objectives))
    source = Sources.of(seated.played.rulebook.source_of("objectives") or "")
    return {
        "ask": tell("play.risk" if price is not None else "play.risk-free", n=price or 0),
        "line": draw_line(Cited(lacks, source)),
        "yes": tell("play.risk_yes"),
        "no": tell("play.risk_no"),
    }


def draw_end(seated: Seated) -> PlayEndView | None:
    """Who won, what it comes to, and the groups that were shown."""
    outcome = seated.played.outcome
    if outcome is None:
        return None
    settled, winner = outcome.settled, outcome.winner
    mine = settled.rows[seated.seat]
    won = seated.has_won
    groups = () if winner is None else _show_hand(seated, settled, winner)
    nearest = _find_nearest(seated, settled) if won else None
    held = () if nearest is None else _show_hand(seated, settled, nearest)
    whys = [
        _account(judged) if row.ending.terms.result is Result.LOST else ""
        for row, judged in zip(settled.rows, settled.judged, strict=True)
    ]
    return {
        "head": tell_end(seated.played, seated.sitters, seated.seat),
        "tone": "good" if won else "bad" if mine.net < 0 else "note",
        "net": with_minus(f"{mine.net:+}") if mine.net else "0",
        "rows": [
            {
                "name": name_player(seated.sitters[at]),
                "how": draw_line(Cited(_tell_ending(row.ending, len(settled.rows)), _cite(settled, row.name))),
                "why": whys[at],
                "net": with_minus(f"{row.net:+}") if row.net else "0",
                "won": row.name in settled.winners,
                "mine": at == seated.seat,
            }
            for at, row in enumerate(settled.rows)
        ],
        "shown_word": tell("play.shown") if groups and not won else "",
        "shown": _draw_open(groups, "end"),
        "held_word": "" if nearest is None else tell("play.held", name=name_player(seated.sitters[nearest])),
        "held": _draw_open(held, "held"),
        "why": whys[seated.seat if nearest is None else nearest],
    }


def _draw_open(groups: Sequence[Group], key: str) -> list[PlainGroupView]:
    """A hand that is seen at the end; its loose cards lie together."""
    melds = [group for group in groups if group.kind is not Kind.LOOSE]
    loose = tuple(card for group in groups if group.kind is Kind.LOOSE for card in group.cards)
    shown = [*melds, Group(loose, Kind.LOOSE)] if loose else melds
    return [plain_group(group, f"{key}-{at}") for at, group in enumerate(shown)]


def _tell_tally(session: Session, seated: Seated) -> str:
    """How many rounds of the game the learner has won, and at the end whom they meet next; empty before the second."""
    game = seated.played.rulebook.key
    rounds, following = list_ends(session, game), choose_level(session, game, seated.level)
    if len(rounds) < 2:
        return ""
    tally = tell("play.tally", won=sum(played["won"] for played in rounds), n=len(rounds))
    if not seated.has_won or following == seated.level:
        return tally
    rises = tell("play.rises", level=tell(key_of("play.level-", following)))
    return f"{tally} {rises}"


def _tell_ending(ending: Ending, players: int) -> str:
    """How the round ended for a player; of two players the one who stays has simply won."""
    alone = ending is Ending.LAST_LEFT and players == 2
    return tell("play.won" if alone else key_of("ending.", ending))


def _account(judged: Judged) -> str:
    """Why a hand costs what it costs: the sentences that a rule stands behind; empty where no cards count."""
    told = explain_figure(judged.analysis, best=True) if judged.analysis is not None and judged.points else ()
    return " ".join(text for text, sources in map(find_cited, told) if sources)


def _cite(settled: Round, name: str) -> Sources:
    """What says what a player pays or wins."""
    entries = [entry for entry in settled.entries if name in (entry.payer, entry.payee)]
    return Sources(tuple(dict.fromkeys(code for entry in entries for code in entry.cited)))


def _find_nearest(seated: Seated, settled: Round) -> int | None:
    """The other player whose hand, which is known, cost least; None if none is known."""
    known = [at for at, judged in enumerate(settled.judged) if at != seated.seat and judged.analysis is not None]
    return min(known, key=lambda at: settled.judged[at].points, default=None)


def _show_hand(seated: Seated, settled: Round, at: int) -> Sequence[Group]:
    """A player's hand at the end: as it was laid out, else as it costs least."""
    place, analysis = seated.played.places[at], settled.judged[at].analysis
    if laid := place.declared or place.laid:
        return score_arrangement(laid, replace(seated.played, seat=at).turn.deal).groups
    return () if analysis is None else analysis.best_laid.groups
