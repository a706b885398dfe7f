"""`/admin/reprocess`: parse documents again whose parser has a newer version, for staff."""

from rest_framework import serializers
from rest_framework.views import APIView

from core.api.rest.permissions import IsStaff
from core.api.rest.serializers import StrictSerializer
from core.api.rest.views import action
from documents.services import reprocessing


class ReprocessBody(StrictSerializer):
    """The number of documents."""

    limit = serializers.IntegerField(
        min_value=1, max_value=reprocessing.MAX_DOCUMENTS, default=reprocessing.MAX_DOCUMENTS
    )
    example = {"limit": 20}


class ReprocessResultSerializer(StrictSerializer):
    """The number of documents that are processed now, and that remain."""

    started = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Outdated documents that remain.")
    example = {"started": 20, "left": 123}


class ReprocessView(APIView):
    """`/admin/reprocess`."""

    permission_classes = [IsStaff]

    post = action(
        "reprocessDocuments",
        "Parse documents again that an older version of their parser has parsed, with low priority",
        {202: ReprocessResultSerializer},
        lambda *, actor, limit: reprocessing.reprocess(limit=limit),
        body=ReprocessBody,
    )
