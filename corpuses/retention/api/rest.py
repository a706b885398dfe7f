"""The preview of a retention rule in REST."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_query
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.corpora.retention_rules import MAX_DAYS
from corpuses.retention import services as retention


class RetentionQuery(StrictSerializer):
    """The rule: documents leave the corpus so many days after they were added."""

    days = serializers.IntegerField(
        required=False, min_value=0, max_value=MAX_DAYS, help_text="Instead of those of the corpus; 0: none."
    )


class RetentionSerializer(Resource):
    """The documents that a retention rule would move now, without attachments."""

    to_bin = serializers.IntegerField(help_text="Moved to the bin: yours, and in no other corpus.")
    removed = serializers.IntegerField(help_text="Only taken out of this corpus.")
    example = {"to_bin": 3, "removed": 1}


class RetentionView(APIView):
    """`/corpuses/{id}/retention-preview`."""

    @operation(
        "previewRetention",
        "Count the documents that a retention rule would move now",
        query=RetentionQuery,
        response=RetentionSerializer,
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        """Only for owners; nothing is changed."""
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        found = retention.preview(corpus, actor=actor, **validate_query(request, RetentionQuery).arguments())
        return Response(RetentionSerializer.represent_one(found))
