"""`POST /documents/upload-batch`: a form with many small files, each of which gets its own result."""

from dataclasses import replace
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import UPLOADING, require_user
from core.api.body_limit import HANDLES_OVERSIZED
from core.api.openapi.operations import operation
from core.api.rest.serializers import EnumField, Resource, Sha256Field, StrictSerializer
from core.api.rest.validation import validate_body
from core.errors import Invalid
from corpuses.corpora.folders import names_in
from corpuses.uploads.api.rest.serializers import RefusalSerializer, UploadStatus
from corpuses.uploads.services import get_destination, upload_files
from documents.api.upload_handler import receive_upload, require_uploads
from documents.errors import DocumentExists, FileTooLarge, NoFile
from documents.models import Document
from documents.services.uploads import NewFile, Result

MAX_FILES = 100


class FileFields(StrictSerializer):
    """The metadata of one file."""

    path = serializers.CharField(required=False, allow_blank=True, max_length=1_000, default="")
    title = serializers.CharField(required=False, allow_blank=True, max_length=300, default="")
    sha256 = Sha256Field(required=False, default="")


class Entries(StrictSerializer):
    """The value of the field `files`."""

    files = FileFields(many=True)


class BatchFields(StrictSerializer):
    """The fields beside the files."""

    corpus = serializers.UUIDField(required=False, help_text="Your personal corpus if absent.")
    folder = serializers.UUIDField(required=False, help_text="A folder of the corpus; its top if absent.")
    files = serializers.JSONField(
        required=False,
        help_text="A JSON list with an object for each file, in the same order: `path` (names of folders, with slashes "
        "between), `title` and the expected `sha256`, all of them optional.",
    )


@extend_schema_field({"type": "array", "items": {"type": "string", "format": "binary"}})
class RepeatedFileField(serializers.FileField):
    """Files in a form, all with the same name."""


class BatchForm(BatchFields):
    """A form with files."""

    file = RepeatedFileField(help_text="Repeated for each file.")
    example = {"files": '[{"path": "leases/2024"}]', "file": "(bytes)"}


class UploadResultSerializer(Resource):
    """The result for one file: a new document, the one that you have already, or the reason for the refusal."""

    status = EnumField(UploadStatus)
    document = serializers.UUIDField(allow_null=True)
    error = RefusalSerializer(allow_null=True)
    example = {"status": "added", "document": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a", "error": None}

    @staticmethod
    def read_status(result: Result) -> str:
        if isinstance(result, Document):
            return UploadStatus.ADDED
        return UploadStatus.EXISTING if isinstance(result, DocumentExists) else UploadStatus.REFUSED

    @staticmethod
    def read_document(result: Result) -> UUID | None:
        if isinstance(result, Document):
            return result.pk
        return UUID(str(result.data["document_id"])) if isinstance(result, DocumentExists) else None

    @staticmethod
    def read_error(result: Result) -> dict[str, object] | None:
        if isinstance(result, Document | DocumentExists):
            return None
        return {"code": result.code, "message": result.message, "details": dict(result.data)}


class BatchResultSerializer(StrictSerializer):
    """One result for each file, in the same order."""

    files = UploadResultSerializer(many=True)
    example = {"files": [UploadResultSerializer.example]}


class UploadBatchView(APIView):
    """`/documents/upload-batch`."""

    parser_classes = [MultiPartParser]
    rate_class = "upload"
    token_scopes = UPLOADING

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with receive_upload(request, most=MAX_FILES) as self.handler:
            return super().dispatch(request, *args, **kwargs)

    @operation(
        "uploadDocuments",
        "Upload many small documents",
        body=BatchForm,
        response=BatchResultSerializer,
        errors=[NoFile, FileTooLarge],
    )
    def post(self, request: Request) -> Response:
        """Return a result for each file. A request that is repeated adds nothing twice: its files are `existing` then.

        All files go to one corpus, each to its own folder; missing folders are created.
        """
        actor = require_user(request.user)
        uploads = require_uploads(request, self.handler)
        if self.handler.has_skipped:
            raise Invalid(f"A request may have at most {MAX_FILES} files.", field="file", limit=MAX_FILES)
        fields = validate_body(request, BatchFields).arguments()
        entries = _entries(fields.get("files"), count=len(uploads))
        base = get_destination(actor, corpus=fields.get("corpus"), folder=fields.get("folder"))
        files = [
            (
                NewFile(
                    received=upload.received,
                    filename=upload.name or "",
                    title=entry["title"],
                    sha256=entry["sha256"],
                ),
                replace(base, path="/".join(names_in(entry["path"]))),
            )
            for upload, entry in zip(uploads, entries, strict=True)
        ]
        results = upload_files(files, corpus=base.corpus, owner=actor)
        return Response({"files": UploadResultSerializer.represent(results)})


def _entries(value: object, *, count: int) -> list[dict[str, str]]:
    """Return the metadata of each file."""
    fields = Entries(data={"files": [{}] * count if value is None else value})
    fields.is_valid(raise_exception=True)
    entries: list[dict[str, str]] = fields.validated_data["files"]
    if len(entries) != count:
        raise Invalid("`files` must have one entry for each file.", field="files")
    return entries


upload_batch_view = UploadBatchView.as_view()
setattr(upload_batch_view, HANDLES_OVERSIZED, True)
