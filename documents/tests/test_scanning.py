"""The virus scan, with a fake clamd whose replies are scripted."""

import socketserver
import struct
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from django.core.files.storage import default_storage

from core.breakers import breaker_of
from documents import clamd
from documents.errors import ScannerUnavailable
from documents.models import Blob, Document
from documents.services import integrity
from documents.tests.test_integrity import run
from tasks import system_tenant
from tasks.models import Job
from tasks.runtime import queue
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db
EICAR = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
FOUND = b"stream: Win.Test.EICAR_HDB-1 FOUND\0"


@dataclass
class Clamd:
    """A fake scanner: its reply (by default it depends on the content), and what it received."""

    url: str = ""
    reply: bytes = b""
    received: list[bytes] = field(default_factory=list)


@contextmanager
def scripted(address, server_class):
    state = Clamd()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            assert self.rfile.read(10) == b"zINSTREAM\0"
            content = b""
            while length := struct.unpack("!L", self.rfile.read(4))[0]:
                content += self.rfile.read(length)
            state.received.append(content)
            self.wfile.write(state.reply or (FOUND if EICAR in content else b"stream: OK\0"))

    with server_class(address, Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server, state
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def scanner(settings):
    with scripted(("127.0.0.1", 0), socketserver.ThreadingTCPServer) as (server, state):
        state.url = settings.CLAMD_URL = f"tcp://127.0.0.1:{server.server_address[1]}"
        yield state


def job_kinds():
    return list(Job.objects.order_by("pk").values_list("kind", flat=True))


def test_without_a_scanner_documents_are_unscanned(api, upload):
    document = upload(b"Some words.")
    assert job_kinds() == ["documents.process"]
    assert api.send("GET", f"/api/v1/documents/{document.pk}").json()["scan"] == "unscanned"
    assert api.execute(f'{{ document(id: "{document.pk}") {{ scan }} }}') == {"document": {"scan": "UNSCANNED"}}


def test_documents_are_available_and_processed_only_after_a_clean_scan(api, upload, scanner):
    # proves: V5.4.3
    document = upload(b"Some words.")
    assert job_kinds() == ["documents.scan"]
    body = api.send("GET", f"/api/v1/documents/{document.pk}").json()
    assert (body["scan"], body["state"], body["job"]) == ("pending", "processing", str(Job.objects.get().pk))
    for what in ("file", "pdf", "download-url"):
        response = api.send("GET", f"/api/v1/documents/{document.pk}/{what}")
        assert (response.status_code, response.json()["error"]["code"]) == (409, "scan_pending")
    run_jobs()
    document.refresh_from_db()
    assert (document.scan, document.state, scanner.received) == ("clean", "ready", [b"Some words."])
    assert api.get(f"/api/v1/documents/{document.pk}/file").body == b"Some words."


def test_an_infected_document_fails_and_its_bytes_are_deleted(
    api, upload, scanner, other_user, django_capture_on_commit_callbacks
):
    # proves: V5.4.3
    scanner.reply = b"stream: OK\0"
    theirs = upload(EICAR, owner=other_user)  # before the scanner knew it
    run_jobs()
    scanner.reply = b""
    document = upload(EICAR)
    with django_capture_on_commit_callbacks(execute=True):
        run_jobs()
    document.refresh_from_db()
    theirs.refresh_from_db()
    assert (document.scan, document.state, document.failure_code) == ("infected", "failed", "infected")
    assert (theirs.scan, theirs.state) == ("infected", "ready")
    assert not default_storage.exists(document.blob.name)
    for method, what in (("GET", "file"), ("GET", "download-url"), ("POST", "retry")):
        response = api.send(method, f"/api/v1/documents/{document.pk}/{what}")
        assert (response.status_code, response.json()["error"]["code"]) == (410, "infected")
    assert not Document.objects.exclude(revision=None).filter(pk=document.pk).exists()


def test_deleted_infected_bytes_are_not_reported_as_missing(upload, scanner, django_capture_on_commit_callbacks):
    upload(EICAR)
    with django_capture_on_commit_callbacks(execute=True):
        run_jobs()
    system_tenant.tenant_id()
    assert run(integrity.CHECK)[-1].endswith("0 damaged.")
    assert Blob.objects.get(documents__scan="infected").damage == ""


def test_a_document_waits_for_an_unavailable_scanner(upload, scanner, settings):
    # proves: V5.4.3
    settings.CLAMD_URL = "tcp://127.0.0.1:9"
    document = upload(b"Some words.")
    run_jobs()
    (job,) = queue.jobs_of([document.pk])[document.pk]
    assert (job.state, document.scan) == ("stuck", "pending")
    settings.CLAMD_URL = scanner.url
    run_jobs(skip_waits=True)
    document.refresh_from_db()
    assert (document.scan, document.state) == ("clean", "ready")


def test_a_document_fails_if_the_scanner_stays_unavailable_and_can_be_retried(api, upload, scanner, settings):
    settings.BREAKERS = settings.BREAKERS | {"scanner": {"failures": 100}}
    settings.CLAMD_URL = "tcp://127.0.0.1:9"
    document = upload(b"Some words.")
    for _ in range(6):
        run_jobs(skip_waits=True)
    document.refresh_from_db()
    assert (document.state, document.failure_code, document.scan) == ("failed", "scanner_unavailable", "pending")
    settings.CLAMD_URL = scanner.url
    assert api.send("POST", f"/api/v1/documents/{document.pk}/retry").status_code == 202
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.scan) == ("ready", "clean")


def test_a_scanner_can_be_optional(upload, settings):
    settings.CLAMD_URL, settings.CLAMD_REQUIRED = "tcp://127.0.0.1:9", False
    document = upload(b"Some words.")
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.scan) == ("ready", "unscanned")


# proves: S4-3
@pytest.mark.parametrize("is_required", [True, False])
def test_a_scanner_that_is_away_is_left_alone_for_a_while(upload, scanner, settings, is_required):
    settings.CLAMD_REQUIRED = is_required
    breaker = breaker_of("scanner", scanner.url)
    breaker.force_open("Away.")
    document = upload(b"Some words.")
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.scan) == (("processing", "pending") if is_required else ("ready", "unscanned"))
    scan = Job.objects.get(kind="documents.scan")
    assert (scan.attempts, scan.error_code) == ((0, "circuit_open") if is_required else (1, ""))
    breaker.reset()
    run_jobs(skip_waits=True)
    document.refresh_from_db()
    assert (document.state, document.scan) == ("ready", "clean" if is_required else "unscanned")


@pytest.mark.parametrize(("reply", "failures"), [(b"INSTREAM size limit exceeded. ERROR\0", 0), (None, 1)])
def test_files_that_it_cannot_scan_say_nothing_of_the_scanner(upload, scanner, settings, reply, failures):
    scanner.reply = reply
    if reply is None:
        settings.CLAMD_URL = "tcp://127.0.0.1:9"
    upload(b"Some words.")
    run_jobs()
    assert breaker_of("scanner", settings.CLAMD_URL).snapshot().failure_count == failures


@pytest.mark.parametrize(
    "reply", [b"INSTREAM size limit exceeded. ERROR\0", b"\0", b"stream: OK but not really\0", b"OK\0"]
)
def test_an_unexpected_reply_is_an_error(scanner, reply):
    scanner.reply = reply
    with pytest.raises(ScannerUnavailable):
        clamd.find_virus(scanner.url, [b"words"])


def test_unix_sockets_and_chunks_are_supported(tmp_path):
    path = tmp_path / "clamd.sock"
    with scripted(str(path), socketserver.ThreadingUnixStreamServer) as (_, state):
        assert clamd.find_virus(f"unix://{path}", [b"a" * 300_000, b"", EICAR]) == "Win.Test.EICAR_HDB-1"
        assert state.received == [b"a" * 300_000 + EICAR]
    with pytest.raises(ScannerUnavailable):
        clamd.find_virus(f"unix://{path}", [b"words"])
