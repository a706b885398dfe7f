"""Suggestions of annotations from the cells of an extract in REST."""

from rest_framework import serializers

from core.api.rest.list_query import KeysField
from core.api.rest.serializers import StrictSerializer
from core.api.rest.views import action
from corpuses.extracts.api.rest.cells import CellSerializer
from corpuses.extracts.api.rest.extracts import OfExtract
from corpuses.extracts.api.rest.fieldsets import ColumnSerializer
from corpuses.extracts.columns import MAX_COLUMNS
from corpuses.extracts.suggestions import suggest_sources


class SourceSuggestionFields(StrictSerializer):
    """The columns whose sources are suggested, all if absent; and `next` of the response before, to go on."""

    columns = KeysField("Column", most=MAX_COLUMNS, help_text="Default: all.")
    after = serializers.UUIDField(required=False, help_text="`next` of the response before.")
    example = {"columns": [ColumnSerializer.example["id"]]}


class SourceSuggestionsSerializer(StrictSerializer):
    """The suggestions that a call has made from the cells of an extract."""

    source_count = serializers.IntegerField(help_text="The verified sources of the cells that were looked at.")
    new_count = serializers.IntegerField(help_text="The new suggestions. The others were suggested before.")
    next = serializers.UUIDField(allow_null=True, help_text="`after` of the next call; null at the end.")
    example = {"source_count": 200, "new_count": 187, "next": CellSerializer.example["id"]}


class SourceSuggestionsView(OfExtract):
    """`/extracts/{id}/suggestions`."""

    post = action(
        "suggestSources",
        "Suggest the sources of an extract as annotations",
        SourceSuggestionsSerializer,
        suggest_sources,
        body=SourceSuggestionFields,
        description="Each verified source becomes a suggestion, whose label has the name of the column.\n\n"
        "A call looks at 200 cells; with `next`, call again. What was suggested before is not suggested again.",
    )
