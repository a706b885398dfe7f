"""The client library against a real server: broken connections, expired logins, conflicts, errors."""

import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from cartulary_client import (
    Client,
    Conflict,
    CredentialsFile,
    Destination,
    EditConflict,
    NotAuthenticated,
    NotFound,
    ServerUnreachable,
    UploadStatus,
    WaitTimeout,
)
from cartulary_client.connection import Connection, log_in
from cartulary_client.credentials import Credentials
from cartulary_client.wait import DocumentWatcher, wait_until_processed
from config.stack.run_config import free_port
from corpuses.models import CorpusDocument
from documents.models import Document, Upload
from documents.storage.blobs import open_blob
from tests.client.broken_connection import BreakAfter, breaking_proxy
from tests.client.conftest import PASSWORD
from users.accounts.models import RefreshToken

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]
MEBI = 1 << 20
EMAIL = Path(__file__).resolve().parents[2] / "documents" / "tests" / "data" / "mail" / "fake-email-attachment.eml"


@pytest.fixture
def web(live_web, ada):
    """Return the URL of a server without a worker: no document is processed."""
    return live_web.url


@pytest.fixture
def note(tmp_path):
    file = tmp_path / "note.txt"
    file.write_text("The tenant pays 1,200 euros on the first of every month.\n")
    return file


@pytest.fixture
def large(tmp_path):
    file = tmp_path / "large.txt"
    file.write_bytes(b"0123456789 abcde\n" * (20 * MEBI // 17))
    return file


def through(proxy, credentials):
    return Client(Credentials(server=proxy.url, access=credentials.access))


@pytest.mark.full
def test_broken_connections_neither_duplicate_nor_lose_an_upload(web, note, large):
    # proves: S3-27
    credentials = log_in(web, "ada", PASSWORD)
    # The first connection breaks in the response, the second in the request.
    script = BreakAfter(response=0), BreakAfter(request=300)
    with breaking_proxy(web, *script) as proxy, through(proxy, credentials) as client:
        client.upload(note)
    assert (Document.objects.count(), proxy.broken) == (1, 2)
    # A large file: first in the middle of the second chunk, then in a response.
    script = BreakAfter(request=12 * MEBI), BreakAfter(response=100)
    with breaking_proxy(web, *script) as proxy, through(proxy, credentials) as client:
        second = client.upload(large)
    assert proxy.broken == 2
    assert Upload.objects.count() == 1
    with open_blob(Document.objects.get(pk=second.id).blob) as source:
        assert source.read() == large.read_bytes()


def test_expired_tokens_are_refreshed_once_for_all_threads_and_processes(web, tmp_path):
    # proves: S3-G8
    tokens = log_in(web, "ada", PASSWORD)
    file = CredentialsFile(tmp_path / "config")
    expired = Credentials(server=web, username="ada", access="expired", refresh=tokens.refresh)
    file.save(expired)
    with Client(expired, store=file) as one, Client(expired, store=file) as another, ThreadPoolExecutor(8) as pool:
        calls = [pool.submit(client.me) for client in (one, another) * 8]
        assert {call.result().username for call in calls} == {"ada"}
        assert RefreshToken.objects.count() == 2
        one.log_out()
        with pytest.raises(NotAuthenticated):
            another.me()


@pytest.mark.full
def test_error_responses_become_exceptions_by_status(web, note, tmp_path):
    with Client.log_in(web, "ada", PASSWORD) as client:
        document = client.upload(note, title="A note")
        with pytest.raises(Conflict) as conflict:
            client.upload(note)
        assert (conflict.value.code, conflict.value.details["document_id"]) == ("document_exists", document.id)
        client.rename(document.id, "Another", version=document.version)
        with pytest.raises(EditConflict) as edit_conflict:
            client.rename(document.id, "Mine", version=document.version)
        assert edit_conflict.value.details["current"]["title"] == "Another"
        with pytest.raises(NotFound) as not_found:
            client.document(client.me().id)
        assert not_found.value.request_id
        with pytest.raises(WaitTimeout, match="1 of the documents"):
            list(client.wait([document.id], timeout=1.5))
        client.download(document.id, tmp_path / "copy.txt")
        assert (tmp_path / "copy.txt").read_bytes() == note.read_bytes()
        with pytest.raises(NotFound) as no_pdf:
            client.download_annotated_pdf(document.id, client.create_corpus("Leases").id, tmp_path / "notes.pdf")
        assert no_pdf.value.code == "no_pdf"  # it is not processed
    with pytest.raises(ServerUnreachable):
        Client.log_in(f"http://127.0.0.1:{free_port(0)}", "ada", PASSWORD)


def test_every_file_of_a_folder_gets_one_result_over_several_batches(web, tmp_path, monkeypatch):
    monkeypatch.setattr("cartulary_client.bulk_upload._BATCH_FILES", 4)
    monkeypatch.setattr("cartulary_client.bulk_upload._BATCH_BYTES", 120)
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(10):
        (folder / f"note {number}.txt").write_text(f"Note {number}: the tenant pays {number} euros.\n")
    (folder / "copy.txt").write_text("Note 0: the tenant pays 0 euros.\n")
    (folder / "empty.txt").write_text("")
    reported = {}
    with Client.log_in(web, "ada", PASSWORD) as client:
        results = list(client.upload_all(folder, concurrency=3, progress=reported.__setitem__))
        assert sorted(result.file for result in results) == sorted(folder.iterdir())
        statuses = {result.file.name: result.status for result in results}
        assert statuses["empty.txt"] is UploadStatus.REFUSED
        assert sorted(statuses[name] for name in ("copy.txt", "note 0.txt")) == ["added", "existing"]
        assert list(statuses.values()).count(UploadStatus.ADDED) == Document.objects.count() == 10
        assert reported == {file: file.stat().st_size for file in folder.iterdir()}
        again = list(client.upload_all(folder))
    assert [result.status for result in again].count(UploadStatus.EXISTING) == 11


class WithoutStreams(Connection):
    def stream(self, *_, **__):
        raise AssertionError("the stream must not be opened")


@pytest.mark.full
def test_an_email_goes_into_a_folder_and_its_attachments_are_listed(client):
    corpus = client.create_corpus("E-mails")
    email = client.upload(EMAIL, corpus=corpus.id, folder="2026/May")
    (processed,) = client.wait([email.id], timeout=300)
    attachments = list(client.attachments(email.id))
    assert attachments
    assert (processed.attachment_count, {each.parent for each in attachments}) == (len(attachments), {email.id})
    folder = CorpusDocument.objects.get(corpus_id=corpus.id, document_id=email.id).folder
    assert folder.path == "2026/May"
    by_id = Destination.in_corpus(corpus.id, str(folder.pk))
    assert by_id == Destination(corpus=corpus.id, folder=str(folder.pk))
    with closing(WithoutStreams(client.connection.credentials)) as connection:
        assert [body["id"] for body in wait_until_processed(connection, [email.id], timeout=100)] == [email.id]


@pytest.mark.full
def test_everything_is_searched_and_a_text_is_found_in_a_document(client, note):
    document = client.upload(note)
    (processed,) = client.wait([document.id], timeout=300)
    assert processed.state == "ready"
    results = client.search_everything("note", type="txt", limit=5)
    assert [(each["id"], each["is_title_match"]) for each in results.results] == [(document.id, True)]
    assert [facet["facet"] for facet in results.facets] == ["corpus", "type", "language", "date"]
    matches = client.find(document.id, "the TENANT", match_case=False, first_page=1)
    assert (matches.total_count, [each["quote"] for each in matches.matches]) == (1, ["The tenant"])


@pytest.mark.full
def test_an_action_runs_on_the_documents_of_a_corpus(client, tmp_path):
    corpus = client.create_corpus("Actions")
    (tmp_path / "paid.txt").write_text("Paid on 2026-01-02.")
    document = client.upload(tmp_path / "paid.txt", corpus=corpus.id)
    list(client.wait([document.id], timeout=100))
    client.wait_for_actions(corpus.id, timeout=100)
    action = client.create_action(corpus.id, "analyze", analyzer="patterns", triggers=["new_version"])
    assert action.triggers == ["new_version", "manual"]
    assert client.run_action(action.id) == 1
    client.wait_for_actions(corpus.id, timeout=100)
    (execution,) = client.executions(corpus.id, action=action.id)
    assert (execution.state, execution.trigger, execution.document) == ("success", "manual", document.id)
    assert execution.finished >= execution.queued
    assert (client.run_action(action.id, [document.id]), client.retry_action(action.id)) == (0, 0)
    by_kind = {each.kind: each.executions["success"] for each in client.actions(corpus.id)}
    assert by_kind == {"embed": 1, "analyze": 1}


def test_archives_are_unpacked_and_waiting_works_by_stream_and_by_polling(client, tmp_path):
    archive = tmp_path / "leases.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for number in range(12):
            file.writestr(f"2026/lease {number}.txt", f"Lease {number}: the tenant pays {number} euros.\n")
    uploaded = client.archives.upload(archive)
    unpacked = client.archives.wait(uploaded, timeout=300)
    assert (unpacked.state, unpacked.counts["added"]) == ("done", 12)
    documents = {entry.document for entry in client.archives.entries(unpacked)}
    streamed = list(DocumentWatcher(client.connection, set(documents), timeout=300).stream())
    assert {body["id"] for body in streamed} == documents
    polled = list(client.wait(list(documents), streaming=False))
    assert {document.state for document in polled} == {"ready"}
    again = tmp_path / "again"
    again.mkdir()
    (again / "lease.txt").write_text("Lease 3: the tenant pays 3 euros.\n")
    corpus = client.create_corpus("Again")
    (result,) = client.upload_all(again, destination=Destination(corpus=corpus.id, path="2026"))
    assert result.status is UploadStatus.EXISTING
    assert CorpusDocument.objects.get(corpus_id=corpus.id, document_id=result.document).folder.path == "2026/again"
