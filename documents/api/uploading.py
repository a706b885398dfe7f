"""Before an upload: what would become of files, and how much room there is."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import StrictSerializer
from documents.services import precheck, quota

_SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


class AnnouncedShape(StrictSerializer):
    """A file that has not been sent."""

    sha256 = serializers.RegexField(r"^[0-9a-fA-F]{64}$")
    size = serializers.IntegerField(min_value=0, max_value=2**53, help_text="Bytes.")
    name = serializers.CharField(max_length=1_000, allow_blank=True, default="")


class CheckBody(StrictSerializer):
    """Which files."""

    files = serializers.ListField(child=AnnouncedShape(), max_length=precheck.MANY)
    example = {"files": [{"sha256": _SHA256, "size": 184_203, "name": "lease.pdf"}]}


class ForecastShape(StrictSerializer):
    """What would become of a file."""

    sha256 = serializers.CharField()
    size = serializers.IntegerField()
    name = serializers.CharField()
    document = serializers.UUIDField(allow_null=True, help_text="Yours of these very bytes: nothing need be sent.")
    empty = serializers.BooleanField()
    too_large = serializers.BooleanField()
    type_ok = serializers.BooleanField(allow_null=True, help_text="Null where only the content can tell.")
    has_room = serializers.BooleanField(help_text="Whether it fits under the quota beside those before it.")
    route = serializers.ChoiceField(choices=["upload", "resumable", "none"], help_text="How to send it.")
    example = {
        "sha256": _SHA256, "size": 184_203, "name": "lease.pdf", "document": None, "empty": False,
        "too_large": False, "type_ok": True, "has_room": True, "route": "upload",
    }  # fmt: skip


class ForecastsShape(StrictSerializer):
    """As many as were asked about, in that order."""

    files = ForecastShape(many=True)
    example = {"files": [ForecastShape.example]}


class TypeUsageShape(StrictSerializer):
    """What the documents of one type take."""

    mime_type = serializers.CharField()
    bytes = serializers.IntegerField()
    documents = serializers.IntegerField()


class LimitsShape(StrictSerializer):
    """The most that is taken, in bytes: by one form, by one resumable upload, by one archive."""

    upload = serializers.IntegerField()
    resumable = serializers.IntegerField()
    archive = serializers.IntegerField()


class UsageShape(StrictSerializer):
    """What you keep, and may keep."""

    bytes = serializers.IntegerField()
    documents = serializers.IntegerField()
    bin_bytes = serializers.IntegerField(help_text="Of these, in the bin.")
    pending_bytes = serializers.IntegerField(help_text="Promised to uploads that are on their way.")
    limit_bytes = serializers.IntegerField(allow_null=True, help_text="Null: no limit.")
    limit_documents = serializers.IntegerField(allow_null=True)
    by_type = TypeUsageShape(many=True)
    largest = LimitsShape()
    example = {
        "bytes": 184_203, "bin_bytes": 0, "documents": 1, "pending_bytes": 0,
        "limit_bytes": 53_687_091_200, "limit_documents": 100_000,
        "by_type": [{"mime_type": "application/pdf", "bytes": 184_203, "documents": 1}],
        "largest": {"upload": 26_214_400, "resumable": 2_147_483_648, "archive": 67_108_864},
    }  # fmt: skip


class CheckView(APIView):
    """`/documents/check`."""

    @operation(
        "checkFiles", "Ask what would become of files before sending them", body=CheckBody, response=ForecastsShape
    )
    def post(self, request: Request) -> Response:
        owner = require_user(request.user)
        fields = CheckBody(data=request.data)
        fields.is_valid(raise_exception=True)
        files = [
            precheck.Announced(file["sha256"].lower(), file["size"], file["name"])
            for file in fields.validated_data["files"]
        ]
        return Response({"files": [_body(each) for each in precheck.check(files, owner=owner)]})


class UsageView(APIView):
    """`/usage`."""

    @operation("getUsage", "See what you keep, and may keep", response=UsageShape)
    def get(self, request: Request) -> Response:
        usage = quota.usage_of(require_user(request.user).tenant_id)
        body = {
            "bytes": usage.bytes,
            "documents": usage.documents,
            "bin_bytes": usage.bin_bytes,
            "pending_bytes": usage.pending,
            "limit_bytes": usage.limits.bytes,
            "limit_documents": usage.limits.documents,
            "by_type": [asdict(each) for each in usage.by_type],
            "largest": {
                "upload": settings.MAX_UPLOAD_BYTES,
                "resumable": settings.MAX_RESUMABLE_BYTES,
                "archive": settings.MAX_FILE_SIZE_LIMIT,
            },
        }
        return Response(body)


def _body(each: precheck.Forecast) -> dict[str, Any]:
    return {
        "sha256": each.file.sha256,
        "size": each.file.size,
        "name": each.file.name,
        "document": each.document,
        "empty": each.is_empty,
        "too_large": each.is_too_large,
        "type_ok": each.is_accepted,
        "has_room": each.has_room,
        "route": each.route,
    }
