"""Parts of the client that need no server."""

import ast
import subprocess
import sys
from datetime import UTC, datetime

import httpx
import pytest

from cartulary_client.batches import files_of
from cartulary_client.command.output import Output
from cartulary_client.credentials import Credentials, CredentialsFile
from cartulary_client.errors import NotFound, ServerFault, refusal
from cartulary_client.records import ApiToken, read
from cartulary_client.waiting import events_of
from tests.client.conftest import CLIENT

ALLOWED = {"cartulary_client", "httpx", "rich"} | set(sys.stdlib_module_names)


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


def test_the_client_knows_nothing_of_the_server():
    sources = list(CLIENT.rglob("*.py"))
    assert len(sources) > 15
    strange = {name for path in sources for name in imported(path) if name.partition(".")[0] not in ALLOWED}
    assert strange == set()


def test_folders_keep_their_shape_and_litter_stays(tmp_path, monkeypatch):
    top = tmp_path / "Leases"
    (top / "2026").mkdir(parents=True)
    (top / ".git").mkdir()
    for name in ("a.txt", "2026/b.txt", ".DS_Store", "Thumbs.db", ".git/config"):
        (top / name).write_text("x")
    (top / "link.txt").symlink_to("a.txt")
    expected = [("2026/b.txt", "Leases/2026"), ("a.txt", "Leases")]
    assert [(str(each.file.relative_to(top)), each.path) for each in files_of(top)] == expected
    monkeypatch.chdir(top / "2026")
    assert [each.path for each in files_of(top / "2026" / "..")] == ["Leases/2026", "Leases"]
    assert [(each.file.name, each.path) for each in files_of(top / "a.txt")] == [("a.txt", "")]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["event: ready", 'data: {"id": 1}', ""], [("ready", {"id": 1})]),
        ([": keep-alive", "", "retry: 2000", ""], []),
        (["id: 4", "event: change", 'data: {"a":', "data: 2}", ""], [("change", {"a": 2})]),
        (["event: change", 'data: {"a": 2}'], []),  # the line broke before it was whole
        (['data: {"a": 1}', "", "data:{}", ""], [("message", {"a": 1}), ("message", {})]),
    ],
)
def test_events_are_read_as_the_standard_says(lines, expected):
    assert list(events_of(lines)) == expected


@pytest.mark.parametrize(
    ("status", "body", "kind", "code"),
    [
        (404, '{"error": {"code": "not_found", "message": "No.", "request_id": "r1"}}', NotFound, "not_found"),
        (502, "<html>Bad gateway</html>", ServerFault, "http_error"),
        (500, '{"error": "text"}', ServerFault, "http_error"),
        (404, "[]", NotFound, "http_error"),
    ],
)
def test_whatever_a_refusal_looks_like_it_is_read(status, body, kind, code):
    error = refusal(httpx.Response(status, text=body))
    assert (type(error), error.code, error.status) == (kind, code, status)


def test_credentials_are_for_one_person_and_written_whole(tmp_path):
    file = CredentialsFile(tmp_path / "deep" / "config")
    assert file.load() is None
    credentials = Credentials(server="http://localhost", token="cty_x")
    file.save(credentials)
    assert CredentialsFile(tmp_path / "deep" / "config").load() == credentials
    (kept,) = (tmp_path / "deep" / "config").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.write_text("{")
    assert file.load() is None
    file.forget()
    assert not kept.exists()


def test_times_are_times_and_what_is_new_is_left_out():
    told = {"id": "1", "name": "Nightly", "scopes": ["read"], "start": "cty_1", "created": "2026-11-20T09:00:00Z"}
    token = read(ApiToken, {**told, "expires": None, "last_used": None, "invented_later": 1})
    assert token.created == datetime(2026, 11, 20, 9, tzinfo=UTC)
    assert token.token is None


def test_titles_do_not_steer_the_terminal(capsys):
    Output(is_json=False).say("A \x1b[2Jlease\u202e")
    assert capsys.readouterr().out == "A \N{REPLACEMENT CHARACTER}[2Jlease\N{REPLACEMENT CHARACTER}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_that_knows_every_command(shell):
    done = subprocess.run(
        [sys.executable, "-m", "cartulary_client", "completion", shell],
        cwd=CLIENT,
        capture_output=True,
        text=True,
        check=True,
    )
    for word in ("upload", "export", "whoami", "corpus", "make"):
        assert word in done.stdout
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=done.stdout, text=True, check=True)
