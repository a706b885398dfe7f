"""The client as a library: broken lines, many at once, logins that end, edits, and what is refused."""

import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from cartulary_client import (
    Client,
    Conflict,
    CredentialsFile,
    EditConflict,
    Fate,
    NotFound,
    NotSignedIn,
    Place,
    TookTooLong,
    Unreachable,
)
from cartulary_client.connection import Connection, log_in
from cartulary_client.credentials import Credentials
from cartulary_client.sending import placed
from cartulary_client.waiting import Watch, until_processed
from config.stack.ports import free_port
from corpuses.models import CorpusDocument
from documents.models import Document, Upload
from documents.storage import open_blob
from tests.client.bad_line import Break, bad_line
from tests.client.conftest import PASSWORD
from users.accounts.models import RefreshToken

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]
MEBI = 1 << 20
LETTER = Path(__file__).resolve().parents[2] / "documents" / "tests" / "data" / "mail" / "fake-email-attachment.eml"


@pytest.fixture
def web(processes, ada):
    """A server alone: nothing is processed."""
    return processes.web()[1]


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


def through(line, credentials):
    return Client(Credentials(server=line.url, access=credentials.access))


def test_lines_that_break_make_nothing_twice_and_lose_nothing(web, note, large):
    # proves: S3-27
    credentials = log_in(web, "ada", PASSWORD)
    # The first connection loses the answer, the second what is sent.
    with bad_line(web, Break(answer=0), Break(request=300)) as line, through(line, credentials) as client:
        client.upload(note)
    assert (Document.objects.count(), line.broken) == (1, 2)
    # A large file: in the middle of its second part, then in an answer.
    with bad_line(web, Break(request=12 * MEBI), Break(answer=100)) as line, through(line, credentials) as client:
        second = client.upload(large)
    assert line.broken == 2
    assert Upload.objects.count() == 1
    with open_blob(Document.objects.get(pk=second.id).blob) as source:
        assert source.read() == large.read_bytes()


def test_a_login_is_renewed_once_for_all_threads_and_commands(web, tmp_path):
    # proves: S3-G8
    pair = log_in(web, "ada", PASSWORD)
    file = CredentialsFile(tmp_path / "config")
    stale = Credentials(server=web, username="ada", access="ended", refresh=pair.refresh)
    file.save(stale)
    with Client(stale, keeper=file) as one, Client(stale, keeper=file) as another, ThreadPoolExecutor(8) as pool:
        people = [pool.submit(client.me) for client in (one, another) * 8]
        assert {each.result().username for each in people} == {"ada"}
        assert RefreshToken.objects.count() == 2
        one.log_out()
        with pytest.raises(NotSignedIn):
            another.me()


def test_refusals_have_names(web, note, tmp_path):
    with Client.log_in(web, "ada", PASSWORD) as client:
        document = client.upload(note, title="A note")
        with pytest.raises(Conflict) as again:
            client.upload(note)
        assert (again.value.code, again.value.details["document_id"]) == ("document_exists", document.id)
        client.rename(document.id, "Another", version=document.version)
        with pytest.raises(EditConflict) as late:
            client.rename(document.id, "Mine", version=document.version)
        assert late.value.details["current"]["title"] == "Another"
        with pytest.raises(NotFound) as gone:
            client.document(client.me().id)
        assert gone.value.request_id
        with pytest.raises(TookTooLong, match="1 of the documents"):
            list(client.wait([document.id], seconds=1.5))
        client.download(document.id, tmp_path / "copy.txt")
        assert (tmp_path / "copy.txt").read_bytes() == note.read_bytes()
    with pytest.raises(Unreachable):
        Client.log_in(f"http://127.0.0.1:{free_port(0)}", "ada", PASSWORD)


class WithoutStreams(Connection):
    def stream(self, *_, **__):
        raise AssertionError("nothing has to be heard")


def test_a_letter_goes_into_a_folder_and_what_was_sent_along_is_listed(client):
    corpus = client.create_corpus("Letters")
    letter = client.upload(LETTER, corpus=corpus.id, folder="2026/May")
    (read,) = client.wait([letter.id], seconds=300)
    children = list(client.children(letter.id))
    assert children
    assert (read.children, {child.parent for child in children}) == (len(children), {letter.id})
    folder = CorpusDocument.objects.get(corpus_id=corpus.id, document_id=letter.id).folder
    assert folder.path == "2026/May"
    assert placed(corpus.id, str(folder.pk)) == Place(corpus=corpus.id, folder=str(folder.pk))
    with closing(WithoutStreams(client.connection.credentials)) as deaf:
        assert [body["id"] for body in until_processed(deaf, [letter.id], seconds=100)] == [letter.id]


def test_archives_and_both_ways_to_wait(client, tmp_path):
    archive = tmp_path / "leases.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for number in range(12):
            made.writestr(f"2026/lease {number}.txt", f"Lease {number}: the tenant pays {number} euros.\n")
    sent = client.upload_archive(archive)
    ended = client.wait_for_archive(sent, seconds=60)
    assert (ended.state, ended.counts["added"]) == ("done", 12)
    documents = {entry.document for entry in client.archive_entries(ended)}
    heard = list(Watch(client.connection, set(documents), seconds=60).listen())
    assert {body["id"] for body in heard} == documents
    asked = list(client.wait(list(documents), streaming=False))
    assert {document.state for document in asked} == {"ready"}
    again = tmp_path / "again"
    again.mkdir()
    (again / "lease.txt").write_text("Lease 3: the tenant pays 3 euros.\n")
    corpus = client.create_corpus("Again")
    (outcome,) = client.upload_all(again, place=Place(corpus=corpus.id, path="2026"))
    assert outcome.fate is Fate.EXISTING
    assert CorpusDocument.objects.get(corpus_id=corpus.id, document_id=outcome.document).folder.path == "2026/again"
