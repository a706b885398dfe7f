"""Parts of the client that need no server."""

import ast
import subprocess
import sys
from datetime import UTC, datetime

import httpx
import pytest

from cartulary_client.bulk_upload import find_files
from cartulary_client.command.commands_auth import open_client
from cartulary_client.command.main import build_parser, main
from cartulary_client.command.output import Output
from cartulary_client.credentials import Credentials, CredentialsFile
from cartulary_client.errors import NotFound, ServerError, error_from_response
from cartulary_client.records import ApiToken
from cartulary_client.upload import Destination, UploadRequest, upload_document
from cartulary_client.wait import parse_events
from tests.client.conftest import CLIENT

ALLOWED = {"cartulary_client", "httpx", "rich"} | set(sys.stdlib_module_names)


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


def test_the_client_imports_nothing_of_the_server():
    sources = list(CLIENT.rglob("*.py"))
    assert len(sources) > 15
    others = {name for path in sources for name in imported(path) if name.partition(".")[0] not in ALLOWED}
    assert others == set()


def test_subfolders_are_kept_and_system_files_are_skipped(tmp_path, monkeypatch):
    top = tmp_path / "Leases"
    (top / "2026").mkdir(parents=True)
    (top / ".git").mkdir()
    for name in ("a.txt", "2026/b.txt", ".DS_Store", "Thumbs.db", ".git/config"):
        (top / name).write_text("x")
    (top / "link.txt").symlink_to("a.txt")
    expected = [("2026/b.txt", "Leases/2026"), ("a.txt", "Leases")]
    assert [(str(each.file.relative_to(top)), each.folder) for each in find_files(top)] == expected
    monkeypatch.chdir(top / "2026")
    assert [each.folder for each in find_files(top / "2026" / "..")] == ["Leases/2026", "Leases"]
    assert [(each.file.name, each.folder) for each in find_files(top / "a.txt")] == [("a.txt", "")]


class FakeConnection:
    """Answers every upload with one response."""

    def __init__(self, response):
        self.response = response

    def request(self, method, path, *, body, headers, **_):
        source = body()["files"]["file"][1]
        assert source.read() == b"text"
        assert headers["Prefer"] == "return=minimal"
        return self.response


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(201, json={"id": "d1"}, headers={"Location": "/api/v1/documents/another"}),
        httpx.Response(201, headers={"Location": "/api/v1/documents/d1"}),
    ],
    ids=["with a body", "without a body"],
)
def test_the_id_of_an_upload_is_read_from_the_body_or_the_location(tmp_path, response):
    file = tmp_path / "a.txt"
    file.write_text("text")
    request = UploadRequest.for_file(file, Destination())
    positions = []
    assert upload_document(FakeConnection(response), request, progress=positions.append) == "d1"
    assert positions == [4]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["event: ready", 'data: {"id": 1}', ""], [("ready", {"id": 1})]),
        ([": keep-alive", "", "retry: 2000", ""], []),
        (["id: 4", "event: change", 'data: {"a":', "data: 2}", ""], [("change", {"a": 2})]),
        (["event: change", 'data: {"a": 2}'], []),  # the connection broke in the middle of the event
        (['data: {"a": 1}', "", "data:{}", ""], [("message", {"a": 1}), ("message", {})]),
    ],
)
def test_server_sent_events_are_parsed_as_the_standard_says(lines, expected):
    assert list(parse_events(lines)) == expected


@pytest.mark.parametrize(
    ("status", "body", "kind", "code"),
    [
        (404, '{"error": {"code": "not_found", "message": "No.", "request_id": "r1"}}', NotFound, "not_found"),
        (502, "<html>Bad gateway</html>", ServerError, "http_error"),
        (500, '{"error": "text"}', ServerError, "http_error"),
        (404, "[]", NotFound, "http_error"),
    ],
)
def test_an_error_response_of_any_shape_becomes_an_exception(status, body, kind, code):
    error = error_from_response(httpx.Response(status, text=body))
    assert (type(error), error.code, error.status) == (kind, code, status)


def test_stored_credentials_are_private_and_written_atomically(tmp_path):
    file = CredentialsFile(tmp_path / "deep" / "config")
    assert file.load() is None
    credentials = Credentials(server="http://localhost", token="cty_x")
    file.save(credentials)
    assert CredentialsFile(tmp_path / "deep" / "config").load() == credentials
    (stored,) = (tmp_path / "deep" / "config").iterdir()
    assert stored.stat().st_mode & 0o777 == 0o600
    stored.write_text("{")
    assert file.load() is None
    file.delete()
    assert not stored.exists()


@pytest.fixture
def stored_login(tmp_path, monkeypatch):
    monkeypatch.setenv("CARTULARY_CONFIG", str(tmp_path))
    for name in ("CARTULARY", "CARTULARY_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    CredentialsFile().save(Credentials(server="http://one.test", username="ada", access="a", refresh="r"))
    return CredentialsFile()


def server_of(*arguments):
    with open_client(build_parser().parse_args(["whoami", *arguments])) as client:
        return client.connection.credentials.server


@pytest.mark.parametrize(
    ("environment", "arguments"),
    [({"CARTULARY": "http://two.test"}, []), ({"CARTULARY": "http://one.test"}, ["--server", "http://two.test/"])],
)
@pytest.mark.parametrize("command", ["whoami", "ls", "logout"])
def test_a_login_is_never_used_for_another_server(command, environment, arguments, stored_login, monkeypatch, capsys):
    monkeypatch.setenv("CARTULARY", environment["CARTULARY"])
    assert main([command, *arguments]) == 3
    message = capsys.readouterr().err
    assert "logged in to http://one.test, not to http://two.test." in message
    assert "cartulary login --server http://two.test" in message
    assert stored_login.load().refresh == "r"


def test_the_server_is_the_argument_else_the_variable_else_that_of_the_login(stored_login, monkeypatch):
    assert server_of() == "http://one.test"
    assert server_of("--server", "http://one.test/") == "http://one.test"
    monkeypatch.setenv("CARTULARY", "http://one.test/")
    assert server_of() == "http://one.test"
    monkeypatch.setenv("CARTULARY_TOKEN", "cty_x")
    assert server_of("--server", "http://two.test") == "http://two.test"
    monkeypatch.setenv("CARTULARY", "http://three.test")
    assert server_of() == "http://three.test"
    monkeypatch.delenv("CARTULARY")
    assert server_of() == "http://one.test"


def test_times_are_parsed_and_unknown_fields_are_ignored():
    body = {"id": "1", "name": "Nightly", "scopes": ["read"], "start": "cty_1", "created": "2026-11-20T09:00:00Z"}
    token = ApiToken.from_json({**body, "expires": None, "last_used": None, "added_later": 1})
    assert token.created == datetime(2026, 11, 20, 9, tzinfo=UTC)
    assert token.token is None


def test_titles_cannot_control_the_terminal(capsys):
    Output(is_json=False).message("A \x1b[2Jlease\u202e")
    assert capsys.readouterr().out == "A \N{REPLACEMENT CHARACTER}[2Jlease\N{REPLACEMENT CHARACTER}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_with_every_command(shell):
    completed = subprocess.run(
        [sys.executable, "-m", "cartulary_client", "completion", shell],
        cwd=CLIENT,
        capture_output=True,
        text=True,
        check=True,
    )
    for word in ("upload", "export", "whoami", "corpus", "create"):
        assert word in completed.stdout
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=completed.stdout, text=True, check=True)
