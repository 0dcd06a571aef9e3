"""A look back at a round as text for a terminal, and as self-contained HTML for notebooks."""

from __future__ import annotations

from ..game.messages import key_of
from ..playing.moves import Move
from ..playing.review import Found, Review
from ..wording.players import name_player
from ..wording.speech import in_words, tell, with_minus
from .blocks import Block, Lines, Points
from .figures import tell_limits


def tell_move(text: str) -> str:
    """A move of a record in words."""
    move = Move.parse(text)
    variant = "all" if move.kind == "declare" and not move.cards else ""
    return tell(key_of("review.move-", move.kind, variant), cards=" ".join(map(in_words, move.cards)))


def tell_found(judged: Found) -> list[str]:
    """A move that cost something, in sentences: what it cost, and why."""
    values = {"at": judged.at + 1, "move": tell_move(judged.move), "best": tell_move(judged.best)}
    sentences = [
        tell(key_of("review.", judged.grade), loss=round(judged.loss), **values),
        tell(key_of("review.", judged.code)),
    ]
    made, best = judged.outs
    if made is not None and best is not None and made < best:
        sentences.append(tell("review.outs", n=made, best=best))
    return sentences


def tell_review(review: Review) -> tuple[list[str], list[list[str]], list[str]]:
    """A review in sentences: its head, the three dearest mistakes, and what else is to be known."""
    name = name_player(review.sitters[review.seat])
    if review.accuracy is None:
        head = [tell("review.head:nothing", name=name)]
    else:
        head = [tell("review.head", name=name, n=review.decisions, accuracy=round(review.accuracy))]
        head.append(tell("review.scatter"))
    if review.luck is not None:
        head.append(tell("review.luck", luck=with_minus(f"{round(review.luck):+}")))
    if review.accuracy is not None and not review.found:
        head.append(tell("review.good"))
    return head, [tell_found(judged) for judged in review.worst], tell_limits(review)


def describe_review(review: Review) -> list[Block]:
    """A review as a display."""
    head, worst, notes = tell_review(review)
    return [Lines(head), Points([" ".join(sentences) for sentences in worst]), Lines(notes)]
