"""One page, several hosts: the same script of actions through each of them gives the same view models."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rummy_tutor.hosts.live.outbox import Outbox
from rummy_tutor.hosts.live.visit import Visit
from rummy_tutor.hosts.site.inside import Advising, Page
from rummy_tutor.page.panels import ACTIONS, PANELS
from rummy_tutor.widgets import App
from rummy_tutor.widgets.base import TableWidget
from tests.finding import find_draw

DRAW, DRAWN = find_draw()
HAND = "6H 7H 8H | 3C 3S 3D | KD QD JD PJ | 5C 9S 2D"
HARD = "2H 2H 3H 4H 4H 5D 6D 7D 8C 8C 9S TS JS"
Message = dict[str, Any]


class Notebook:
    """The widget, as Voilà's kernel has it; what is sent is what its traits hold."""

    def __init__(self) -> None:
        self.app = App()

    def send(self, message: Message) -> None:
        """A message of the browser."""
        self.app._receive(self.app, json.loads(json.dumps(message)), [])

    def values(self) -> Mapping[str, Any]:
        """What the browser has been sent."""
        own = {"panels", "parts", "texts", "problem", "reply", "fonts"}
        return {name: getattr(self.app, name) for name in own | {view for panel in PANELS for view in panel.views}}

    def is_idle(self) -> bool:
        """Whether no slow answer is being worked out."""
        return self.app._feed._deferred is None

    def close(self) -> None:
        """End it."""
        self.app.close()


class Live:
    """A visitor of the server that has a WebSocket for each, with what has come out of its socket."""

    def __init__(self) -> None:
        self.outbox, self.received = Outbox(), {}
        self.visit = Visit(self.outbox.put)
        self.outbox.attach(self._write)

    async def _write(self, text: str) -> None:
        self.received.update(json.loads(text))

    def send(self, message: Message) -> None:
        """A message of the browser."""
        self.visit.receive(json.loads(json.dumps(message)))

    def values(self) -> Mapping[str, Any]:
        """What the browser has been sent."""
        return self.received

    def is_idle(self) -> bool:
        """Whether no slow answer is being worked out."""
        return self.visit._feed._deferred is None

    def close(self) -> None:
        """End it."""
        self.visit.stop()
        self.outbox.detach()


class Thread:
    """The second worker of a site, as a thread; once ended it says no more."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        self.loop, self.hear, self.ended = asyncio.get_running_loop(), hear, False

    def postMessage(self, text: str) -> None:
        """Answer a question."""
        threading.Thread(target=lambda: Advising(self.say).receive(text), daemon=True).start()

    def say(self, text: str) -> None:
        """Hand a step to the page."""
        if self.ended:
            raise SystemExit
        self.loop.call_soon_threadsafe(self.hear, text)

    def terminate(self) -> None:
        """End."""
        self.ended = True


class Site:
    """The page whose Python is in the browser, with texts as its workers exchange them."""

    def __init__(self) -> None:
        self.received: dict[str, Any] = {}
        self.page = Page(lambda text: self.received.update(json.loads(text)), lambda: Thread(self.page.hear))

    def send(self, message: Message) -> None:
        """A message of the browser."""
        self.page.receive(json.dumps(message))

    def values(self) -> Mapping[str, Any]:
        """What the browser has been sent."""
        return self.received

    def is_idle(self) -> bool:
        """Whether no slow answer is being worked out."""
        return self.page.visit._feed._deferred is None

    def close(self) -> None:
        """End it."""
        self.page.visit.stop()
        self.page.outbox.detach()


HOSTS = (Notebook, Live, Site)
# actions that carry more than chance finds
GOOD: tuple[Message, ...] = (
    {"type": "text", "text": HAND},
    {"type": "text", "text": "6H 7H ZZ"},
    {"type": "set", "rulebook": "gorummy-13"},
    {"type": "set", "turned": "QD"},
    {"type": "set", "players": 6},
    {"type": "set", "rulebook": "marriage-21", "turned": None},
    {"type": "set", "options": ["ace-jokers"]},
    {"type": "set", "rulebook": "nothing"},
    {"type": "preset", "key": "x2"},
    {"type": "deal", "seed": 4},
    {"type": "deal_extra", "seed": 5},
    {"type": "tricky", "seed": 2},
    {"type": "reveal", "level": 4},
    {"type": "take"},
    {"type": "undo"},
    {"type": "redo"},
    {"type": "link", "search": "?hand=6H+7H+8H&rules=octro-13&turned=PJ"},
    {"type": "link", "search": "?hand=%00&rules=x"},
    {"type": "qr", "url": "http://127.0.0.1/?x"},
    {"type": "classroom", "on": True},
    {"type": "next_step"},
    {"type": "next_step"},
    {"type": "classroom", "on": False},
    {"type": "show_best_column"},
    {"type": "pair", "keys": ["rummy-21", "octro-13"]},
    {"type": "other_rulebook", "key": "paplu-27"},
    {"type": "round", "do": "open"},
    {"type": "round", "do": "preset", "key": "s0-six"},
    {"type": "round", "do": "undo"},
    {"type": "round", "do": "nonsense"},
    {"type": "language", "code": "qps"},
    {"type": "sort"},
    {"type": "link", "search": f"?mode=learn&lesson=turn&task={DRAW}&rules=paplu-13"},
    {"type": "learn", "do": "play", "move": "stock"},
    {"type": "learn", "do": "play", "move": DRAWN.choices[2]},
    {"type": "learn", "do": "refuse", "move": "take"},
    {"type": "learn", "do": "play", "move": "nonsense"},
    {"type": "learn", "do": "refuse", "move": DRAWN.choices[-1]},
    {"type": "learn", "do": "play", "move": "stock"},
    {"type": "learn", "do": "take_back"},
    {"type": "language", "code": "en"},
    {"type": "fonts"},
    {"type": "add", "card": "AS"},
    {"type": "remove", "card": "AS"},
)


def make_script(seed: int, length: int) -> Iterator[Message]:
    """Good actions between moves of cards, every action that there is with values by chance, and nonsense."""
    rng = random.Random(seed)
    rest: list[Message] = [{"type": name} for name in ACTIONS] + [{"type": None}, {"type": ["x"]}, {}]
    rest += [{"type": name, "level": 9, "key": [], "cards": {}, "to": None, "text": 7, "card": "1"} for name in ACTIONS]
    rng.shuffle(rest)
    steps = [*GOOD, *rest]
    moves = max(0, length - len(steps))
    at = sorted(rng.randrange(len(steps)) for _ in range(moves))
    for place, step in enumerate(steps):
        for _ in range(at.count(place)):
            yield rng.choice(
                (
                    {
                        "type": "move",
                        "cards": rng.sample(range(13), rng.randint(1, 4)),
                        "to": rng.choice(["new", 0, 1]),
                    },
                    {"type": "ungroup", "cards": [rng.randrange(14)]},
                    {"type": "undo"},
                )
            )
        yield step


def differing(one: Mapping[str, Any], other: Mapping[str, Any], without: tuple[str, ...] = ()) -> list[str]:
    """The names of values that are not the same as JSON."""
    plain = [
        {name: json.dumps(value, sort_keys=True) for name, value in values.items() if name not in without}
        for values in (one, other)
    ]
    return sorted(name for name in plain[0].keys() | plain[1].keys() if plain[0].get(name) != plain[1].get(name))


async def reach(condition: Callable[[], bool]) -> None:
    """Let the hosts work until something comes true; what never does is seen after two minutes."""
    async with asyncio.timeout(120):
        while not condition():
            await asyncio.sleep(0.01)


def test_every_host_sends_the_same_view_models() -> None:
    """After each of 300 actions, every value that a browser has is the same whichever host sent it."""

    async def run() -> None:
        hosts = [host() for host in HOSTS]
        for at, step in enumerate(make_script(1, 300)):
            for host in hosts:
                random.seed(at)  # deals that no number is given for
                host.send({**step, "seq": at, "view": "contract"})
            await asyncio.sleep(0)  # what was sent is written
            await asyncio.sleep(0)
            for other in hosts[1:]:
                rare = () if at % 25 == 0 else ("texts", "parts", "fonts")  # which are long
                assert differing(hosts[0].values(), other.values(), rare) == [], (at, step)
        for host in hosts:
            host.close()

    asyncio.run(run())


def test_advice_that_is_overtaken_is_the_same_in_every_host() -> None:
    """Advice asked for and left behind by other cards comes to the same end everywhere: that of the last cards."""

    async def run() -> None:
        hosts = [host() for host in HOSTS]
        for step in (
            {"type": "set", "rulebook": "gorummy-13", "turned": "QD"},
            {"type": "text", "text": HARD},
            {"type": "what_now", "level": 3},
            None,
            {"type": "text", "text": HAND.replace(" | ", " ")},
            {"type": "what_now", "level": 3},
        ):
            if step is None:
                await reach(lambda: not any(host.is_idle() for host in hosts))  # the work on it has begun
                continue
            for host in hosts:
                host.send({**step, "seq": 1, "view": "contract"})
        await reach(lambda: all(host.is_idle() for host in hosts))
        await reach(lambda: all(differing(hosts[0].values(), other.values()) == [] for other in hosts[1:]))
        first = hosts[0].values()
        assert not first["comparison"]["pending"] and not first["what_now"].get("failed")
        for other in hosts[1:]:
            assert differing(first, other.values()) == []
        for host in hosts:
            host.close()

    asyncio.run(run())


def test_the_widget_and_the_visit_share_what_makes_values() -> None:
    """Nothing of a page is made by a host for itself: what is sent comes from the one feed."""
    made = {name for panel in PANELS for name in panel.views}
    sent: dict[str, Any] = {}
    Visit(sent.update).stop()
    synced = set(App().traits(sync=True)) - set(TableWidget.__bases__[0].class_traits(sync=True)) - {"_css", "_esm"}
    assert made <= set(sent) and {name for name in synced if not name.startswith("_")} == set(sent)
