"""One page, several hosts: the same script of actions through each of them gives the same view models."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable, Mapping
from typing import Any

from rummy_tutor.hosts.live.outbox import Outbox
from rummy_tutor.hosts.live.visit import Visit
from rummy_tutor.hosts.site.inside import Advising, Page
from rummy_tutor.page.asking import MODES
from rummy_tutor.page.panels import PANELS
from rummy_tutor.widgets import App
from rummy_tutor.widgets.base import VIEW
from tests.hosts.script import HAND, HARD, Message, make_script
from tests.patience import until


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
        views = {view: getattr(self.app, VIEW + view) for panel in PANELS for view in panel.views}
        return {name: getattr(self.app, name) for name in own} | views

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


def write_plain(host: Notebook | Live | Site, without: tuple[str, ...] = ()) -> dict[str, str]:
    """What a browser of a host has been sent, each value as JSON."""
    return {name: json.dumps(value, sort_keys=True) for name, value in host.values().items() if name not in without}


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The names of values that are not the same."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def test_every_host_sends_the_same_view_models() -> None:
    """After each of 400 actions every value that a browser has is the same whichever host sent it."""

    async def run() -> None:
        hosts, seen = [host() for host in HOSTS], set[tuple[str, bool]]()
        for at, asked in enumerate(make_script(1, 400)):
            step = asked(hosts[0].values()) if callable(asked) else asked
            for host in hosts:
                random.seed(at)  # deals that no number is given for
                host.send({**step, "seq": at, "view": "contract"})
            await asyncio.sleep(0)  # what was sent is written
            await asyncio.sleep(0)
            rare = () if at % 25 == 0 else ("texts", "parts", "fonts")  # which are long
            first, *others = (write_plain(host, rare) for host in hosts)
            for other in others:
                assert differing(first, other) == [], (at, step)
            shown = hosts[0].values()
            seen.add((shown["shell"]["mode"], bool(shown["classroom"].get("bar"))))
        screens = set(MODES)  # all of them have been seen, also before a class
        assert screens == {mode for mode, _ in seen} == {mode for mode, taught in seen if taught} | {"class"}
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
                await until(lambda: not any(host.is_idle() for host in hosts))  # the work on it has begun
                continue
            for host in hosts:
                host.send({**step, "seq": 1, "view": "contract"})
        await until(lambda: all(host.is_idle() for host in hosts))
        await until(lambda: all(write_plain(hosts[0]) == write_plain(other) for other in hosts[1:]))
        shown = hosts[0].values()
        assert not shown["comparison"]["pending"] and not shown["what_now"].get("failed")
        first, *others = map(write_plain, hosts)
        for other in others:
            assert differing(first, other) == []
        for host in hosts:
            host.close()

    asyncio.run(run())


def test_the_widget_and_the_visit_share_what_makes_values() -> None:
    """Nothing of a page is made by a host for itself: what is sent comes from the one feed."""
    made = {name for panel in PANELS for name in panel.views}
    sent: dict[str, Any] = {}
    Visit(sent.update).stop()
    # texts that widgets of a kernel share are named by each of them, and sent once
    synced = {name.removeprefix(VIEW).replace("_texts", "texts") for name in App().traits(sync=True)}
    assert made <= set(sent) <= synced
