"""The page under JupyterHub: three users, each with a server and a kernel of his own.

Run ``python -m tests.bench.hub [--users N] [--folder FOLDER]``; it installs the package and JupyterHub into an
environment of its own, with the proxy that JupyterHub needs from npm. It starts the hub on this machine alone, as
``notebooks/jupyterhub_config.py`` says, works the page in Chromium as several users one after the other, and prints
what each took and holds. A folder that is named keeps what is installed for the next time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import psutil
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import launch_chromium
from tests.browser.machines import MACHINES, make_machine
from tests.browser.servers import REPOSITORY, free_port

PATIENCE = 120_000  # ms


def install(folder: Path) -> dict[str, str]:
    """Install what is needed into a folder, unless it is there; the environment to start it in."""
    scripts = folder / "env" / "bin"
    if not (scripts / "jupyterhub").exists():
        subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
        subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", "jupyterhub"], check=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", folder, "configurable-http-proxy"], check=True)
    subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", REPOSITORY], check=True)
    path = [str(scripts), str(folder / "node_modules" / ".bin"), os.environ["PATH"]]
    return {**os.environ, "PATH": os.pathsep.join(path), "PYTHONPATH": ""}


def start(folder: Path, environment: dict[str, str]) -> tuple[subprocess.Popen, str]:
    """Start the hub and wait until it answers; its process and its address."""
    url = f"http://127.0.0.1:{free_port()}"
    addresses = {"JupyterHub.bind_url": url, "JupyterHub.hub_bind_url": f"http://127.0.0.1:{free_port()}"}
    addresses["ConfigurableHTTPProxy.api_url"] = f"http://127.0.0.1:{free_port()}"
    given = REPOSITORY / "notebooks" / "jupyterhub_config.py"
    config = folder / "config.py"
    as_root = os.geteuid() == 0  # a single user's server wants to be told that this is meant
    config.write_text(f"load_subconfig({str(given)!r})\n" + 'c.Spawner.args.append("--allow-root")\n' * as_root)
    command = ["jupyterhub", "-f", str(config), *(f"--{name}={value}" for name, value in addresses.items())]
    with (folder / "hub.log").open("wb") as log:
        hub = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end and hub.poll() is None:
        with suppress(OSError):
            urllib.request.urlopen(f"{url}/hub/login", timeout=2)
            return hub, url
        time.sleep(0.2)
    raise RuntimeError((folder / "hub.log").read_text())


def work(browser: Browser, url: str, user: str) -> tuple[float, float]:
    """Log in and lay a hand; the seconds until the page answers, and those of a second visit."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{url}/hub/login")
    page.fill("input[name=username]", user)
    page.fill("input[name=password]", user)
    took = []
    for _ in range(2):
        began = time.perf_counter()
        if took:
            page.goto(f"{url}/user/{user}/voila/render/app.ipynb?mode=analyse")
        else:
            page.click("[type=submit]")
        page.wait_for_selector(".rt-app[data-ready]")
        took.append(time.perf_counter() - began)
    page.locator(".rt-felt [data-card]").first.click()
    page.keyboard.press("u")
    page.wait_for_function("location.search.includes('hand=')")
    return took[0], took[1]


def measure(process: psutil.Process) -> float:
    """The memory of a process and all below it, each shared page counted once among its users, in MB."""
    return sum(one.memory_full_info().pss for one in [process, *process.children(recursive=True)]) / 1e6


def main() -> None:
    """Install, start, work, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=3)
    parser.add_argument("--folder", type=Path)
    wanted = parser.parse_args()
    users = [f"user-{number + 1}" for number in range(wanted.users)]
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = (wanted.folder or Path(name)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        environment = install(folder)
        hub, url = start(folder, environment)
        try:
            browser = launch_chromium(driver, make_machine(next(iter(MACHINES)), folder))
            print(f"hub and proxy: {measure(psutil.Process(hub.pid)):.0f} MB")
            for user in users:
                first, again = work(browser, url, user)
                print(f"{user}: page answers {first:.1f} s after logging in, {again:.1f} s on a second visit")
            servers = [one for one in psutil.Process(hub.pid).children() if "singleuser" in " ".join(one.cmdline())]
            print(f"servers and kernels: {', '.join(f'{measure(one):.0f} MB' for one in servers)}")
            if len(servers) != len(users):
                raise RuntimeError((folder / "hub.log").read_text())
        finally:
            hub.terminate()
            hub.wait(30)


if __name__ == "__main__":
    sys.exit(main())
