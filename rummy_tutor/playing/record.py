"""The record of a played round: one JSON document, which plays again to the last card.

A record comes from anybody: it names cards and moves, never a command.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from ..game.cards import Card, Hand
from ..game.messages import name_system_error, quote, tell_later
from ..game.rules import RuleError, refuse
from ..rounds.documents import check_keys, check_type, parse_json, read_game
from ..rounds.files import read_whole, write_whole
from .bots import BOTS, Bot
from .by_hand import deal_by_hand
from .chance import SHUFFLE
from .game import PROGRAM, RECORD, Game, Sitter
from .moves import Groups, Move, PlayError

_KEYS = (
    "play", "engine", "shuffle", "rulebook", "options", "players", "seed", "deal", "point_value", "moves", "groups",
    "end",
)  # fmt: skip
_MOST_MOVES = 5000  # of a record; no round is as long


def save_play(game: Game, path: str | Path) -> None:
    """Write the record of a round to a file; what stood there before stays whole until it is written."""
    write_whole(path, game.to_json() + "\n")


def load_play(record: Mapping[str, Any] | str | Path) -> Game:
    """A round from its record; bots go on where it stopped.

    Args:
        record: its data, its JSON text, or the name of its file.

    Raises:
        RuleError: it is no record, or one of another version; its file cannot be read; or ``bad-record:end``: its moves
            lead to another end.
        PlayError: one of its moves is not allowed.
    """
    return replay(record).go_on()


def replay(record: Mapping[str, Any] | str | Path) -> Game:
    """A round as far as its record goes, played again from its seed and moves; see ``load_play``."""
    values = check_keys(record if isinstance(record, Mapping) else _read_json(record), _KEYS, "play")
    versions = values.get("play"), values.get("shuffle", SHUFFLE)
    refuse("bad-record:version", versions != (RECORD, SHUFFLE), found=quote("{}/{}".format(*versions)))
    book, rate = read_game(values)
    sitters = [_read_sitter(given) for given in _read_list(values, "players")]
    laid = {seat: _read_groups(groups) for seat, groups in check_type(values.get("groups", {}), dict, "groups").items()}
    moves = [_read_move(entry) for entry in _read_list(values, "moves")[:_MOST_MOVES]]
    if "deal" in values:
        names = [sitter.name for sitter in sitters]
        played, by_hand = deal_by_hand(book, names, values["deal"], moves, laid)
        game = Game(book, sitters, 0, rate, played=played, by_hand=by_hand)
    else:
        game = Game(book, sitters, check_type(values.get("seed"), int, "seed"), rate)
    for seat, text in moves:
        groups = laid.get(str(seat)) if text.startswith("declare") else None
        is_turn = game.outcome is None and seat == game.played.seat
        refuse("bad-record:turn", not is_turn, move=quote(json.dumps([seat, text])))
        if game.by_hand is not None and groups is None and text.startswith("declare"):
            if game.by_hand.unknown[seat] is not None:
                return game  # with cards that nobody wrote down
            groups = Bot().lay_out(game.view, Move.parse(text))
        try:
            game.make(text, groups)
        except PlayError as error:
            raise error.within(tell_later("place.move", n=len(game.played.log) + 1)) from None
    end = game.to_dict().get("end")
    told = end if game.by_hand is not None else values.get("end", end)
    refuse("bad-record:end", told != end, found=quote(json.dumps(end)), told=quote(json.dumps(told)))
    return game


def _read_json(record: object) -> Any:
    """The data of a record from its JSON text or its file."""
    if not isinstance(record, str | PathLike):
        raise RuleError("bad-record:type", type=type(record).__name__)
    text = str(record)
    if text.lstrip().startswith(("{", "[")):
        return parse_json(text)
    try:
        return parse_json(read_whole(text))
    except OSError as error:
        raise RuleError("no-file", file=quote(text, 100), why=name_system_error(error)) from None


def _read_list(values: Mapping[str, Any], key: str) -> list[Any]:
    refuse("missing-key", key not in values, key=key)
    return list(check_type(values[key], list, key))


def _read_move(entry: object) -> tuple[int, str]:
    """Whose move it is, and the move."""
    if not isinstance(entry, list) or len(entry) != 2 or type(entry[0]) is not int or not isinstance(entry[1], str):
        raise RuleError("bad-record:turn", move=quote(json.dumps(entry)))
    return entry[0], entry[1]


def _read_sitter(given: object) -> Sitter:
    """Who sits at a place."""
    player = check_keys(given if isinstance(given, Mapping) else {}, ("name", "bot"), "player")
    name, bot = check_type(player.get("name"), str, "name"), player.get("bot")
    refuse("bad-level", bot not in (None, PROGRAM, *BOTS), found=quote(str(bot)), known=", ".join((*BOTS, PROGRAM)))
    return Sitter(name, bot)


def _read_groups(given: object) -> Groups:
    """A hand laid out, as it stands in a record."""
    groups = [check_type(group, list, "groups") for group in check_type(given, list, "groups")]
    cards = [[Card.parse(check_type(card, str, "groups")) for card in group] for group in groups]
    return Hand.of_groups(cards).groups or ()
