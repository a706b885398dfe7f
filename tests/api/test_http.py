"""HTTP through a real server: large bodies, ranges and memory."""

import hashlib
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from config.stack.testing import Process
from documents.models import Document
from users.accounts.token_pairs import access_token_for

LIMIT = 26_214_400
UPLOAD = "/api/v1/documents/upload"
MEBI = 1_048_576

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def served(live_web):
    return live_web.web, live_web.url


@pytest.fixture
def client(served, user) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {access_token_for(user)}"}
    with httpx.Client(base_url=served[1], headers=headers, timeout=30, trust_env=False) as client:
        yield client


def text_of(size: int) -> bytes:
    line = b"All work and no play makes a long file. "
    return (line * (size // len(line) + 1))[:size]


def reset_peak_memory(process: Process) -> None:
    Path(f"/proc/{process.pid}/clear_refs").write_text("5")


def peak_memory(process: Process) -> int:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return 1024 * int(status.split("VmHWM:")[1].split()[0])


def test_memory_stays_flat_while_25_mib_come_in_and_go_out(served, client):
    # proves: S3-1 S3-2 S3-3
    process, _ = served
    client.post(UPLOAD, files={"file": ("small.txt", text_of(100_000))})
    reset_peak_memory(process)
    before = peak_memory(process)
    content = text_of(LIMIT)
    sent = client.post(UPLOAD, files={"file": ("large.txt", content)})
    assert (sent.status_code, sent.json()["sha256"]) == (201, hashlib.sha256(content).hexdigest())
    received = client.get(f"/api/v1/documents/{sent.json()['id']}/file")
    assert received.content == content
    assert peak_memory(process) - before < 12 * MEBI


def test_a_client_that_sends_too_much_reads_the_error_and_goes_on(client):
    # proves: S3-3 S3-4 S0-31
    for size in (LIMIT + 1, 2 * LIMIT):  # refused while it is read; refused unread
        answer = client.post(UPLOAD, files={"file": ("large.txt", text_of(size))})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "file_too_large")
        assert answer.json()["error"]["request_id"] == answer.headers["X-Request-ID"]
        assert client.get("/api/v1/documents").json()["results"] == []


def test_a_body_without_a_declared_length_is_counted(client):
    # proves: S3-3
    def body() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        for _ in range(60):
            yield text_of(500_000)
        yield b"\r\n--x--\r\n"

    answer = client.post(UPLOAD, content=body(), headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "file_too_large")
    assert not Document.objects.exists()


def test_the_refusal_comes_before_the_body_is_sent(served, user):
    # proves: S3-3
    host, port = served[1].removeprefix("http://").split(":")
    head = (
        f"POST {UPLOAD} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {access_token_for(user)}\r\n"
        f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {100 * LIMIT}\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(head.encode())
        answer = connection.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_part_of_a_file_comes_over_the_wire(client):
    content = text_of(3 * MEBI)
    address = f"/api/v1/documents/{client.post(UPLOAD, files={'file': ('a.txt', content)}).json()['id']}/file"
    part = client.get(address, headers={"Range": "bytes=1000000-2000000"})
    assert (part.status_code, part.content) == (206, content[1_000_000:2_000_001])
    head = client.head(address)
    assert (head.status_code, head.headers["Content-Length"], head.content) == (200, str(3 * MEBI), b"")


def test_other_routes_refuse_large_bodies_with_the_request_id(client):
    # proves: S3-51 S3-53
    body = {"query": "{ me { id } }", "variables": {"padding": "x" * 3_000_000}}
    answer = client.post("/graphql/", json=body, headers={"X-Request-ID": "mine"})
    assert (answer.status_code, answer.headers["X-Request-ID"]) == (413, "mine")
    assert answer.json()["error"]["code"] == "request_too_large"
    assert answer.json()["error"]["request_id"] == "mine"


def test_readers_who_take_their_time_do_not_block_the_database_for_others(served, client):
    # More of them than the pool has connections.
    host, port = served[1].removeprefix("http://").split(":")
    sent = client.post(UPLOAD, files={"file": ("a.txt", text_of(20 * MEBI))}).json()
    head = (
        f"GET /api/v1/documents/{sent['id']}/file HTTP/1.1\r\nHost: {host}\r\n"
        f"Authorization: {client.headers['Authorization']}\r\n\r\n"
    )
    with ExitStack() as stack:
        for _ in range(20):
            reader = stack.enter_context(socket.create_connection((host, int(port)), timeout=60))
            reader.sendall(head.encode())
            assert reader.recv(15) == b"HTTP/1.1 200 OK"
        assert client.get("/api/v1/documents").status_code == 200


def test_clients_that_go_away_while_sending_leave_nothing(served, user, settings):
    host, port = served[1].removeprefix("http://").split(":")
    head = (
        f"POST {UPLOAD} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {access_token_for(user)}\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(head.encode() + text_of(2_000_000))
    with httpx.Client(base_url=served[1], trust_env=False) as client:
        assert client.get("/health/ready").status_code == 200
    assert not Document.objects.exists()
    assert [path for path in Path(settings.DATA_DIR, "blobs").rglob("*") if path.is_file()] == []
