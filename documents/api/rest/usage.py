"""Storage used by a tenant, in REST."""

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import BigIntegerField, Resource, StrictSerializer
from documents.services import quota
from documents.services.file_types import type_name


class TypeUsageSerializer(Resource):
    """The storage that documents of one MIME type use."""

    mime_type = serializers.CharField()
    type_name = serializers.CharField(help_text="The name of the type, like “Word document”.")
    bytes = BigIntegerField()
    documents = serializers.IntegerField()

    @staticmethod
    def read_type_name(row: quota.TypeUsage) -> str:
        return type_name(row.mime_type)


class LimitsSerializer(StrictSerializer):
    """The largest accepted files, in bytes: by form, by resumable upload, and of an archive."""

    upload = serializers.IntegerField()
    resumable = serializers.IntegerField()
    archive = serializers.IntegerField()


class UsageSerializer(Resource):
    """The storage that you use, and your quota."""

    bytes = BigIntegerField()
    documents = serializers.IntegerField()
    bin_bytes = BigIntegerField(help_text="Of these, in the bin.")
    pending_bytes = BigIntegerField(source="pending", help_text="Reserved for unfinished uploads.")
    limit_bytes = BigIntegerField(source="limits.bytes", allow_null=True, help_text="Null: no limit.")
    limit_documents = serializers.IntegerField(source="limits.documents", allow_null=True, help_text="Null: no limit.")
    by_type = TypeUsageSerializer(many=True)
    largest = LimitsSerializer()
    example = {
        "bytes": 184_203, "bin_bytes": 0, "documents": 1, "pending_bytes": 0,
        "limit_bytes": 53_687_091_200, "limit_documents": 100_000,
        "by_type": [{"mime_type": "application/pdf", "type_name": "PDF", "bytes": 184_203, "documents": 1}],
        "largest": {"upload": 26_214_400, "resumable": 2_147_483_648, "archive": 67_108_864},
    }  # fmt: skip

    @staticmethod
    def read_largest(_: quota.Usage) -> dict[str, int]:
        return {
            "upload": settings.MAX_UPLOAD_BYTES,
            "resumable": settings.MAX_RESUMABLE_BYTES,
            "archive": settings.MAX_FILE_SIZE_LIMIT,
        }


class UsageView(APIView):
    """`/usage`."""

    @operation("getUsage", "Get the storage that you use, and your quota", response=UsageSerializer)
    def get(self, request: Request) -> Response:
        return Response(UsageSerializer.represent_one(quota.own_usage(require_user(request.user))))
