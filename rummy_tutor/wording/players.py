"""What the players of a round are called."""

from __future__ import annotations

from ..game.messages import key_of
from ..playing.game import BOT_NAMES, Sitter
from .speech import tell


def name_player(sitter: Sitter) -> str:
    """What a player is called: a computer player by the same name in the script of the language."""
    written = sitter.bot is not None and sitter.name in BOT_NAMES
    return tell(key_of("play.bot-", sitter.name)) if written else sitter.name
