"""Uploads and archives as REST represents them."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any
from uuid import UUID

from rest_framework import serializers

from core.access import Actor
from core.api.rest.serializers import BigIntegerField, EnumField, ReasonSerializer, Resource, StrictSerializer
from corpuses.corpora.api.rest.job_reports import WithError
from corpuses.models import Archive, ArchiveEntry
from corpuses.uploads.archives import ARCHIVE, counts_of
from corpuses.uploads.finishing import DOCUMENT
from documents.models import Upload

KINDS = (DOCUMENT, ARCHIVE)


class UploadStatus(StrEnum):
    """The result of uploading a file."""

    ADDED = "added"
    EXISTING = "existing"
    REFUSED = "refused"


class DestinationFields(StrictSerializer):
    """The folder that a file is uploaded to."""

    folder = serializers.UUIDField(required=False, help_text="A folder of the corpus; its top if absent.")
    path = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=1_000,
        help_text="Names of folders below it, with slashes between; missing ones are created.",
    )


class RefusalSerializer(ReasonSerializer):
    """The reason why a file was refused, with details: for `document_exists` the `document_id`."""

    details = serializers.DictField()


class UploadSerializer(Resource):
    """A file that is being uploaded, or has been. `held`: an archive that is being unpacked."""

    id = serializers.UUIDField()
    filename = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    offset = serializers.IntegerField(source="received", help_text="Bytes received so far.")
    length = serializers.IntegerField(help_text="Bytes of the whole file.")
    sha256 = serializers.CharField(allow_blank=True, help_text="As announced by the client.")
    state = EnumField(Upload.State)
    document = serializers.UUIDField(allow_null=True)
    archive = serializers.UUIDField(allow_null=True)
    error = RefusalSerializer(allow_null=True)
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField()
    example = {
        "id": "01990c6e-0c11-7c22-8d33-1f2e3d4c5b6a", "filename": "lease.pdf", "kind": "document", "offset": 8_388_608,
        "length": 104_857_600, "sha256": "", "state": "receiving", "document": None, "archive": None, "error": None,
        "created": "2026-11-20T08:30:00.000000Z", "expires": "2026-11-23T08:30:00.000000Z",
    }  # fmt: skip

    @staticmethod
    def read_kind(upload: Upload) -> str:
        return str(upload.options.get("kind", DOCUMENT))

    @staticmethod
    def read_document(upload: Upload) -> UUID | None:
        return upload.result if UploadSerializer.read_kind(upload) == DOCUMENT else None

    @staticmethod
    def read_archive(upload: Upload) -> UUID | None:
        return upload.result if UploadSerializer.read_kind(upload) == ARCHIVE else None

    @staticmethod
    def read_error(upload: Upload) -> dict[str, Any] | None:
        reason = _reason(upload.error_code, upload.error_message)
        return reason and {**reason, "details": upload.error_data}


class CountsSerializer(StrictSerializer):
    """The number of entries of an archive by their result."""

    added = serializers.IntegerField()
    existing = serializers.IntegerField(help_text="Your documents already; added to the corpus if they were not in it.")
    skipped = serializers.IntegerField(help_text="Files that operating systems leave in archives.")
    refused = serializers.IntegerField()


def _load_counts(archives: Sequence[Archive], _: Actor) -> Mapping[UUID, dict[str, int]]:
    return counts_of(archives)


class ArchiveSerializer(WithError, Resource):
    """A ZIP file that is, or was, unpacked into a corpus."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    folder = serializers.UUIDField(source="folder_id", allow_null=True)
    filename = serializers.CharField()
    size = BigIntegerField(help_text="Bytes.")
    state = EnumField(Archive.State, graphql_name="ArchiveState")
    entries = serializers.IntegerField(
        source="entry_count", allow_null=True, help_text="The number of its files; null until it has been opened."
    )
    counts = CountsSerializer()
    job = serializers.UUIDField()
    error = ReasonSerializer(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)

    loaders = {"counts": _load_counts}
    example = {
        "id": "01990c6e-0d11-7c22-8d33-1f2e3d4c5b6a", "corpus": "01990c6e-0e11-7c22-8d33-1f2e3d4c5b6a", "folder": None,
        "filename": "leases.zip", "size": 4_112_003, "state": "done", "entries": 12,
        "counts": {"added": 9, "existing": 1, "skipped": 1, "refused": 1},
        "job": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b", "error": None,
        "created": "2026-11-20T08:30:00.000000Z", "finished": "2026-11-20T08:30:04.000000Z",
    }  # fmt: skip


class EntrySerializer(Resource):
    """The result for one file of an archive."""

    number = serializers.IntegerField(help_text="Position in the archive, from 0.")
    path = serializers.CharField()
    size = BigIntegerField(help_text="Unpacked size in bytes, as stated by the archive.")
    state = EnumField(ArchiveEntry.State)
    document = serializers.UUIDField(source="document_id", allow_null=True)
    error = ReasonSerializer(allow_null=True)
    example = {
        "number": 0, "path": "leases/2024/harbour.pdf", "size": 184_203, "state": "added",
        "document": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a", "error": None,
    }  # fmt: skip

    @staticmethod
    def read_error(entry: ArchiveEntry) -> dict[str, str] | None:
        return _reason(entry.code, entry.message)


def _reason(code: str, message: str) -> dict[str, str] | None:
    return {"code": code, "message": message} if code else None
