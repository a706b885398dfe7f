"""Firefox as it is installed, driven with WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/)."""

import itertools
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.timeouts import PATIENCE

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")

_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Tab:
    """A tab of a browser. Its methods raise if the browser refuses a command."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.create", type="tab")["context"]
        size = {"width": 1440, "height": 900}
        self._send("browsingContext.setViewport", context=self._context, viewport=size)

    def open(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, which JSON can represent."""
        target = {"context": self._context}
        wrapped = f"JSON.stringify(({expression}) ?? null)"
        answer = self._send("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def wait_for(self, expression: str, *, seconds: float = PATIENCE) -> Any:
        """Wait until an expression has a true value, and return it."""
        end = time.monotonic() + seconds
        while not (value := self.evaluate(expression)):
            assert time.monotonic() < end, f"{expression}\n{self.evaluate('document.body.innerText')}"
            time.sleep(0.1)
        return value

    def click(self, selector: str) -> None:
        x, y, width, height = self.box(selector)
        self.drag((x + width / 2, y + height / 2), (x + width / 2, y + height / 2))

    def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return left, top, width and height of an element that is there, or will be."""
        rect = f"document.querySelector({json.dumps(selector)})?.getBoundingClientRect()"
        x, y, width, height = self.wait_for(f"(({{ x, y, width, height }}) => [x, y, width, height])({rect} ?? {{}})")
        return x, y, width, height

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse at a point, move it to another one and release it there."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 100} for x, y in (start, end)]
        press, release = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        actions = [moves[0], press, moves[1], release]
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions})

    def type(self, text: str) -> None:
        """Press and release the keys of a text."""
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def _act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._context, actions=[source])

    def _send(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._connection.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]


@contextmanager
def firefox(folder: Path) -> Iterator[Tab]:
    """Start Firefox with an empty profile in a folder."""
    assert PROGRAM is not None
    (folder / "profile").mkdir()
    arguments = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(folder / "profile")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([PROGRAM, *arguments], stdout=log, stderr=log, env={"HOME": str(folder)})
    try:
        with connect(f"{_wait_for_address(folder / 'log')}/session", max_size=None) as connection:
            yield Tab(connection)
    finally:
        process.terminate()
        process.wait(30)


def _wait_for_address(log: Path) -> str:
    end = time.monotonic() + PATIENCE
    while not (found := _LISTENING.search(log.read_text(errors="replace"))):
        assert time.monotonic() < end, log.read_text(errors="replace")
        time.sleep(0.1)
    return found[1]
