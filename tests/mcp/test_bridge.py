"""The bridge over standard input and output: every message is answered, and the token counts each time."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from conftest import DEMO
from users.accounts.models import ApiToken

CLIENT = DEMO.parents[2] / "clients" / "python"
TOKEN = "cty_not-to-be-shown"
NOWHERE = "http://127.0.0.1:9"


@contextmanager
def bridge(url, token, **environment):
    settings = {"PYTHONPATH": str(CLIENT), "CARTULARY": url, "CARTULARY_TOKEN": token, "NO_PROXY": "*"}
    process = subprocess.Popen(
        [sys.executable, "-m", "cartulary_client", "mcp"],
        env=os.environ | settings | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_each_message_is_answered_and_none_ends_the_session():
    """Messages nested so deep that they are read, but cannot be written again, were never answered."""
    deep = [f'{{"jsonrpc": "2.0", "id": {depth}, "params": {"[" * depth}{"]" * depth}}}' for depth in range(970, 995)]
    lines = [
        b"\xff\xfe",
        b"[1]",
        b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}',
        b'{"jsonrpc": "2.0", "id": 2, "method": NaN}',
        *(line.encode() for line in deep),
        b'{"jsonrpc": "2.0", "id": 3, "params": "' + b"a" * 5_000_000 + b'"}',
    ]
    with bridge(NOWHERE, TOKEN, PYTHONIOENCODING="utf-8:strict") as process:
        out, errors = process.communicate(b"\n".join([*lines, b""]), timeout=120)
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == len(lines)
    assert {1, 2, 3} < {each["id"] for each in answers}
    assert all("error" in each for each in answers)
    assert (process.returncode, errors) == (0, b"")
    assert TOKEN.encode() not in out


@pytest.mark.django_db(transaction=True)
def test_a_token_that_is_revoked_reads_nothing_more(client, document):
    call = {"name": "get_document", "arguments": {"document": str(document.pk)}}
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
    with bridge(client.url, client.token) as process:

        def ask():
            process.stdin.write(f"{message}\n".encode())
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        assert document.title in json.dumps(ask())
        ApiToken.objects.all().delete()
        for _ in range(2):
            answer = ask()
            assert "invalid_token" in answer["error"]["message"]
            assert document.title not in json.dumps(answer)
