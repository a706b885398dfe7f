"""Clients of an installation: at one of its web servers as the proxy is, or at the proxy."""

import ssl
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

import httpx

from conftest import DEMO
from tests.production.containers import Container
from tests.production.proxy import Proxy
from tests.timeouts import PATIENCE, until

PASSWORD = "correct horse battery"
# A contract of 20 pages, which takes a worker about a second.
CONTRACT = (DEMO / "franchise-agreement.pdf").read_bytes()


class Client(httpx.Client):
    """A program; with a user name, it has an access token."""

    def __init__(self, username: str, **options: Any) -> None:
        super().__init__(timeout=PATIENCE, trust_env=False, **options)
        if username:
            with Client("", **options) as anonymous:
                credentials = {"username": username, "password": PASSWORD}
                answer = anonymous.post("/api/v1/auth/login", json=credentials).raise_for_status().json()
            self.headers["Authorization"] = f"Bearer {answer['access']}"

    def upload(self, content: bytes, name: str = "a.txt") -> str:
        """Upload a file; return the id of its document."""
        answer = self.post("/api/v1/documents/upload", files={"file": (name, content)})
        return str(answer.raise_for_status().json()["id"])

    def upload_contracts(self, number: int) -> list[str]:
        """Upload a contract several times, each time with other bytes."""
        return [self.upload(CONTRACT + f"\n% {uuid4()}\n".encode(), f"{n}.pdf") for n in range(number)]

    def wait(self, documents: Iterable[str]) -> None:
        """Wait until these documents are ready."""
        for document in documents:
            until(lambda path=f"/api/v1/documents/{document}": self.get(path).json()["state"] == "ready")


def client_of(web: Container, username: str = "") -> Client:
    """Return a client with the headers of the proxy."""
    headers = {"Host": "localhost", "X-Forwarded-Proto": "https"}
    return Client(username, base_url=f"http://{web.address}:8000", headers=headers)


def client_of_proxy(proxy: Proxy, username: str = "") -> Client:
    """Return a client that trusts no other certificate than that of the proxy."""
    context = ssl.create_default_context(cafile=str(proxy.certificate))
    return Client(username, base_url=proxy.url, verify=context)
