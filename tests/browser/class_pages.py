"""A class served to browsers: the pages of its teacher, of the wall and of its students."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from playwright.sync_api import Browser, BrowserContext, Page

from tests.patience import MILLISECONDS, eventually
from tests.processes import Written

from .conftest import PHONE, PROJECTOR
from .servers import REPOSITORY, end_process, free_port, is_there

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": PROJECTOR}


class Class:
    """A class that is served, and the browsers of those in it."""

    def __init__(self, browser: Browser, **environment: str) -> None:
        self.browser = browser
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.url = f"http://127.0.0.1:{free_port()}/"
        path = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]))
        command = f"class --port {self.url.rsplit(':')[-1].strip('/')} --bind 127.0.0.1 --no-browser --no-keep"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rummy_tutor", *command.split()],
            env={**os.environ, **environment, "PYTHONPATH": path},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.written = Written(self.process)
        told = self.written.read_address()
        self.code = re.search(r"[A-Z]{4}", told)[0]  # type: ignore[index]
        self.secret = re.search(r"#(\S+)", told)[1]  # type: ignore[index]
        assert eventually(lambda: is_there(self.url))

    def open(self, path: str, **more: object) -> Page:
        """A page of the class in a context of its own, on which no card glides."""
        context = self.browser.new_context(reduced_motion="reduce", **more)
        self.contexts.append(context)
        context.set_default_timeout(MILLISECONDS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(self.url + path)
        return page

    def stop(self) -> None:
        """Close the pages, which would ask for their class again and again, and end it."""
        for context in self.contexts:
            context.close()
        end_process(self.process)
        self.written.check()
