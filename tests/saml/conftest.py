"""Our web server, a small identity provider, and a browser between them."""

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from config.stack.testing import Process
from tests.saml import provider as providers
from tests.timeouts import PATIENCE

PUBLIC_URL = "https://papers.example.org"
EMAIL, DISPLAY_NAME = "urn:oid:0.9.2342.19200300.100.1.3", "urn:oid:2.16.840.1.113730.3.1.241"
GRACE = {EMAIL: "grace@example.org", DISPLAY_NAME: "Grace Hopper", "username": "grace@navy.example"}


@dataclass
class Browser:
    """A browser whose requests for PUBLIC_URL reach the web process. It is no real one: it runs no scripts."""

    client: httpx.Client
    process: Process
    reasons: list[str] = field(default_factory=list)

    def begin(self, to: str = "/c", process: str = "login") -> httpx.Response:
        """Submit the form of the sign-in page."""
        self.client.get("/login")
        (button,) = self.client.get("/api/v1/auth/registration").json()["providers"]
        form = {"csrfmiddlewaretoken": self.client.cookies["csrftoken"], "next": to, "process": process}
        return self.client.post(button["url"], data=form, follow_redirects=False)

    def response_of_the_provider(self, to: str = "/c", process: str = "login") -> tuple[str, dict[str, str]]:
        """Return the path and the form that the provider lets the browser send."""
        page = httpx.get(self.begin(to, process).headers["Location"]).text
        action, value = (unescape(each) for each in re.findall(r'(?:action|value)="([^"]*)"', page))
        assert action.startswith(PUBLIC_URL)
        return urlsplit(action).path, {"SAMLResponse": value, "RelayState": "https://evil.example/"}

    def send(self, path: str, form: dict[str, str]) -> httpx.Response:
        """Send it as from another site: without the cookies of sessions, which are `SameSite=Lax`."""
        response = httpx.post(f"{self.client.base_url}{path}", data=form)
        cookies = response.headers.get_list("Set-Cookie")
        assert [each for each in cookies if "samesite=lax" not in each.lower()] == []
        self.client.cookies.update(response.cookies)
        return self.client.get(response.headers["Location"])

    def sign_in(self, to: str = "/c") -> httpx.Response:
        return self.send(*self.response_of_the_provider(to))

    def sign_out(self) -> None:
        self.client.cookies.clear()

    def user(self) -> dict[str, Any] | None:
        return self.client.get("/api/v1/auth/session").json()["user"]

    def new_reason(self) -> str:
        """Return the line of the log about the only sign-in that was refused since the last call."""
        lines = [each for each in self.process.output().splitlines() if "saml.refused" in each]
        (line,) = lines[len(self.reasons) :]
        self.reasons.append(line)
        return line

    def another(self) -> "Browser":
        """Return the browser of another user."""
        client = httpx.Client(base_url=self.client.base_url, follow_redirects=True, timeout=PATIENCE)
        return Browser(client, self.process, self.reasons)


@pytest.fixture
def provider():
    with providers.running() as running:
        running.subject, running.attributes = "g-1", dict(GRACE)
        yield running


@pytest.fixture
def serve(processes, provider):
    """Start a web server that is configured for the provider; return a browser."""
    clients = []

    def start(**env: str) -> Browser:
        process, url = processes.web(
            env={"SAML_METADATA": f"{provider.url}/metadata", "SAML_NAME": "Navy", "PUBLIC_URL": PUBLIC_URL, **env}
        )
        clients.append(httpx.Client(base_url=url, follow_redirects=True, timeout=PATIENCE))
        return Browser(clients[-1], process)

    yield start
    for client in clients:
        client.close()
