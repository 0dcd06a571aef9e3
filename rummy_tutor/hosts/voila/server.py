"""Voilà with the changes the app needs; imported only by ``serve``."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from ipykernel.kernelspec import get_kernel_dict
from jupyter_client.kernelspec import NATIVE_KERNEL_NAME, KernelSpec, KernelSpecManager, NoSuchKernel
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, RequestHandler
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler

from ...wording.speech import tell
from ..announce import ServeError, announce, open_page
from ..first import FILE_KINDS, FirstPage
from ..requests import is_asked_for, refuse_without_host

MOST_KERNELS = 24  # those of pages, and those kept ready; each takes some 60 MB
_KERNEL = '<script id="jupyter-config-data"'  # what stands in the page once its kernel is there


class NativeKernels(KernelSpecManager):
    """Kernels of the running interpreter only, whatever else is installed for the user."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """The one kernel there is.

        Raises:
            NoSuchKernel: another one is asked for.
        """
        if kernel_name != NATIVE_KERNEL_NAME:
            raise NoSuchKernel(kernel_name)
        return KernelSpec(resource_dir="", **get_kernel_dict(["--log-level=ERROR"]))

    def find_kernel_specs(self) -> dict[str, str]:
        """Names of kernels and their folders."""
        return {NATIVE_KERNEL_NAME: ""}


class CloseTab(VoilaShutdownKernelHandler):
    """Ends a kernel when its tab closes.

    The browser's parting message cannot carry the XSRF token, so that Voilà refuses it and the
    kernel lives on. Instead of the token, the message must come from a page of this very server.
    """

    def check_xsrf_cookie(self) -> None:
        """Accept a request only from a page of the same origin.

        Raises:
            HTTPError: it comes from elsewhere or does not say where from.
        """
        origin = self.request.headers.get("Origin")
        if origin is None or urlsplit(origin).netloc.lower() != self.request.host.lower():
            raise HTTPError(403)


class Arrivals:
    """The pages that are being sent, and what all of them begin with.

    Attributes:
        head: the page as far as it names no kernel; empty until one has been sent.
        waiting: how many of them have no kernel yet.
        ticket: what lets the browser in that is opened at the start, once: others of this computer may see it there.
    """

    def __init__(self) -> None:
        self.ticket = ""
        self.head = ""
        self.waiting = 0


class TutorPage(TornadoVoilaHandler):
    """The page with a kernel of its own; what needs none is sent before that one is there."""

    def initialize(self, arrivals: Arrivals, **given: Any) -> None:
        """Take what the pages share, and what Voilà needs."""
        super().initialize(**given)
        self.arrivals = arrivals

    async def prepare(self, **given: Any) -> None:
        """Let in who has the ticket or the token, and take either out of the address, which may be shared.

        Raises:
            HTTPError: another site's page asks for the page.
        """
        if not is_asked_for(self.request.headers):
            raise HTTPError(403)
        ticket = self.get_query_argument("ticket", "")
        if ticket and secrets.compare_digest(ticket.encode(), self.arrivals.ticket.encode()):
            self.arrivals.ticket = ""
            provider = self.identity_provider
            provider.set_login_cookie(self, provider.generate_anonymous_user(self))
        else:
            await super().prepare(**given)
        if not self._finished and (ticket or self.get_query_argument("token", "")):
            kept = [field for field in parse_qsl(self.request.query) if field[0] not in ("ticket", "token")]
            self.redirect(f"{self.request.path}?{urlencode(kept)}".rstrip("?"))

    @allow_unauthenticated
    async def get(self, path: str | None = None) -> None:
        """Send the page; or ask for the token, or say that there are too many."""
        self.set_header("Cache-Control", "no-store")
        if self.current_user is None:
            self.set_status(401)
            words = {"told": tell("host.token"), "label": tell("host.token-label"), "open": tell("host.token-open")}
            fields = parse_qsl(self.request.query)  # of the link that was followed
            self.finish(self.render_template("token.html", fields=fields, **words))
            return
        if len(self.kernel_manager.list_kernel_ids()) + self.arrivals.waiting < MOST_KERNELS:
            await super().get(path)
            return
        self.set_status(503)
        self.finish(self.render_template("503.html", told=tell("host.too_many"), again=tell("host.try_again")))

    async def get_generator(self, path: str | None = None) -> AsyncIterator[str]:
        """The page piece by piece; once one has been sent, all that it has before its kernel comes at once."""
        head, text, is_waiting = "" if path else self.arrivals.head, "", True
        if head:
            yield head
        self.arrivals.waiting += 1
        try:
            async for piece in super().get_generator(path):
                if is_waiting:
                    text += piece
                    before, mark, after = text.partition(_KERNEL)
                    if mark:
                        is_waiting = False
                        self.arrivals.waiting -= 1
                        self.arrivals.head = before
                        piece = mark + after if head else piece
                    elif head:
                        continue
                yield piece
        finally:
            self.arrivals.waiting -= is_waiting


def find_scripts(folders: list[str]) -> list[str]:
    """Names of the script files that Voilà's page always loads, so that the browser can fetch them early.

    The page's first script names its parts by number; those that exist beside it are needed.
    """
    for folder in map(Path, folders):
        main = folder / "voila.js"
        if main.is_file():
            numbers = re.findall(r"\.e\((\d+)\)", main.read_text(encoding="utf-8"))
            parts = [f"{number}.voila.js" for number in dict.fromkeys(numbers)]
            return ["voila.js", *(part for part in parts if (folder / part).is_file())]
    return []


class PageFile(RequestHandler):
    """A file of the page, under a name of its content."""

    def initialize(self, files: Mapping[str, bytes]) -> None:
        """Take the files by their names."""
        self.files = files

    def get(self, name: str) -> None:
        """Send one.

        Raises:
            HTTPError: there is none of that name.
        """
        if name not in self.files:
            raise HTTPError(404)
        self.set_header("Content-Type", FILE_KINDS[name.rpartition(".")[2]])
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        self.finish(self.files[name])


class TutorServer(Voila):
    """Voilà serving one notebook on this machine."""

    name = "voila"
    page: FirstPage
    arrivals: Arrivals

    def setup_template_dirs(self) -> None:
        """Find the template, and what its page will load."""
        super().setup_template_dirs()
        self.page = FirstPage()
        early = {name: f"page/{file}" for name, file in self.page.named.items()}
        self.voila_configuration.config.VoilaConfiguration.resources = {
            "scripts": find_scripts(self.static_paths),
            "early": {**early, "values": self.page.values, "lang": self.page.lang},
        }

    def init_handlers(self) -> list:
        """Voilà's handlers, with the one that ends kernels replaced and those the page does not need left out."""
        shutdown, *unused = (
            url_path_join(self.server_url, path)
            for path in (r"/voila/api/shutdown/(.*)", r"/voila/templates/(.*)", r"/voila/api/themes/(.*)")
        )
        *kept, page = [handler for handler in super().init_handlers() if handler[0] not in (shutdown, *unused)]
        self.arrivals = Arrivals()
        files = (url_path_join(self.server_url, r"/page/([\w.-]+)"), PageFile, {"files": self.page.files})
        return [(shutdown, CloseTab), files, *kept, (page[0], TutorPage, {**page[2], "arrivals": self.arrivals})]

    def launch_browser(self) -> None:
        """Open the page by its address, with a ticket where a token is asked for."""
        address = self.connection_url
        if self.identity_provider.token:
            self.arrivals.ticket = secrets.token_urlsafe(16)
            address = f"{address}?ticket={self.arrivals.ticket}"
        open_page(address)

    def listen(self) -> None:
        """Listen, saying where; a taken port is an error of one line.

        Raises:
            ServeError: no port could be had.
        """
        # Jupyter counts its pings in milliseconds, Tornado takes them for seconds and warns of them
        logging.getLogger("tornado.general").addFilter(
            lambda record: "websocket_ping_timeout" not in record.getMessage()
        )
        refuse_without_host(self.app)
        log_critical, listen_on = self.log.critical, self.app.listen
        self.log.critical = lambda *_: None  # the error raised below says it

        def start_serving(port: int, address: str) -> None:
            listen_on(port, address)
            self.log.critical = log_critical
            token = self.identity_provider.token
            announce(f"http://{address}:{port}{self.base_url}{f'?token={token}' if token else ''}")

        self.app.listen = start_serving
        try:
            super().listen()
        except SystemExit as error:
            if error.code:
                raise ServeError("port-taken", port=str(self.port)) from None
            raise
