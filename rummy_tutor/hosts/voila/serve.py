"""The page through Voilà on the app notebook, for this machine alone.

Voilà's defaults are changed where they would leak or ask the network: an own page template without
foreign style sheets, no files served, no choice of template, kernels ended with their tab.
"""

from __future__ import annotations

import logging
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ...output.logs import start_log
from ..announce import ServeError, has_browser

if TYPE_CHECKING:
    from voila.app import Voila

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1]
TEMPLATE = "rummy-tutor"
DEFAULT_PORT = 8866
HOST = "127.0.0.1"

# nothing is loaded from or sent to another host; widgets are modules in blobs, Voilà's page has inline scripts
_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws://{host}:* ws://localhost:*; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
_ALWAYS = {  # by the classes that read it
    "Voila": {
        "ip": HOST,
        "config_file_paths": [],
        "tornado_settings": {
            "allow_remote_access": False,  # other host names are refused, against DNS rebinding
            "headers": {
                "Content-Security-Policy": _POLICY.format(host=HOST),
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
            },
        },
    },
    "VoilaConfiguration": {
        "template": TEMPLATE,
        "allow_template_override": "NO",
        "allow_theme_override": "NO",
        "file_allowlist": [],
        "file_denylist": [".*"],
        "show_tracebacks": False,
        "strip_sources": True,
        "kernel_spec_manager_class": f"{__package__}.server.NativeKernels",
        "extension_allowlist": [
            "anywidget",
            "@jupyter-widgets/jupyterlab-manager",
            "@voila-dashboards/widgets-manager8",
        ],
    },
    "MappingKernelManager": {"cull_connected": True},
    # a kernel that died is not started again: its widgets would be gone, so the page must know
    "KernelRestarter": {"restart_limit": 0, "time_to_dead": 1.0},
}


def find_notebook() -> Path:
    """The app notebook: beside the package in a checkout, inside it when installed.

    Raises:
        ServeError: it is in neither place.
    """
    places = (PACKAGE / "notebooks" / "app.ipynb", PACKAGE.parent / "notebooks" / "app.ipynb")
    for place in places:
        if place.is_file():
            return place
    raise ServeError("no-notebook")


def serve(
    port: int | None = None,
    *,
    open_browser: bool = True,
    preheat: int = 1,
    idle_minutes: float = 20,
    verbose: bool = False,
    token: str | None = None,
) -> None:
    """Serve the app on 127.0.0.1 until interrupted.

    Args:
        port: the port to use; None takes the first free one from 8866 on.
        open_browser: whether to open the page in a browser.
        preheat: kernels kept ready for the next visitors; each takes some 60 MB.
        idle_minutes: minutes without a click after which a page's kernel is ended.
        verbose: whether to log every request.
        token: what a browser proves itself with the first time, so that no other user of this computer gets in; asked
            of nobody if it is empty. If it is None one is made where a browser is opened, which gets in without it;
            where none is, the plain address opens the page.

    Raises:
        ServeError: Voilà is not installed, the port is taken, or the notebook is missing.
    """
    ServeError.refuse("no-voila", find_spec("voila") is None)
    notebook = find_notebook()
    if token is None and not (open_browser and has_browser()):
        token = ""
    start_log()
    _add_jupyter_path(HERE / "share" / "jupyter")
    server = _make_server(notebook, port, open_browser, preheat, idle_minutes, verbose, token)
    server.initialize([])
    server.start()


def _add_jupyter_path(folder: Path) -> None:
    """Let Voilà find the page template, here and in the kernels it starts."""
    known = os.environ.get("JUPYTER_PATH", "")
    if str(folder) not in known.split(os.pathsep):
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(folder), known]))


def _make_server(
    notebook: Path,
    port: int | None,
    open_browser: bool,
    preheat: int,
    idle_minutes: float,
    verbose: bool,
    token: str | None,
) -> Voila:
    """Voilà, configured; imported only here because it takes a second to load."""
    from traitlets.config import Config

    from .server import TutorServer

    config = Config(_ALWAYS)
    config.Voila.update(
        port=port or DEFAULT_PORT,
        port_retries=0 if port else 50,
        open_browser=open_browser,
        log_level=logging.INFO if verbose else logging.ERROR,
        token=token,
        auto_token=token is None,
    )
    config.VoilaConfiguration.update(preheat_kernel=preheat > 0, default_pool_size=max(preheat, 1))
    config.MappingKernelManager.update(
        cull_idle_timeout=max(1, round(idle_minutes * 60)), cull_interval=max(1, min(60, round(idle_minutes * 30)))
    )
    return TutorServer(config=config, notebook_path=str(notebook))
