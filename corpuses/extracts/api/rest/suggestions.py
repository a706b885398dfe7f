"""Suggestions of annotations from the cells of an extract in REST."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_body
from core.api.rest.views import represent
from corpuses.extracts.api.rest.cells import CellSerializer
from corpuses.extracts.api.rest.fieldsets import ColumnSerializer
from corpuses.extracts.columns import MAX_COLUMNS
from corpuses.extracts.models import Extract
from corpuses.extracts.suggestions import suggest_sources
from corpuses.visible_rows import get_visible_row


class SourceSuggestionFields(StrictSerializer):
    """The columns whose sources are suggested, all if absent; and `next` of the response before, to go on."""

    columns = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=MAX_COLUMNS)
    after = serializers.UUIDField(required=False)
    example = {"columns": [ColumnSerializer.example["id"]]}


class SourceSuggestionsSerializer(Resource):
    """The suggestions that a call has made from the cells of an extract."""

    source_count = serializers.IntegerField(help_text="The verified sources of the cells that were looked at.")
    new_count = serializers.IntegerField(help_text="The new suggestions. The others were suggested before.")
    next = serializers.UUIDField(allow_null=True, help_text="`after` of the next call; null at the end.")
    example = {"source_count": 200, "new_count": 187, "next": CellSerializer.example["id"]}


class SourceSuggestionsView(APIView):
    """`/extracts/{id}/suggestions`."""

    @operation(
        "suggestSources",
        "Suggest the sources of an extract as annotations",
        body=SourceSuggestionFields,
        response=SourceSuggestionsSerializer,
    )
    def post(self, request: Request, extract_id: UUID) -> Response:
        """Each verified source becomes a suggestion, whose label has the name of the column.

        A call looks at 200 cells; with `next`, call again. What was suggested before is not suggested again.
        """
        actor = require_user(request.user)
        extract = get_visible_row(Extract, actor, extract_id)
        given = validate_body(request, SourceSuggestionFields).validated_data
        return represent(SourceSuggestionsSerializer, suggest_sources(extract, actor=actor, **given), actor)
