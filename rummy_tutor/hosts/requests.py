"""What our servers refuse of requests before anything else reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from tornado.web import Application, ErrorHandler

_NOWHERE_ELSE = ("same-origin", "none")  # from our own pages, or from nobody's: an address that was typed or kept


def is_host(host: str) -> bool:
    """Whether a ``Host`` header names a host, ours or another one.

    Example:
        >>> is_host("localhost:8866"), is_host("[::1]:8866"), is_host("["), is_host("a:b"), is_host("")
        (True, True, False, False, False)
    """
    try:
        parts = urlsplit(f"//{host}")
        return bool(parts.hostname) and parts.port != 0 and parts.netloc == host and "@" not in host
    except ValueError:
        return False


def refuse_without_host(application: Application) -> None:
    """Have requests whose ``Host`` names no host answered with status 400."""
    find = application.find_handler

    def find_handler(request: Any, **given: Any) -> Any:
        if is_host(request.host):
            return find(request, **given)
        return application.get_handler_delegate(request, ErrorHandler, {"status_code": 400})

    application.find_handler = find_handler  # type: ignore[method-assign]


def is_asked_for(headers: Mapping[str, str]) -> bool:
    """Whether a page is asked for by who sees it: not as a picture, a frame or ahead of time by another site's page.

    A browser says so of each request; a link of another site that somebody follows opens a whole page.

    Example:
        >>> is_asked_for({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"})
        False
    """
    if headers.get("Sec-Fetch-Site", "none") in _NOWHERE_ELSE:
        return True
    asks = headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Dest")
    return asks == ("navigate", "document") and "prefetch" not in headers.get("Sec-Purpose", "")
