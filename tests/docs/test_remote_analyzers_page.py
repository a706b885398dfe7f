"""The example of docs/howto/remote-analyzers.md answers at once, or later, and refuses wrong signatures."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from config.stack.run_config import free_port
from core import webhooks
from tests.timeouts import until
from tests.upstreams import Reply, scripted_server

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "remote-analyzers.md"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # an example of the specification
RUN = "01990c6e-2001-7c22-8d33-1f2e3d4c5b6a"
TEXT = "The laws of Delaware apply."


@pytest.fixture
def server():
    """Run the example, to which texts of more than 100 characters are long."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    port = free_port(0)
    environment = {**os.environ, "SECRET": SECRET, "PORT": str(port), "LONG": "100"}
    with subprocess.Popen([sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE, text=True) as process:
        url = f"http://127.0.0.1:{port}/"
        try:
            until(lambda: is_listening(url))
            yield url
        finally:
            process.kill()


def is_listening(url):
    try:
        return send(url, {}, secret="whsec_" + "A" * 32) == (401, {})
    except OSError:
        return False


def send(url, message, *, secret=SECRET):
    body = json.dumps(message).encode()
    try:
        with urlopen(Request(url, body, webhooks.signed(body, secret=secret, message_id=RUN)), timeout=60) as response:
            return response.status, json.loads(response.read())
    except HTTPError as error:
        return error.code, json.loads(error.read())


def message(text, callback_url=None):
    return {"run": RUN, "document": {"text": text}, "callback_url": callback_url}


def test_the_example_answers_at_once(server):
    findings = [{"kind": "finding", "start": 12, "end": 20, "label": "State"}]
    assert send(server, message(TEXT)) == (200, {"run": RUN, "results": findings})


def test_the_example_sends_a_signed_callback_later(server):
    with scripted_server([Reply(b"{}")]) as cartulary:
        assert send(server, message(TEXT * 10, f"{cartulary.url}/results")) == (202, {})
        until(lambda: cartulary.requests)
    webhooks.require_signed(cartulary.bodies[0], cartulary.headers[0], secret=SECRET)
    assert len(cartulary.requests[0]["results"]) == 10
