"""HTTP through a real server: large bodies, ranges and memory."""

import hashlib
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from audit.models import AuditEntry
from config.stack.testing import Process
from corpuses.corpora.services import personal_corpus
from documents.models import Document
from tests.timeouts import PATIENCE, until
from users.accounts.token_pairs import access_token_for

LIMIT = 26_214_400
UPLOAD = "/api/v1/documents/upload"
MEBI = 1_048_576

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(live_web):
    return live_web.web, live_web.url


@pytest.fixture
def client(server, user) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {access_token_for(user)}"}
    with httpx.Client(base_url=server[1], headers=headers, timeout=30, trust_env=False) as client:
        yield client


def text_of(size: int) -> bytes:
    line = b"All work and no play makes a long file. "
    return (line * (size // len(line) + 1))[:size]


def reset_peak_memory(process: Process) -> None:
    Path(f"/proc/{process.pid}/clear_refs").write_text("5")


def peak_memory(process: Process) -> int:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return 1024 * int(status.split("VmHWM:")[1].split()[0])


@pytest.mark.full
def test_memory_is_constant_during_an_upload_and_a_download(server, client):
    # proves: S3-1 S3-2 S3-3
    process, _ = server
    client.post(UPLOAD, files={"file": ("small.txt", text_of(100_000))})
    reset_peak_memory(process)
    before = peak_memory(process)
    content = text_of(LIMIT)
    created = client.post(UPLOAD, files={"file": ("large.txt", content)})
    assert (created.status_code, created.json()["sha256"]) == (201, hashlib.sha256(content).hexdigest())
    received = client.get(f"/api/v1/documents/{created.json()['id']}/file")
    assert received.content == content
    assert peak_memory(process) - before < 12 * MEBI


def test_a_client_that_sends_too_much_gets_the_error(client):
    # proves: S3-3 S3-4 S0-31
    for size in (LIMIT + 1, 2 * LIMIT):  # refused during reading, and before it
        response = client.post(UPLOAD, files={"file": ("large.txt", text_of(size))})
        assert (response.status_code, response.json()["error"]["code"]) == (413, "file_too_large")
        assert response.json()["error"]["request_id"] == response.headers["X-Request-ID"]
        assert client.get("/api/v1/documents").json()["results"] == []


def test_a_body_without_content_length_is_limited(client):
    # proves: S3-3
    def body() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        for _ in range(60):
            yield text_of(500_000)
        yield b"\r\n--x--\r\n"

    response = client.post(UPLOAD, content=body(), headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert (response.status_code, response.json()["error"]["code"]) == (413, "file_too_large")
    assert not Document.objects.exists()


def test_a_large_body_is_refused_before_it_is_sent(server, user):
    # proves: S3-3
    host, port = server[1].removeprefix("http://").split(":")
    head = (
        f"POST {UPLOAD} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {access_token_for(user)}\r\n"
        f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {100 * LIMIT}\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(head.encode())
        response = connection.recv(65_536)
    assert response.startswith(b"HTTP/1.1 413 ")


def test_a_range_of_a_file_is_sent(client):
    content = text_of(3 * MEBI)
    url = f"/api/v1/documents/{client.post(UPLOAD, files={'file': ('a.txt', content)}).json()['id']}/file"
    part = client.get(url, headers={"Range": "bytes=1000000-2000000"})
    assert (part.status_code, part.content) == (206, content[1_000_000:2_000_001])
    head = client.head(url)
    assert (head.status_code, head.headers["Content-Length"], head.content) == (200, str(3 * MEBI), b"")


def test_other_routes_refuse_large_bodies_with_the_request_id(client):
    # proves: S3-51 S3-53
    body = {"query": "{ me { id } }", "variables": {"padding": "x" * 3_000_000}}
    response = client.post("/graphql/", json=body, headers={"X-Request-ID": "mine"})
    assert (response.status_code, response.headers["X-Request-ID"]) == (413, "mine")
    assert response.json()["error"]["code"] == "request_too_large"
    assert response.json()["error"]["request_id"] == "mine"


def test_slow_readers_hold_no_database_connections(server, client):
    # The pool has fewer connections than there are readers.
    host, port = server[1].removeprefix("http://").split(":")
    created = client.post(UPLOAD, files={"file": ("a.txt", text_of(20 * MEBI))}).json()
    head = (
        f"GET /api/v1/documents/{created['id']}/file HTTP/1.1\r\nHost: {host}\r\n"
        f"Authorization: {client.headers['Authorization']}\r\n\r\n"
    )
    with ExitStack() as stack:
        for _ in range(20):
            reader = stack.enter_context(socket.create_connection((host, int(port)), timeout=60))
            reader.sendall(head.encode())
            assert reader.recv(15) == b"HTTP/1.1 200 OK"
        assert client.get("/api/v1/documents").status_code == 200


def test_what_is_recorded_after_the_response_is_stored(client, user):
    created = client.post(UPLOAD, files={"file": ("a.txt", b"Some text")}).json()
    exports = f"/api/v1/corpuses/{personal_corpus(user).pk}/annotations/export"
    assert client.get(exports).status_code == 200  # a stream
    assert client.get(f"/api/v1/documents/{created['id']}").status_code == 200
    assert client.post("/api/v1/auth/login", json={"username": "ada", "password": "wrong"}).status_code == 401
    recorded = AuditEntry.objects.filter(action__in=["corpus.annotations_exported", "user.sign_in_failed"])
    deadline = time.monotonic() + PATIENCE
    while recorded.count() < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert recorded.count() == 2


def test_an_aborted_upload_leaves_nothing(server, user, settings):
    host, port = server[1].removeprefix("http://").split(":")
    head = (
        f"POST {UPLOAD} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {access_token_for(user)}\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(head.encode() + text_of(2_000_000))
    with httpx.Client(base_url=server[1], trust_env=False) as client:
        assert client.get("/health/ready").status_code == 200
    assert not Document.objects.exists()
    until(lambda: not [path for path in Path(settings.DATA_DIR, "blobs").rglob("*") if path.is_file()])
