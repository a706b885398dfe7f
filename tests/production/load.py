"""Requests of several clients at once, while parts of an installation are replaced."""

import threading
from collections.abc import Callable
from contextlib import contextmanager
from uuid import uuid4

import httpx

from tests.production.clients import Client, client_of
from tests.production.conftest import Site
from tests.timeouts import until


class Load:
    """Requests of three clients, one after the other each, until it is stopped."""

    def __init__(self, connect: Callable[[], Client]) -> None:
        self.served = 0
        self.failed: list[str] = []
        self.documents: list[str] = []
        self._connect = connect
        self._is_over = threading.Event()
        self._lock = threading.Lock()

    @contextmanager
    def running(self):
        """Send requests during the block."""
        actions = (self._list, self._create, self._upload)
        threads = [threading.Thread(target=self._repeat, args=(action,)) for action in actions]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            self._is_over.set()
            for thread in threads:
                thread.join()

    def _repeat(self, action: Callable[[Client], httpx.Response]) -> None:
        with self._connect() as client:
            while not self._is_over.wait(0.02):
                try:
                    response = action(client)
                    failure = "" if response.is_success else f"{response.status_code} {response.text[:200]}"
                except httpx.HTTPError as error:
                    failure = repr(error)
                with self._lock:
                    self.served += 1
                    self.failed += [f"{action.__name__}: {failure}"] if failure else []

    def _list(self, client: Client) -> httpx.Response:
        return client.get("/api/v1/documents")

    def _create(self, client: Client) -> httpx.Response:
        return client.post("/api/v1/corpuses", json={"title": str(uuid4())})

    def _upload(self, client: Client) -> httpx.Response:
        self._is_over.wait(0.3)
        response = client.post("/api/v1/documents/upload", files={"file": ("a.txt", f"Note {uuid4()}".encode())})
        if response.is_success:
            self.documents.append(response.json()["id"])
        return response

    def serve_more(self) -> None:
        """Wait until twenty more requests have been answered."""
        served = self.served
        until(lambda: self.served > served + 20)


def crashed_jobs(site: Site, administrator: str, load: Load) -> int:
    """Wait until the uploaded documents are ready, and return how often their jobs have crashed."""
    with client_of(site.webs[0], administrator) as client:
        client.wait(load.documents)
    crashes = "select count(*), sum(crashes) from tasks_job where subject_id::text = any(%s)"
    ((jobs, crashed),) = site.query(crashes, load.documents)
    assert jobs >= len(load.documents) > 0
    return int(crashed)
