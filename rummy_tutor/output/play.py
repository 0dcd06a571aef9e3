"""A round in play as plain text: what a player sees of the table, and what has been done since their last turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..game.cards import Card
from ..game.messages import key_of
from ..playing.game import Game
from ..playing.view import View
from ..rounds.ledger import Round
from ..solver.best import find_best
from ..wording.phrases import as_shown
from ..wording.players import name_player
from ..wording.speech import in_words, name_rulebook, tell
from .blocks import write_html
from .html import lines_html
from .round_tables import describe_round

_LAST_MOVES = 8  # that a display names


def draw_table(game: Game, since: int = 0) -> str:
    """The table as the player whose turn it is sees it.

    Args:
        game: the round.
        since: how many moves they have been told of.
    """
    view, names = game.view, [name_player(sitter) for sitter in game.sitters]
    news = [(done.seat, done.move.record) for done in view.log[since:] if done.seat != view.seat]
    facts = [
        "" if view.turned is None else tell("play.turned", card=view.turned),
        tell("play.open:none") if view.open is None else tell("play.open", card=view.open),
        tell("play.stock", n=view.stock),
    ]
    others = [
        tell(key_of("play.player:", "out" if player.out else ""), name=names[seat], n=player.cards)
        for seat, player in enumerate(view.others)
        if seat != view.seat
    ]
    lines = [tell("play.line", name=names[seat], move=move) for seat, move in news]
    laid = [
        tell("play.laid", name=names[seat], cards=_tell_groups(player.laid))
        for seat, player in enumerate(view.others)
        if player.laid
    ]
    hand = tell("play.hand", name=names[view.seat], cards=group_hand(view))
    return "\n".join([*lines, " · ".join(filter(None, facts)), " · ".join(others), *laid, hand])


def game_html(game: Game) -> str:
    """The round as the player whose turn it is sees it, and what was done last; once it has ended, who pays whom."""
    if game.outcome is not None:
        return write_html(describe_round(settle_named(game)))
    moves = [(name_player(game.sitters[done.seat]), done.move.record) for done in game.played.log[-_LAST_MOVES:]]
    lines = [tell("play.line", name=name, move=move) for name, move in moves]
    return lines_html(
        name_rulebook(game.played.rulebook), [*draw_table(game, len(game.played.log)).splitlines(), *lines]
    )


def settle_named(game: Game) -> Round:
    """A round that has ended, settled with each player called as ``name_player`` calls them, where these differ."""
    names = [name_player(sitter) for sitter in game.sitters]
    return game.played.settle_as(names if len({*names}) == len(names) else game.played.names)


def group_hand(view: View) -> str:
    """The hand in its best groups, then the loose cards."""
    best = find_best(view.hand, view.deal)
    loose = [*best.loose, *([best.discard] if best.discard is not None else [])]
    return _tell_groups([*map(as_shown, best.groups), sorted(loose)])


def _tell_groups(groups: Sequence[Sequence[Card]]) -> str:
    return " | ".join(" ".join(map(in_words, group)) for group in groups if group)


def list_choices(moves: Sequence[str]) -> str:
    """The moves in a few words: throws and declarations are named once, without their cards."""
    short = [re.sub("^(throw|declare) .*", rf"\1 {tell('play.card')}", move) for move in moves]
    return ", ".join(dict.fromkeys(short))
