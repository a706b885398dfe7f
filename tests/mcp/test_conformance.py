"""The conformance tests of the protocol, against the real server: `make mcp-conformance` fetches and runs them.

They send no token, so a proxy adds it. The scenarios that are left out call the tools of an example server.
"""

import os
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest

PROGRAM = os.environ.get("MCP_CONFORMANCE", "")
SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
)
HOP_BY_HOP = {"connection", "content-length", "keep-alive", "transfer-encoding"}

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not PROGRAM, reason="`make mcp-conformance` fetches the program of these tests from npm."),
]


def _handler(server: str, token: str) -> type[BaseHTTPRequestHandler]:
    class AddToken(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def forward(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP}
            connection = HTTPConnection(urlsplit(server).netloc, timeout=30)
            connection.request(self.command, self.path, body, headers | {"Authorization": f"Bearer {token}"})
            response = connection.getresponse()
            content = response.read()
            connection.close()
            self.send_response(response.status)
            for name, value in response.getheaders():
                if name.lower() not in HOP_BY_HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_DELETE = forward  # noqa: N815  # the names that the base class calls

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    return AddToken


@pytest.fixture
def url(client, corpus) -> Iterator[str]:
    """Return the address of a proxy that adds the token of the client to each request."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(client.url, client.token)) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_port}/mcp"
        proxy.shutdown()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_server_conforms_to_the_protocol(url, scenario):
    command = [Path(PROGRAM).absolute(), "server", "--url", url, "--scenario", scenario]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert " 0 failed, 0 warnings" in ended.stdout
