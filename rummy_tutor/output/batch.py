"""JSON lines in, JSON lines out: one request a line, answered before more of them are waited for.

A request is an object with the keys ``rulebook`` (a key, ``"all"``, or rules of one's own as an object),
``hand`` (a list of cards, or text such as ``"2H 3H 4H | 5C"``, laid out where it has bars) or ``groups`` (a list of
lists of cards) or both, and optionally ``id`` (any value, answered as it came), ``turned`` (a card, ``"PJ"`` or null),
``players`` (4 if left out) and ``options`` (a list of house options).
What may be left out may also be null.

With ``ask``, a list of any of ``"distance"``, ``"discards"`` and ``"outs"``, the answer also holds ``advice``,
an object with what was asked for:

* ``distance``: fewest cards to exchange until the hand can declare, null if it never can; with ``objective``, how
  it then declares, and ``way``: the ``groups`` it is built of, the cards ``missing`` and those ``given`` up (``way``
  is left out where there is none). Where the game hides a card, ``distance_to_seen`` as well.
* ``outs``, for as many cards as the game deals: each draw that brings the hand nearer or makes it better, with the
  ``copies`` that can still come, and the ``distance``, ``points`` and ``score`` after it; ``chance`` that the next
  card does either.
* ``discards``, for one card more: each discard, best first, with the ``points`` and ``score`` if somebody declares
  next, the ``distance``, the number of ``outs`` (copies counted) and these ``draws``.
* ``unseen``, with the distance or the outs: how many cards can still come.

Two keys bear on the advice and on nothing else. ``seen`` is a list of at most 200 cards known to be out of play.
``open`` is the discard that may be taken: with as many cards as the game deals, ``advice.pick`` judges it (``take``,
``reason``, ``allowed``: null where the rule on picking up depends on what the hand does not tell, and ``take`` then
too, if the card is worth it). For ``"all"``, a rulebook without such a card judges none, and of a card seen more often
than a rulebook's pack holds it none is left.

The answer is ``Analysis.write_answer()`` after the ``id``; for ``"all"`` it holds ``results``, one such answer a
rulebook. A request that cannot be answered gets ``{"id": …, "error": {"code": …, "message": …}}``:

==================  =====================================================================================
``empty-line``      the line holds nothing
``line-too-long``   the line is longer than 1 MiB; it is skipped without being stored
``bad-utf8``        the bytes are no UTF-8
``bad-json``        no JSON, NaN or Infinity, a number that cannot be kept as it stands, or brackets nested too deep
``key-twice``       an object in which a key stands twice
``not-an-object``   JSON, but no object
``unknown-key``     a key that no request has
``missing-key``     no ``rulebook``, or neither ``hand`` nor ``groups``
``bad-type``        a value of the wrong type (true is no number, 4.0 no number of players)
``bad-rulebook``    an unknown rulebook
``unknown-field``   rules of one's own with a field that no rulebook has
``missing-field``   rules of one's own without a field that they need
``bad-field``       rules of one's own with a value that cannot be read
``bad-rule``        rules of one's own outside their limits, or that do not go together
``bad-option``      a house option the rulebook does not offer (for ``"all"``: that none offers)
``bad-players``     a number of players the rulebook does not allow
``bad-turned``      a turned card that is no card, or one the pack does not hold
``bad-ask``         something asked for that is unknown
``bad-seen``        a card among those seen that is none, more than 200 of them, or more of a card than the pack holds
                    beside the hand, unless the hand alone is more than that (``pack_ok``)
``bad-open``        an open card that is no card, or one the pack does not hold, or holds no further copy of
``bad-card``        a card of the hand that is none
``hand-size``       no card at all, or more than 28
``empty-group``     a group without a card
``groups-mismatch``  ``groups`` do not hold exactly the cards of ``hand``
``printed-joker``   a printed joker in a game played without them
``internal``        a fault of this program; the other lines are answered all the same
==================  =====================================================================================
"""

from __future__ import annotations

import json
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from ..game.cards import CARDS, MAX_HAND, Card, CardError, Hand
from ..game.messages import Items, RequestError, TutorError, key_of, quote
from ..game.rules import Rulebook, RuleError
from ..game.unseen import check_supply
from ..rounds.documents import check_type, parse_json
from ..rulebooks import RULEBOOKS
from ..rulebooks.files import make_rulebook
from ..study.advice import advise_at, check_ask
from ..study.analysis import DEFAULT_PLAYERS, Analysis, analyse
from ..study.compare import compare

if TYPE_CHECKING:
    from queue import Queue

Answer = Callable[[dict[str, object]], str]  # from the values of a line to a JSON object without its id

_LOG = logging.getLogger(__name__)
MAX_LINE = 1 << 20  # bytes
_AHEAD = 32  # lines that a process is given at once, at most
ALL = "all"
_BOOKS = Items((*RULEBOOKS, ALL), "comma")
_CHUNK = 1 << 16
_LONG = 0.02  # seconds that an answer waits to be sent, if the lines before it are answered quickly
_MAX_MESSAGE = 300  # characters; a message may quote what it complains about
_BOM = b"\xef\xbb\xbf"
_MAX_SEEN = 200  # cards; the largest pack holds 162
_WRITTEN = {str(card): card for card in CARDS}
_KEYS = ("id", "rulebook", "turned", "players", "hand", "groups", "options", "ask", "seen", "open")
_KNOWN = frozenset(_KEYS)


class Request(NamedTuple):
    """One request, its types and cards checked; what the rulebook allows is for the engine to say."""

    rulebook: str | Rulebook
    hand: Hand
    turned: Card | None
    players: int
    options: tuple[str, ...]
    ask: tuple[str, ...] | None = None
    seen: tuple[Card, ...] = ()
    open: Card | None = None


def run_batch(source: BinaryIO, target: BinaryIO, answer: Answer | None = None, jobs: int = 1) -> int:
    """Answer every line of a stream, in order.

    Args:
        source: JSON lines in UTF-8; the first may begin with a byte order mark, the last may lack its newline.
        target: takes one ASCII line of JSON a request; it is flushed before further lines are waited for.
        answer: what answers the values of a line; None for the verdict on a hand.
        jobs: how many processes answer; the order stays.

    Returns:
        How many lines were answered with an error.
    """
    answer = answer or answer_hand
    if jobs > 1:
        return _run_side_by_side(source, target, answer, jobs)
    errors, sent = 0, monotonic()
    for line in _read_lines(source):
        if line is not None:
            written, is_error = _answer_line(line, answer)
            errors += is_error
            target.write(written)
        if line is None or monotonic() - sent > _LONG:
            target.flush()
            sent = monotonic()
    return errors


def _read_lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream, and None before each wait for more; of a line too long no more than shows it."""
    rest, cut, start = b"", False, _BOM
    while chunk := source.read1(_CHUNK):  # type: ignore[attr-defined]  # what is buffered has it
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if not cut:
                yield (line[: MAX_LINE + 1] if len(line) > MAX_LINE else line + b"\n").removeprefix(start)
            cut, start = False, b""
        if len(rest) > MAX_LINE:
            if not cut:
                yield rest[: MAX_LINE + 1]
            rest, cut, start = b"", True, b""
        yield None
    if rest and not cut:
        yield rest.removeprefix(start)
    yield None


def _run_side_by_side(source: BinaryIO, target: BinaryIO, answer: Answer, jobs: int) -> int:
    """Answer lines on several processes, in order, while further lines are read.

    Lines that have come in while all processes were busy go to one of them together: a process answers many lines in
    the time that it takes to send it one.
    """
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing import active_children
    from queue import Queue
    from threading import Thread

    lines: Queue[bytes | Exception | None] = Queue(maxsize=_AHEAD * jobs * 2)
    waiting: Queue[Future[tuple[int, bytes]] | Exception | None] = Queue(maxsize=2 * jobs)

    def read() -> None:
        kept = sys.stdin  # noqa: F841  # Python aborts if it closes this at its end while a line is waited for
        try:
            for line in _read_lines(source):
                if line is not None:
                    lines.put(line)
            lines.put(None)
        except Exception as error:  # raised once the lines before it are answered
            lines.put(error)

    def send() -> None:
        try:
            for together in _take_together(lines):
                waiting.put(pool.submit(_answer_lines, together, answer))
            waiting.put(None)
        except Exception as error:
            waiting.put(error)

    errors = 0
    # Ctrl-C ends a process at once, as the one that waits for its answers is told of it as well
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL))
    try:
        pool.submit(_answer_lines, [], answer)  # forks all processes now: one forked in mid-reading would wait for ever
        for work in (read, send):
            Thread(target=work, daemon=True).start()  # may be waiting for a line or for room when a fault ends the run
        while (future := waiting.get()) is not None:
            if isinstance(future, Exception):
                raise future
            wrong, written = future.result()
            errors += wrong
            target.write(written)
            target.flush()
    except BaseException:
        for process in active_children():
            process.kill()  # one that Ctrl-C met before it was ready would wait for ever for the lock of another
        raise
    finally:
        pool.shutdown(cancel_futures=True)
    return errors


def _take_together(lines: Queue[bytes | Exception | None]) -> Iterator[list[bytes]]:
    """The lines of a queue, as many together as have come in, up to None, or to an error, which is raised."""
    from queue import Empty

    line = lines.get()
    while line is not None:
        if isinstance(line, Exception):
            raise line
        together = [line]
        try:
            while len(together) < _AHEAD and isinstance(line := lines.get_nowait(), bytes):
                together.append(line)
        except Empty:
            pass
        yield together
        if isinstance(line, bytes):
            line = lines.get()


def _answer_lines(lines: list[bytes], answer: Answer) -> tuple[int, bytes]:
    """The answers to some lines as they are written, and how many of them are errors."""
    answers = [_answer_line(line, answer) for line in lines]
    return sum([is_error for _, is_error in answers]), b"".join([written for written, _ in answers])


def answer_line(line: bytes, answer: Answer | None = None) -> dict[str, object]:
    """The answer to one line; whatever the line holds, it is an object with an ``id``.

    Args:
        line: the line as read.
        answer: what answers its values; None for the verdict on a hand.

    Example:
        >>> answer_line(b'{"id": 7, "rulebook": "chess", "hand": ["7S"]}')["error"]["code"]
        'bad-rulebook'
    """
    return json.loads(_answer_line(line, answer or answer_hand)[0])


def _answer_line(line: bytes, answer: Answer) -> tuple[bytes, bool]:
    """The answer as one line of ASCII, and whether it is an error."""
    ident, is_error = "null", True
    try:
        RequestError.refuse("line-too-long", len(line) > MAX_LINE and not line.endswith(b"\n"), most=MAX_LINE)
        values = read_object(line)
        ident = _write_id(values.get("id"))
        text, is_error = answer(values), False
    except TutorError as error:
        text = _write_error(error)
    except Exception as error:  # one line must not end the stream
        _LOG.exception("a line failed")
        text = _write_error(RequestError("internal", fault=type(error).__name__))
    return f'{{"id": {ident}, {text[1:]}\n'.encode("ascii"), is_error


def _write_id(ident: object) -> str:
    """The id of a request as JSON: lone surrogates and line separators in it do no harm."""
    if type(ident) is int:  # most are, and this is the quickest way
        return str(ident)
    try:
        return _ENCODER.encode(ident)
    except RecursionError:  # nested just within what could be read
        raise RuleError("bad-json:nested") from None


def answer_hand(values: dict[str, object]) -> str:
    """The verdict on the hand of a request."""
    return answer_request(check_request(values))


def read_object(line: bytes) -> dict[str, object]:
    """The JSON object on a line.

    Raises:
        RequestError: there is none; a ``RuleError`` where it is no JSON.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise RequestError("bad-utf8", at=error.start + 1) from None
    RequestError.refuse("empty-line", not text.strip())
    return parse_json(text)


_ENCODER = json.JSONEncoder(check_circular=False)  # what was read from JSON holds no circle


def check_request(values: dict[str, object]) -> Request:
    """The request in an object.

    Raises:
        RequestError: keys or types are wrong.
        CardError: cards are wrong.
    """
    if not _KNOWN.issuperset(values):
        unknown = next(key for key in values if key not in _KNOWN)
        raise RequestError("unknown-key", found=quote(unknown), known=Items(_KEYS, "comma"))
    if None in values.values():  # what may be left out may also be null
        values = {key: value for key, value in values.items() if value is not None or key == "rulebook"}
    RequestError.refuse("missing-key:one-of", "rulebook" not in values, key="rulebook", known=_BOOKS)
    rulebook = check_type(values["rulebook"], (str, dict), "rulebook")
    if isinstance(rulebook, dict):
        rulebook = make_rulebook(rulebook)
    elif rulebook != ALL and rulebook not in RULEBOOKS:
        raise RequestError("bad-rulebook", found=quote(rulebook), known=_BOOKS)
    players = check_type(values.get("players", DEFAULT_PLAYERS), int, "players")
    options = _read_list(values["options"], "options", _read_text) if "options" in values else ()
    hand, turned = _read_hand(values), _read_optional_card(values, "turned")
    ask = check_ask(_read_list(values["ask"], "ask", _read_text)) if "ask" in values else None
    seen = _read_seen(values["seen"]) if "seen" in values else ()
    opened = _read_optional_card(values, "open") if "open" in values else None
    return Request(rulebook, hand, turned, players, tuple(options), ask, seen, opened)


def _read_seen(seen: object) -> tuple[Card, ...]:
    """The cards out of play."""
    if isinstance(seen, list) and len(seen) > _MAX_SEEN:
        raise RequestError("bad-seen:many", held=len(seen), most=_MAX_SEEN)
    return tuple(_read_list(seen, "seen", lambda card, where: _read_card(card, where, "bad-seen")))


def _read_hand(values: dict[str, object]) -> Hand:
    """The hand of a request, laid out if it has groups."""
    given, groups = values.get("hand"), values.get("groups")
    if isinstance(given, str):
        hand = _parse_hand(given)
        if groups is None:
            return hand
        given = list(map(str, hand.cards))
    _check_size(given, len(given) if isinstance(given, list) else 1)
    cards = None if given is None else _read_cards(given, "hand")
    if groups is None:
        if cards is None:
            raise RequestError("missing-key:hand")
        return Hand(cards)
    sizes = [len(group) if isinstance(group, list) else 1 for group in groups] if isinstance(groups, list) else [1]
    if 0 in sizes and len(sizes) <= MAX_HAND:
        raise RequestError("empty-group").within(f"groups[{sizes.index(0)}]")
    _check_size(groups, sum(sizes))
    laid = Hand.of_groups(_read_list(groups, "groups", _read_cards))
    return laid if cards is None else Hand(cards, laid.groups)


def _parse_hand(text: str) -> Hand:
    try:
        return Hand.parse(text)
    except CardError as error:
        raise error.within("hand") from None


def _check_size(value: object, count: int) -> None:
    """Refuse a list of far too many cards before any is read."""
    RequestError.refuse("hand-size", isinstance(value, list) and not 1 <= count <= MAX_HAND, held=count, most=MAX_HAND)


def _read_list(value: object, where: str, read: Callable[[object, str], object]) -> list:
    return [read(item, f"{where}[{at}]") for at, item in enumerate(check_type(value, list, where))]


def _read_text(value: object, where: str) -> str:
    return check_type(value, str, where)


def _read_card(value: object, where: str, code: str = "bad-card") -> Card:
    try:
        return Card.parse(_read_text(value, where))
    except CardError as error:
        raise error.within(where, code=code) from None


def _read_cards(value: object, where: str) -> tuple[Card, ...]:
    """A list of cards; most are written as we write them."""
    try:
        return tuple([_WRITTEN[text] for text in value])  # type: ignore[attr-defined]  # else the slow way says why not
    except (KeyError, TypeError):
        return tuple(_read_list(value, where, _read_card))


def _read_optional_card(values: dict[str, object], key: str) -> Card | None:
    """The card under a key that may be left out."""
    value = values.get(key)
    known = _WRITTEN.get(value) if isinstance(value, str) else None  # most are written as we write them
    return known if known or value is None else _read_card(value, key, key_of("bad-", key))


def answer_request(request: Request) -> str:
    """The answer to a request, without its id.

    Raises:
        RuleError: the rulebook cannot take the request.
    """
    if request.rulebook == ALL:
        compared = compare(request.hand, request.turned, request.players, request.options)
        results = ", ".join([_answer(result, request) for result in compared])
        return f'{{"rulebook": "{ALL}", "results": [{results}]}}'
    result = analyse(request.hand, request.rulebook, request.turned, request.players, request.options)
    if request.ask is not None:
        strange = request.open is not None and not result.deal.pack.copies(request.open)
        RequestError.refuse("bad-open:not-in-pack", strange, card=str(request.open), rulebook=result.rulebook.key)
        check_supply(result.hand.cards, result.deal, request.seen, request.open)
    return _answer(result, request)


def _answer(result: Analysis, request: Request) -> str:
    """A verdict, and the advice if any is asked for."""
    verdict = result.write_answer()
    if request.ask is None:
        return verdict
    deal = result.deal
    if not any(deal.pack.copies(card) for card in result.hand.cards):  # every card was set aside
        advice: dict[str, object] = {"distance": None, "objective": None} if "distance" in request.ask else {}
    else:
        pile = request.open if request.open is not None and deal.pack.copies(request.open) else None
        advice = advise_at(result.hand, deal, request.seen, pile, request.ask, result.solved).to_answer(request.ask)
    return f'{verdict[:-1]}, "advice": {json.dumps(advice)}}}'


def _write_error(error: TutorError) -> str:
    message = str(error)
    short = message if len(message) <= _MAX_MESSAGE else message[: _MAX_MESSAGE - 1] + "…"
    return json.dumps({"error": {"code": error.code, "message": short}})
