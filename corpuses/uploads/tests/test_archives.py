"""ZIP files: every entry has a result, paths stay inside the corpus, bombs are refused."""

import io
import stat
import struct
import zipfile
from base64 import b64encode
from uuid import UUID

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile

from corpuses.corpora.services import create_corpus
from corpuses.models import Archive, ArchiveEntry, CorpusDocument
from corpuses.uploads import archives
from documents.models import Document, Upload
from documents.pipeline import zip_files
from tasks.models import Job
from tasks.runtime import queue
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Contracts")


def zipped(*entries, compression=zipfile.ZIP_DEFLATED):
    """Return a ZIP file; each entry is a name or a ZipInfo, and its content."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return target.getvalue()


def send(api, corpus, content, **fields):
    file = SimpleUploadedFile("leases.zip", content)
    return api.post(f"/api/v1/corpuses/{corpus.pk}/archives", {"file": file, **fields})


def unpacked(api, corpus, content, **fields):
    """Upload and unpack an archive; return it and its entries."""
    response = send(api, corpus, content, **fields)
    assert response.status_code == 201, response.json()
    jobs = Job.objects.filter(kind=archives.UNPACK)
    Job.objects.exclude(pk__in=jobs).delete()
    run_jobs()
    Job.objects.exclude(pk__in=jobs).delete()
    archive = api.send("GET", response["Location"]).json()
    return archive, api.send("GET", f"{response['Location']}/entries").json()["results"]


def refused(response):
    return response.status_code, response.json()["error"]["code"]


def paths(corpus):
    members = CorpusDocument.objects.filter(corpus=corpus).select_related("folder", "document")
    return sorted((each.folder.path if each.folder else "", each.document.filename) for each in members)


def test_files_become_documents_in_folders_and_each_has_a_result(api, corpus, upload):
    # proves: V5.2.3
    mine = upload(b"Words that are here already.")
    content = zipped(
        ("2026/leases/a.txt", "First words."),
        ("b.txt", "Second words."),
        ("2026/here.txt", "Words that are here already."),
        ("__MACOSX/2026/._a.txt", "resources"),
        ("2026/.DS_Store", "desktop"),
        ("2026/film.txt", b"\x7fELF" + bytes(100)),
        ("empty.txt", ""),
    )
    archive, entries = unpacked(api, corpus, content, path="in")
    assert (archive["state"], archive["entries"], archive["error"]) == ("done", 7, None)
    assert archive["counts"] == {"added": 2, "existing": 1, "skipped": 2, "refused": 2}
    results = [(each["path"], each["state"], each["error"] and each["error"]["code"]) for each in entries]
    assert results == [
        ("2026/leases/a.txt", "added", None),
        ("b.txt", "added", None),
        ("2026/here.txt", "existing", None),
        ("__MACOSX/2026/._a.txt", "skipped", None),
        ("2026/.DS_Store", "skipped", None),
        ("2026/film.txt", "refused", "unsupported_type"),
        ("empty.txt", "refused", "empty_file"),
    ]
    assert entries[2]["document"] == str(mine.pk)
    assert paths(corpus) == [("in", "b.txt"), ("in/2026", "file"), ("in/2026/leases", "a.txt")]


def link(name, target):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info, target


def device(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFCHR | 0o666) << 16
    return info, ""


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (("../up.txt", "words"), "unsafe_name"),
        (("a/../../up.txt", "words"), "unsafe_name"),
        (("/etc/passwd", "words"), "unsafe_name"),
        (("C:/boot.ini", "words"), "unsafe_name"),
        (("..\\up.txt", "words"), "unsafe_name"),
        (link("link.txt", "/etc/passwd"), "link_in_archive"),
        (device("tty.txt"), "link_in_archive"),
        (("bomb.txt", " " * (32 << 20)), "suspicious_ratio"),
        (("inner.txt", zipped(("a.txt", "words"))), "unsupported_type"),
    ],
)
def test_refused_entries_do_not_affect_the_others(api, corpus, entry, code):
    # proves: V5.2.5 V5.2.3 V5.3.3
    _, entries = unpacked(api, corpus, zipped(entry, ("good.txt", "Good words.")))
    assert [each["error"] and each["error"]["code"] for each in entries] == [code, None]
    assert paths(corpus) == [("", "good.txt")]


def patched(content, name, offset_local, offset_central, value):
    """Change a 16 or 32 bit field of both headers of the first entry."""
    changed = bytearray(content)
    changed[offset_local : offset_local + len(value)] = value
    at = changed.index(b"PK\x01\x02") + offset_central
    changed[at : at + len(value)] = value
    return bytes(changed)


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (lambda content: patched(content, "", 6, 8, struct.pack("<H", 1)), "encrypted_entry"),
        (lambda content: patched(content, "", 8, 10, struct.pack("<H", 14)), "unsupported_compression"),
        (lambda content: patched(content, "", 14, 16, struct.pack("<L", 7)), "damaged_entry"),  # another CRC
        (lambda content: patched(content, "", 22, 24, struct.pack("<L", 5)), "damaged_entry"),  # more than it says
    ],
)
def test_entries_with_false_headers_are_refused(api, corpus, harm, code):
    content = harm(zipped(("a.txt", "Some words that are long enough."), ("good.txt", "Good words.")))
    _, entries = unpacked(api, corpus, content)
    assert [each["error"] and each["error"]["code"] for each in entries] == [code, None]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PK\x03\x04" + bytes(200), "invalid_archive"),  # has no end
        (zipped(("a.txt", "words"))[:-30], "invalid_archive"),
        (zipped(("a.txt", "words"))[:-22] + b"PK\x06\x07" + bytes(16) + zipped()[-22:], "invalid_archive"),  # ZIP64
        (b"PK\x03\x04" + zip_files._END.pack(b"PK\x05\x06", 0, 0, 1, 1, 9 << 20, 4, 0), "archive_too_large"),
    ],
    ids=["no end", "cut off", "ZIP64", "far too large"],
)
def test_invalid_archives_fail_with_an_error(api, corpus, content, code, django_capture_on_commit_callbacks):
    # proves: V5.2.3
    with django_capture_on_commit_callbacks(execute=True):
        archive, entries = unpacked(api, corpus, content)
    assert (archive["state"], archive["error"]["code"], entries) == ("failed", code, [])
    assert queue.job_view(UUID(archive["job"])).attempts == 1
    assert default_storage.listdir("uploads")[0] == []


def test_the_contents_of_an_archive_are_limited_before_it_is_unpacked(api, corpus, monkeypatch):
    # proves: V5.2.3
    content = zipped(("a.txt", "First words."), ("b.txt", "Second words."))
    monkeypatch.setattr(zip_files, "MAX_ENTRIES", 1)
    assert unpacked(api, corpus, content)[0]["error"]["code"] == "archive_too_large"
    monkeypatch.setattr(zip_files, "MAX_ENTRIES", 2)
    monkeypatch.setattr(zip_files, "MAX_UNPACKED", 24)
    assert unpacked(api, corpus, content)[0]["error"]["code"] == "archive_too_large"
    monkeypatch.setattr(zip_files, "MAX_UNPACKED", 25)
    assert unpacked(api, corpus, content)[0]["state"] == "done"


def test_entries_are_subject_to_the_file_limit_and_the_quota(api, corpus, settings):
    # proves: X-18 V5.2.4
    settings.MAX_UPLOAD_BYTES = 20
    settings.UPLOAD_QUOTA_DOCUMENTS = 1
    content = zipped(("a.txt", "x" * 21), ("b.txt", "Second words."), ("c.txt", "Third words."))
    settings.MAX_FILE_SIZE_LIMIT = len(content)
    _, entries = unpacked(api, corpus, content)
    codes = [each["error"] and each["error"]["code"] for each in entries]
    assert codes == ["file_too_large", None, "quota_exceeded"]


def test_the_limit_of_the_route_is_64_mb(api, corpus, settings):
    # proves: S0-31 X-8 X-18
    assert settings.MAX_FILE_SIZE_LIMIT == 67_108_864
    settings.MAX_FILE_SIZE_LIMIT = 100
    response = send(api, corpus, zipped(("a.txt", "x" * 100)))
    assert refused(response) == (413, "file_too_large")
    assert response.json()["error"]["limit"] == 100
    assert not Archive.objects.exists()


def test_other_files_are_refused_at_once(api, corpus):
    assert refused(send(api, corpus, b"Some words.")) == (415, "unsupported_type")
    assert not Upload.objects.exists()


def test_an_interrupted_attempt_is_continued(api, corpus, monkeypatch):
    # proves: S1-14 S1-G5
    content = zipped(*((f"{number}.txt", f"Words {number}.") for number in range(5)))
    response = send(api, corpus, content)
    numbers = []
    real = archives._process_entry

    def dies_at_three(opened, number, archive):
        numbers.append(number)
        if numbers == [0, 1, 2]:
            raise ConnectionResetError
        real(opened, number, archive)

    monkeypatch.setattr(archives, "_process_entry", dies_at_three)
    archive = Archive.objects.get(pk=response.json()["id"])
    for _ in range(2):
        job = FakeRun()
        try:
            archives.unpack(archive.pk, job=job)
        except ConnectionResetError:
            assert archive.entries.count() == 2
    assert numbers == [0, 1, 2, 2, 3, 4]
    assert (archive.entries.filter(state=ArchiveEntry.State.ADDED).count(), Document.objects.count()) == (5, 5)


class FakeRun:
    """A job without a queue."""

    def progress(self, percent, message=""):
        pass

    def check_cancelled(self, *, now=False):
        pass

    def guarded(self):
        from django.db import transaction

        return transaction.atomic()

    commit = guarded


def test_an_archive_can_be_uploaded_in_parts(api, corpus):
    # proves: X-18
    content = zipped(("a.txt", "First words."))
    pairs = {"filename": "x.zip", "kind": "archive", "corpus": str(corpus.pk), "path": "deep"}
    metadata = ",".join(f"{key} {b64encode(value.encode()).decode()}" for key, value in pairs.items())
    headers = {"Tus-Resumable": "1.0.0", "Upload-Length": str(len(content)), "Upload-Metadata": metadata}
    kind = "application/offset+octet-stream"
    response = api.post("/api/v1/uploads", data=content, content_type=kind, headers=headers)
    assert api.send("GET", response["Location"]).json()["state"] == "held"
    run_jobs()
    status = api.send("GET", response["Location"]).json()
    assert (status["state"], status["archive"]) == ("done", response["X-Archive-Id"])
    assert paths(corpus) == [("deep", "a.txt")]


def test_archives_are_private(api, other_api, anonymous_api, corpus):
    # proves: S3-8
    content = zipped(("a.txt", "First words."))
    location = send(api, corpus, content)["Location"]
    for client, status in ((other_api, 404), (anonymous_api, 401)):
        for path in (location, f"{location}/entries", f"/api/v1/corpuses/{corpus.pk}/archives"):
            assert client.send("GET", path).status_code == status
        assert send(client, corpus, content).status_code == status
    type(corpus).objects.filter(pk=corpus.pk).update(is_public=True)
    assert other_api.send("GET", location).status_code == 404  # what was in it is the sender's business
    assert send(other_api, corpus, content).status_code == 403
