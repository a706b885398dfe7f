"""Logs of the programs: one object per line with the known ids, and no credential or confidential text."""

import ast
import json
import os
import re
from datetime import datetime
from pathlib import Path
from uuid import UUID

import httpx
import pytest
import yaml

from config.stack.engines import find_postgres
from config.stack.paths import scripts
from config.stack.postgres import Cluster, unprivileged
from config.stack.run_config import LOOPBACK, free_port
from config.stack.services import answers
from core.observability.logs import without_secrets
from tests.jobs.conftest import QUICK, JobOwner
from tests.timeouts import until
from users.accounts.token_pairs import access_token_for

PROJECT = Path(__file__).resolve().parents[2]
LEVELS = {"debug", "info", "warning", "error", "critical"}
SCHEMA = {
    "timestamp": lambda value: datetime.fromisoformat(value).tzinfo is not None,
    "level": LEVELS.__contains__,
    "logger": lambda value: isinstance(value, str) and value != "",
    "event": lambda value: isinstance(value, str),
    "message": lambda value: isinstance(value, str),
    "request_id": lambda value: re.fullmatch(r"[A-Za-z0-9._-]{0,64}", value),
    "otelTraceID": lambda value: re.fullmatch(r"([0-9a-f]{32})?", value),
}
IDS = {"job", "document", "corpus"}
EVENT = re.compile(r"(\S+ )?[a-z][a-z_]*(\.[a-z_]+)+")

PASSWORD = "canary-password-3141"
BEARER = "canary.bearer-token.2718"
API_TOKEN = "cty_canaryofanapitoken1618"
LINK = "canary-link-token-0577215664901532"
TEXT = "canary-text-of-a-document"
QUERY = "canary-of-a-search"
CANARY = "canary"


def lines_of(output: str) -> list[dict]:
    """Return the objects of a program that logs nothing else."""
    lines = output.splitlines()
    assert [line for line in lines if not line.startswith("{")] == []
    return [json.loads(line) for line in lines]


def confide(url: str, token: str) -> None:
    """Send secrets to the server in valid and invalid requests."""
    with httpx.Client(base_url=url, timeout=30, trust_env=False) as client:
        client.post("/api/v1/auth/session", json={"username": "ada", "password": PASSWORD})
        client.post("/api/v1/auth/login", json={"username": "ada", "password": PASSWORD})
        client.post("/api/v1/auth/login", content=f'{{"username": "ada", "password": "{PASSWORD}"')
        for address in ("register", "refresh", "password/reset/confirm", "email/confirm", "invitations/check"):
            secrets = {"token": LINK, "refresh": BEARER, "password": PASSWORD, "new_password": PASSWORD}
            client.post(f"/api/v1/auth/{address}", json={"username": "eve", "email": "eve@example.org", **secrets})
        client.post("/admin/login/", data={"username": "ada", "password": PASSWORD})
        for shown in (f"Bearer {BEARER}", f"Token {API_TOKEN}", f"Bearer {API_TOKEN}", f"Basic {BEARER}"):
            client.get("/api/v1/documents", headers={"Authorization": shown})
        for address in (f"/s/{LINK}", f"/api/v1/links/{LINK}", f"/api/v1/links/{LINK}/nowhere", "/api/nowhere"):
            client.get(address, headers={"X-Share-Token": LINK}, params={"token": LINK, "q": QUERY})
        client.post(f"/api/v1/links/{LINK}/open")
        owner = {"Authorization": f"Bearer {token}"}
        for name, body in (("a.txt", TEXT.encode()), ("b.pdf", b"%PDF-1.7 " + TEXT.encode())):
            client.post("/api/v1/documents/upload", files={"file": (name, body)}, headers=owner)
        for query in ("query($q: String!) { nothing(q: $q) }", f'{{ jobs(first: "{QUERY}") {{ totalCount }} }}'):
            client.post("/graphql/", json={"query": query, "variables": {"q": QUERY}}, headers=owner)
        changing = f'mutation {{ changePassword(input: {{oldPassword: "{PASSWORD}"}}) {{ ok }} }}'
        client.post("/graphql/", json={"query": changing}, headers=owner)
        client.post("/api/v1/auth/password/change", json={"old": PASSWORD, "new": PASSWORD}, headers=owner)


@pytest.fixture
def logged(processes, user) -> dict[str, list[dict]]:
    """Return the log lines of the web and the worker after all jobs have ended.

    The worker gets no `--loglevel`, as in production.yml: LOG_LEVEL counts, not Celery's own default. The web server
    has two processes below one that loads no settings.
    """
    worker = processes.worker(env={**QUICK, "LOG_LEVEL": "INFO"}, wait=False)
    web, url = processes.web(workers=2, env={"LOG_LEVEL": "INFO"})
    worker.wait_ready()
    confide(url, access_token_for(user))
    with httpx.Client(base_url=url, trust_env=False, timeout=30) as client:
        client.get("/api/v1/nowhere", headers={"X-Request-ID": "asked-for-nothing"})
    from tasks.models import Job

    JobOwner.wait_for(None, *Job.objects.values_list("pk", flat=True))
    return {"web": lines_of(web.output()), "worker": lines_of(worker.output()), "raw": [web.output(), worker.output()]}


@pytest.mark.full
def test_every_line_fits_the_schema_has_ids_and_contains_no_secret(logged):
    # proves: S3-52 S3-53 T-12
    for program in ("web", "worker"):
        assert logged[program], "it must have logged something"
        for line in logged[program]:
            bad = [name for name, fits in SCHEMA.items() if not fits(line[name])]
            assert not bad, line
            assert all(UUID(str(line[name])) for name in IDS & line.keys()), line
    assert "Started parent process" in " ".join(line["message"] for line in logged["web"])
    assert "asked-for-nothing" in {line["request_id"] for line in logged["web"]}
    steps = [line for line in logged["worker"] if line["event"] in {"step.finished", "step.failed"}]
    about = [line for line in steps if line["step"].startswith("documents.")]
    assert about
    assert all(line["job"] and line["document"] and line["request_id"] for line in about)
    assert [text for text in logged["raw"] if CANARY in text] == []


@pytest.mark.full
def test_the_main_process_of_the_web_server_obeys_the_level(processes):
    # proves: S3-52
    web, _ = processes.web(workers=2, env={"LOG_LEVEL": "ERROR"})
    assert web.output() == ""


@pytest.mark.full
def test_flower_logs_json(processes):
    # proves: S3-52
    port = free_port(0)
    command = yaml.safe_load((PROJECT / "production.yml").read_text())["services"]["flower"]["command"]
    argv = [str(scripts() / command[0]), *command[1:-1], f"--port={port}", f"--address={LOOPBACK}"]
    env = {"FLOWER_BASIC_AUTH": "flower:a-password-of-flower"}
    flower = processes.start("flower", argv, is_ready=lambda: answers(port, "/healthcheck"), env=env)
    assert lines_of(flower.output())


@pytest.fixture
def postgres(tmp_path, processes):
    """Start PostgreSQL by the script of its container, as the image's own script does for a new volume: twice."""
    cluster = Cluster(engine=find_postgres(), data=tmp_path / "data", sockets=tmp_path / "sockets", durable=False)
    cluster.sockets.mkdir()
    cluster.prepare()
    (tmp_path / "bin").mkdir()
    fill = 'pg_ctl start -w -o "$*" >&2\npg_ctl stop -w >&2'
    programs = {
        "install": f"#!/bin/sh\nmkdir {tmp_path}/log\n",  # no user is called postgres here
        "docker-entrypoint.sh": f'#!/bin/sh\nshift\n{fill}\nexec postgres "$@"\n',
    }
    for name, text in programs.items():
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    script = (PROJECT / "compose" / "postgres" / "start.sh").read_text().replace("/tmp/", f"{tmp_path}/")
    options = ["-c", "listen_addresses=", "-k", str(cluster.sockets)]
    path = f"{tmp_path / 'bin'}:{cluster.engine.program.parent}:{os.environ['PATH']}"
    return processes.start(
        "postgres",
        unprivileged(["sh", "-c", script, "sh", "postgres", *options]),
        is_ready=cluster.is_ready,
        env={"PATH": path, "PGDATA": str(cluster.data)},
    )


def test_postgresql_logs_json(postgres):
    # proves: S3-52
    until(lambda: postgres.output().count("database system is ready to accept connections") == 2)
    lines = [json.loads(line) for line in postgres.output().splitlines() if line.startswith("{")]
    ready = [line for line in lines if "ready to accept" in line["message"]]
    assert [line["error_severity"] for line in ready] == ["LOG", "LOG"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"Authorization: Bearer {BEARER}", "Authorization: Bearer …"),
        ("refused eyJhbGciOi.eyJzdWIi.c2ln", "refused eyJ…"),
        (f"no token {API_TOKEN}", "no token …"),
        (f"{API_TOKEN} is unknown", "cty_… is unknown"),
        (f"Not Found: /s/{LINK}", "Not Found: /s/…"),
        (f"Not Found: /api/v1/links/{LINK}/open", "Not Found: /api/v1/links/…/open"),
        ("redis://user:hunter2hunter2@host/0 is away", "redis://user:…@host/0 is away"),
        ("GET /blobs/ab?signature=abc&expires=1 200", "GET /blobs/ab?… 200"),
        ("step.finished", "step.finished"),
        ("What is this? A question", "What is this? A question"),
    ],
)
def test_credentials_are_removed_from_lines_of_libraries(text, kept):
    # proves: S3-52
    assert without_secrets(text) == kept


def test_our_own_lines_are_events_with_fixed_names():
    # proves: S3-52
    odd = [
        f"{path.relative_to(PROJECT)}:{call.lineno}"
        for package in ("core", "users", "tasks", "documents", "corpuses", "config")
        for path in (PROJECT / package).rglob("*.py")
        if not {"tests", "stack", "migrations"} & set(path.relative_to(PROJECT).parts)
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and _logs(call) and not _is_event(call.args[0])
    ]
    assert odd == []


def _logs(call: ast.Call) -> bool:
    where = call.func
    return (
        isinstance(where, ast.Attribute)
        and isinstance(where.value, ast.Name)
        and where.value.id == "logger"
        and where.attr in LEVELS | {"exception"}
    )


def _is_event(argument: ast.expr) -> bool:
    if isinstance(argument, ast.Name):  # `runner.guarded` is given the event
        return argument.id == "event"
    if isinstance(argument, ast.IfExp):
        return _is_event(argument.body) and _is_event(argument.orelse)
    return isinstance(argument, ast.Constant) and bool(EVENT.fullmatch(str(argument.value)))
