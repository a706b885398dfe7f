"""Uploads and archives as REST shows them."""

from typing import Any

from rest_framework import serializers

from core.api.rest.serializers import StrictSerializer
from corpuses.models import Archive, ArchiveEntry
from corpuses.services import finish_uploads
from documents.models import Upload


class WrongShape(StrictSerializer):
    """What is wrong."""

    code = serializers.CharField(help_text="Stable, for programs.")
    message = serializers.CharField(help_text="A sentence for people.")


class RefusalShape(WrongShape):
    """What is wrong with a file, and what is known besides: of `document_exists` the `document_id`."""

    details = serializers.DictField()


class UploadShape(StrictSerializer):
    """A file that arrives, or has arrived. `held`: an archive that is being unpacked."""

    id = serializers.UUIDField()
    filename = serializers.CharField()
    kind = serializers.ChoiceField(choices=[finish_uploads.DOCUMENT, finish_uploads.ARCHIVE])
    offset = serializers.IntegerField(help_text="Bytes that are here.")
    length = serializers.IntegerField(help_text="Bytes of the whole file.")
    sha256 = serializers.CharField(allow_blank=True, help_text="What was announced.")
    state = serializers.ChoiceField(choices=Upload.State.choices)
    document = serializers.UUIDField(allow_null=True)
    archive = serializers.UUIDField(allow_null=True)
    error = RefusalShape(allow_null=True)
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField()
    example = {
        "id": "01990c6e-0c11-7c22-8d33-1f2e3d4c5b6a", "filename": "lease.pdf", "kind": "document", "offset": 8_388_608,
        "length": 104_857_600, "sha256": "", "state": "receiving", "document": None, "archive": None, "error": None,
        "created": "2026-11-20T08:30:00.000000Z", "expires": "2026-11-23T08:30:00.000000Z",
    }  # fmt: skip


class CountsShape(StrictSerializer):
    """How many entries of an archive became what."""

    added = serializers.IntegerField()
    existing = serializers.IntegerField(help_text="Yours already; put into the corpus if they were not in it.")
    skipped = serializers.IntegerField(help_text="What systems leave in archives.")
    refused = serializers.IntegerField()


class ArchiveShape(StrictSerializer):
    """A ZIP file that is, or was, unpacked into a corpus."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField()
    folder = serializers.UUIDField(allow_null=True)
    filename = serializers.CharField()
    size = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Archive.State.choices)
    entries = serializers.IntegerField(allow_null=True, help_text="Files in it; null until it has been opened.")
    counts = CountsShape()
    job = serializers.UUIDField()
    error = WrongShape(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    example = {
        "id": "01990c6e-0d11-7c22-8d33-1f2e3d4c5b6a", "corpus": "01990c6e-0e11-7c22-8d33-1f2e3d4c5b6a", "folder": None,
        "filename": "leases.zip", "size": 4_112_003, "state": "done", "entries": 12,
        "counts": {"added": 9, "existing": 1, "skipped": 1, "refused": 1},
        "job": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b", "error": None,
        "created": "2026-11-20T08:30:00.000000Z", "finished": "2026-11-20T08:30:04.000000Z",
    }  # fmt: skip


class EntryShape(StrictSerializer):
    """What became of one file of an archive."""

    number = serializers.IntegerField()
    path = serializers.CharField()
    size = serializers.IntegerField(help_text="Bytes, unpacked, as the archive says.")
    state = serializers.ChoiceField(choices=ArchiveEntry.State.choices)
    document = serializers.UUIDField(allow_null=True)
    error = WrongShape(allow_null=True)
    example = {
        "number": 0, "path": "2026/lease.pdf", "size": 184_203, "state": "added",
        "document": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a", "error": None,
    }  # fmt: skip


def upload_body(upload: Upload) -> dict[str, Any]:
    """Describe an upload."""
    kind = upload.wish.get("kind", finish_uploads.DOCUMENT)
    error = {"code": upload.error_code, "message": upload.error_message, "details": upload.error_data}
    return {
        "id": upload.pk,
        "filename": upload.filename,
        "kind": kind,
        "offset": upload.received,
        "length": upload.length,
        "sha256": upload.sha256,
        "state": upload.state,
        "document": upload.result if kind == finish_uploads.DOCUMENT else None,
        "archive": upload.result if kind == finish_uploads.ARCHIVE else None,
        "error": error if upload.error_code else None,
        "created": upload.created,
        "expires": upload.expires,
    }


def archive_body(archive: Archive, counts: dict[str, int]) -> dict[str, Any]:
    """Describe an archive."""
    return {
        "id": archive.pk,
        "corpus": archive.corpus_id,
        "folder": archive.folder_id,
        "filename": archive.filename,
        "size": archive.size,
        "state": archive.state,
        "entries": archive.entry_count,
        "counts": counts,
        "job": archive.job,
        "error": _error(archive.error_code, archive.error_message),
        "created": archive.created,
        "finished": archive.finished,
    }


def entry_body(entry: ArchiveEntry) -> dict[str, Any]:
    """Describe an entry."""
    return {
        "number": entry.number,
        "path": entry.path,
        "size": entry.size,
        "state": entry.state,
        "document": entry.document_id,
        "error": _error(entry.code, entry.message),
    }


def _error(code: str, message: str) -> dict[str, str] | None:
    return {"code": code, "message": message} if code else None
