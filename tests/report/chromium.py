"""Headless Chromium over its debugging pipe, with the standard library alone."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find() -> str | None:
    """The path of a Chromium, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Chromium:
    """One browser; `visit` opens a page in it and tells what the page complained about and asked for."""

    def __enter__(self) -> Chromium:
        self._profile = tempfile.mkdtemp(prefix="burgsim-browser-")
        # The browser reads commands from descriptor 3 and answers on 4; ours are moved out of their way first.
        ends = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 20) for pair in (os.pipe(), os.pipe()) for fd in pair]
        child_in, self._out, self._in, child_out = ends
        path = find()
        assert path is not None
        flags = (
            "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
            "--disable-component-update --disable-sync --remote-debugging-pipe --window-size=1280,800"
        ).split()
        self._pid = os.posix_spawn(
            path,
            [path, *flags, f"--user-data-dir={self._profile}", "about:blank"],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, child_in, 3),
                (os.POSIX_SPAWN_DUP2, child_out, 4),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
        )
        os.close(child_in)
        os.close(child_out)
        self._id = 0
        self._buffer = b""
        self.events: list[dict[str, Any]] = []
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.call("Browser.close")
        except (OSError, EOFError, RuntimeError):
            os.kill(self._pid, signal.SIGKILL)
        os.close(self._out)
        os.close(self._in)
        os.waitpid(self._pid, 0)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            part = os.read(self._in, 1 << 16)
            if not part:
                raise EOFError("Chromium has gone")
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        """One command and its result; events that come meanwhile are kept in `events`."""
        self._id += 1
        message = {"id": self._id, "method": method, "params": params, **({"sessionId": session} if session else {})}
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def visit(self, path: Path, width: int = 1280, script: str = "") -> dict[str, Any]:
        """Open a file, `width` pixels wide.

        Returns complaints (console and log entries of any level, exceptions), requests (addresses other than the
        page's own and data:), title, overflow (pixels by which the page is wider than the window), and the value of the
        `script` that is run at the end.
        """
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable", session)
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", session, **size)
        self.events.clear()
        self.call("Page.navigate", session, url=path.resolve().as_uri())
        deadline = time.monotonic() + 30
        while not any(e["method"] == "Page.loadEventFired" for e in self.events):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{path.name} did not load within 30 seconds")
            self.call("Runtime.evaluate", session, expression="1")
        size_script = "[document.title, document.documentElement.scrollWidth - window.innerWidth]"
        value = self.call("Runtime.evaluate", session, expression=size_script, returnByValue=True)["result"]["value"]
        answer = {"result": {"value": None}}
        if script:
            answer = self.call("Runtime.evaluate", session, expression=script, returnByValue=True)
            if "exceptionDetails" in answer:
                raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        seen = list(self.events)
        self.call("Target.closeTarget", targetId=target)
        asked = [e["params"]["request"]["url"] for e in seen if e["method"] == "Network.requestWillBeSent"]
        loud = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return {
            "complaints": [json.dumps(e["params"]) for e in seen if e["method"] in loud],
            "requests": [url for url in asked if not url.startswith("data:") and url != path.resolve().as_uri()],
            "title": value[0],
            "overflow": value[1],
            "value": answer["result"].get("value"),
        }
