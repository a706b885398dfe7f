"""Modules that are entered while requests are served; a program that runs in the checkout that is measured.

It reads the paths of the product from its input as JSON, and prints figures. It needs empty engines. Of the code of the
checkout it uses its HTTP API, the migrations, the user model, `tasks.testing.run_jobs` and `tests.upstreams`.
"""

import json
import os
import sys
import threading
import time
from base64 import b64encode
from collections.abc import Collection, Iterator, MutableSequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any, Final
from uuid import uuid4

_REPEATS: Final = 3
_TEXT: Final = "The tenant shall pay a rent of 1,200 dollars on the first day of each month."
_QUESTION: Final = "How much is the rent?"
_UPLOADS: Final = "/api/v1/uploads"
_TUS: Final = {"Tus-Resumable": "1.0.0"}
_BYTES: Final = "application/offset+octet-stream"
_ANSWER_TIMEOUT: Final = 30.0


class Recorder:
    """Records calls that enter a module of the product from another one, in all threads that start after it.

    The interpreter reports each call to a profiler (`sys.setprofile`: `sys.monitoring` needs Python 3.12). A call is an
    entry if the nearest calling function of the product is in another module, or there is none. Libraries between two
    functions do not count, nor do generators and coroutines that go on.
    """

    def __init__(self, files: Collection[Path]) -> None:
        self.entries: list[str] = []
        self._files = frozenset(map(str, files))
        threading.setprofile(self._profile)

    @contextmanager
    def this_thread(self) -> Iterator[None]:
        """Record what this thread calls in the block, too."""
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _profile(self, frame: FrameType, event: str, _argument: object) -> None:
        if event != "call" or not self._is_ours(frame) or _goes_on(frame):
            return
        caller = frame.f_back
        while caller is not None and not self._is_ours(caller):
            caller = caller.f_back
        if caller is None or caller.f_code.co_filename != frame.f_code.co_filename:
            self.entries.append(frame.f_code.co_filename)

    def _is_ours(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename in self._files


def _goes_on(frame: FrameType) -> bool:
    """Check whether a generator or coroutine is resumed: the argument of its instruction RESUME is 0 at the start."""
    return frame.f_code.co_code[frame.f_lasti + 1] != 0


def figures(name: str, runs: Collection[Collection[str]]) -> dict[str, float]:
    """Return the number of distinct modules, and of all entries beyond the first of each; the least of some runs."""
    return {
        f"modules_entered_{name}": min(len(set(entries)) for entries in runs),
        f"modules_entered_{name}_again": min(len(entries) - len(set(entries)) for entries in runs),
    }


class Session:
    """A signed-in user, a corpus with a document, and the requests that are measured."""

    def __init__(self, recorder: Recorder, script: MutableSequence[Any]) -> None:
        from django.test import Client  # noqa: PLC0415 - after the environment

        from tasks.testing import run_jobs  # noqa: PLC0415 - needs the settings
        from users.models import User  # noqa: PLC0415 - needs the settings

        self._recorder = recorder
        self._script = script
        self._client = Client()
        self._client.force_login(User.objects.create_user("ada", "ada@example.org", uuid4().hex))
        self._corpus = self._post("corpuses", title="Leases")["id"]
        self._document = self.upload()
        run_jobs()
        self._starts = count()

    def annotate(self) -> None:
        """Label a passage."""
        body = {"corpus": self._corpus, "document": self._document, "start": next(self._starts), "end": 30}
        with self._recorder.this_thread():
            self._post("annotations", label_name="Rent", **body)

    def ask(self) -> None:
        """Ask a question in a new conversation; return when the language model's answer is stored."""
        from tests.upstreams import says  # noqa: PLC0415 - of the checkout that is measured

        self._script[:] = [says(f'{_TEXT}\n---\n[1] {self._document} "{_TEXT}"')]
        conversation = self._post("conversations", corpus=self._corpus)["id"]
        with self._recorder.this_thread():
            answer = self._post(f"conversations/{conversation}/messages", text=_QUESTION)["answer"]
        deadline = time.monotonic() + _ANSWER_TIMEOUT
        while answer["state"] in {"waiting", "running"}:
            if time.monotonic() > deadline:
                raise TimeoutError(answer)
            time.sleep(0.1)
            answer = self._client.get(f"/api/v1/messages/{answer['id']}").json()
        if answer["state"] != "complete":
            raise RuntimeError(answer)

    def upload(self) -> str:
        """Create a resumable upload and send the file; return the new document."""
        content = f"{uuid4().hex}\n\n{_TEXT}\n".encode()
        named = {"filename": "lease.txt", "corpus": self._corpus}
        metadata = ",".join(f"{name} {b64encode(value.encode()).decode()}" for name, value in named.items())
        create = {**_TUS, "Upload-Length": str(len(content)), "Upload-Metadata": metadata}
        with self._recorder.this_thread():
            created = self._client.post(_UPLOADS, headers=create)
            send = {**_TUS, "Upload-Offset": "0"}
            sent = self._client.patch(created["Location"], data=content, content_type=_BYTES, headers=send)
        return str(sent["X-Document-Id"])

    def _post(self, path: str, **body: object) -> Any:
        response = self._client.post(f"/api/v1/{path}", data=body, content_type="application/json")
        if response.status_code not in {200, 201, 202}:
            raise RuntimeError(response.content)
        return response.json()


def measure(recorder: Recorder, session: Session) -> dict[str, float]:
    """Send each request once to import and cache what it needs, and then to measure it."""
    found: dict[str, float] = {}
    for name, request in (("annotation", session.annotate), ("ask", session.ask), ("upload", session.upload)):
        request()
        runs = []
        for _ in range(_REPEATS):
            entries: list[str] = []
            recorder.entries = entries
            request()
            runs.append(entries)
        found |= figures(name, runs)
    return found


def main() -> None:
    """Set Django up, migrate, and print the figures."""
    recorder = Recorder([Path.cwd() / path for path in json.load(sys.stdin)])
    from tests.upstreams import says, scripted_server  # noqa: PLC0415 - of the checkout that is measured

    with scripted_server([says("en")]) as server:
        os.environ |= {"LLM_MODEL": "scripted", "LLM_BASE_URL": server.url, "LLM_API_KEY": "key", "RATE_LIMITS": "off"}
        import django  # noqa: PLC0415 - after the recorder, which must know all threads
        from django.core.management import call_command  # noqa: PLC0415 - after the recorder, which must know all threads

        django.setup()
        call_command("migrate", verbosity=0)
        print(json.dumps(measure(recorder, Session(recorder, server.script))))


if __name__ == "__main__":
    main()
