"""`/upload-checks`: check files before they are uploaded."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import UPLOADING, require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, Sha256Field, StrictSerializer
from core.api.rest.validation import validate_body
from documents.services import upload_check

_SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


class FileDescription(StrictSerializer):
    """A file before its upload."""

    sha256 = Sha256Field()
    size = serializers.IntegerField(min_value=0, max_value=2**53, help_text="Bytes.")
    name = serializers.CharField(max_length=1_000, allow_blank=True, default="")


class UploadCheckBody(StrictSerializer):
    """The files to check."""

    files = serializers.ListField(child=FileDescription(), max_length=upload_check.MAX_FILES)
    example = {"files": [{"sha256": _SHA256, "size": 184_203, "name": "lease.pdf"}]}


class UploadCheckSerializer(Resource):
    """The expected result of uploading a file."""

    sha256 = serializers.CharField(source="file.sha256")
    size = serializers.IntegerField(source="file.size")
    name = serializers.CharField(source="file.name")
    document = serializers.UUIDField(allow_null=True, help_text="Your document with the same content, if there is one.")
    is_empty = serializers.BooleanField()
    is_too_large = serializers.BooleanField()
    is_accepted = serializers.BooleanField(allow_null=True, help_text="Null if it depends on the content.")
    has_room = serializers.BooleanField(help_text="Whether it fits into your quota, after the files before it.")
    route = serializers.ChoiceField(choices=["upload", "resumable", "none"], help_text="How to upload it.")
    example = {
        "sha256": _SHA256, "size": 184_203, "name": "lease.pdf", "document": None, "is_empty": False,
        "is_too_large": False, "is_accepted": True, "has_room": True, "route": "upload",
    }  # fmt: skip


class UploadChecksSerializer(StrictSerializer):
    """One result for each file, in the same order."""

    files = UploadCheckSerializer(many=True)
    example = {"files": [UploadCheckSerializer.example]}


class UploadChecksView(APIView):
    """`/upload-checks`."""

    token_scopes = UPLOADING

    @operation(
        "checkUploads", "Check files before uploading them", body=UploadCheckBody, response=UploadChecksSerializer
    )
    def post(self, request: Request) -> Response:
        owner = require_user(request.user)
        files = [
            upload_check.FileDescription(file["sha256"].lower(), file["size"], file["name"])
            for file in validate_body(request, UploadCheckBody).arguments()["files"]
        ]
        return Response({"files": UploadCheckSerializer.represent(upload_check.check_uploads(files, owner=owner))})
