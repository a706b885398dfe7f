"""What REST accepts about corpora and what is in them. Bounds that are rules are the services' business."""

from typing import Any

from rest_framework import serializers

from core.api.rest.serializers import StrictSerializer
from corpuses.actions.editing import MANY_FIELDS, ActionDraft, Question
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations.anchoring import Span
from corpuses.annotations.editing import AnnotationChange
from corpuses.annotations.services import AnnotationDraft
from corpuses.api.rest.shapes import ACTION, ANNOTATION, CORPUS, LABEL, QuestionShape, SpanShape
from corpuses.search.queries import MAX_HITS
from documents.api.rest.documents import DocumentSerializer, IsAttachmentField, ScopeField
from documents.models import Document

MANY = 500
MANY_SPANS = 1_000
IN_FOLDER = "Only what stands in this folder of the corpus, or in one below it."


class CorpusQuery(StrictSerializer):
    """Which corpora."""

    search = serializers.CharField(required=False, allow_blank=True, help_text="Words of the title or the description.")
    scope = ScopeField()


class CorpusFields(StrictSerializer):
    """A new corpus."""

    title = serializers.CharField(max_length=200)
    description = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False, max_length=10_000)
    example = {"title": CORPUS["title"], "description": CORPUS["description"]}


class CorpusChange(CorpusFields):
    """What changes of a corpus."""

    title = serializers.CharField(required=False, max_length=200)


class CorpusDocumentsQuery(StrictSerializer):
    """Which of its documents."""

    search = serializers.CharField(required=False, allow_blank=True)
    state = serializers.ChoiceField(choices=Document.State.choices, required=False)
    folder = serializers.UUIDField(required=False, help_text=IN_FOLDER)
    is_attachment = IsAttachmentField()


class DocumentsFields(StrictSerializer):
    """Which documents."""

    documents = serializers.ListField(child=serializers.UUIDField(), allow_empty=False, max_length=MANY)
    example = {"documents": [DocumentSerializer.example["id"]]}


class LabelFields(StrictSerializer):
    """A new label; a colour is chosen where none is given."""

    name = serializers.CharField(max_length=100)
    color = serializers.RegexField(r"^#[0-9A-Fa-f]{6}$", required=False)
    example = {"name": LABEL["name"], "color": LABEL["color"]}


class LabelChange(LabelFields):
    """What changes of a label."""

    name = serializers.CharField(required=False, max_length=100)


class LabelDeletion(StrictSerializer):
    """Whether its annotations go as well."""

    with_annotations = serializers.BooleanField(default=False)


class AnnotationQuery(StrictSerializer):
    """Which annotations."""

    corpus = serializers.UUIDField(required=False)
    document = serializers.UUIDField(required=False)
    label = serializers.UUIDField(required=False)  # type: ignore[assignment]  # REST's word
    page = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


class _Passage(StrictSerializer):
    """A passage, by tokens or by offsets."""

    spans = SpanShape(many=True, required=False)
    start = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    end = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    note = serializers.CharField(required=False, allow_blank=True, max_length=10_000, trim_whitespace=False)

    def validate_spans(self, spans: list[dict[str, int]]) -> list[dict[str, int]]:
        if len(spans) > MANY_SPANS:
            raise serializers.ValidationError(f"At most {MANY_SPANS} spans.")
        return spans

    def wanted_spans(self) -> tuple[Span, ...]:
        """Give the tokens."""
        return tuple((each["page"], each["first"], each["last"]) for each in self.validated_data.get("spans", ()))


class AnnotationFields(_Passage):
    """A label, by id or by name (made where the corpus has none), and a passage, by tokens or by offsets."""

    id = serializers.UUIDField(required=False, help_text="Made by you, so that sending twice records once.")
    corpus = serializers.UUIDField()
    document = serializers.UUIDField()
    label = serializers.UUIDField(required=False)  # type: ignore[assignment]  # REST's word
    label_name = serializers.CharField(required=False, max_length=100)
    example = {
        "corpus": ANNOTATION["corpus"],
        "document": ANNOTATION["document"],
        "label_name": "Duty",
        "start": 6,
        "end": 16,
    }

    def draft(self) -> AnnotationDraft:
        """Give what is to be recorded."""
        sent = self.validated_data
        return AnnotationDraft(
            id=sent.get("id"),
            label_id=sent.get("label"),
            label_name=sent.get("label_name", ""),
            spans=self.wanted_spans(),
            start=sent.get("start"),
            end=sent.get("end"),
            note=sent.get("note", ""),
        )


class AnnotationEdit(_Passage):
    """What changes of an annotation."""

    label = serializers.UUIDField(required=False)  # type: ignore[assignment]  # REST's word
    label_name = serializers.CharField(required=False, max_length=100)
    example = {"note": "Since 2024."}

    def change(self) -> AnnotationChange:
        """Give what changes."""
        sent = self.validated_data
        return AnnotationChange(
            label_id=sent.get("label"),
            label_name=sent.get("label_name"),
            spans=self.wanted_spans(),
            start=sent.get("start"),
            end=sent.get("end"),
            note=sent.get("note"),
        )


class ActionFields(StrictSerializer):
    """A new action: `analyze` needs an analyzer, `agent` instructions, `extract` fields."""

    kind = serializers.ChoiceField(choices=CorpusAction.Kind.choices)
    name = serializers.CharField(required=False, max_length=100)
    analyzer = serializers.CharField(required=False, allow_blank=True, max_length=100)
    instructions = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    fields = QuestionShape(many=True, required=False)  # type: ignore[assignment]  # REST's word
    enabled = serializers.BooleanField(default=True)
    example = {"kind": "extract", "name": ACTION["name"], "fields": ACTION["fields"]}

    def draft(self) -> ActionDraft:
        """Give the action that is wanted."""
        sent: dict[str, Any] = dict(self.validated_data)
        questions = sent.pop("fields", [])[: MANY_FIELDS + 1]
        return ActionDraft(**sent, fields=[Question(each["name"], each["question"]) for each in questions])


class ActionChange(StrictSerializer):
    """What changes of an action."""

    name = serializers.CharField(required=False, max_length=100)
    instructions = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    enabled = serializers.BooleanField(required=False)
    example = {"enabled": False}


class RunFields(StrictSerializer):
    """On which documents; all of the corpus when none are named, 1,000 at once."""

    documents = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=1_000)
    example = {"documents": [DocumentSerializer.example["id"]]}


class ExecutionQuery(StrictSerializer):
    """Which executions."""

    document = serializers.UUIDField(required=False)
    action = serializers.UUIDField(required=False)
    state = serializers.ChoiceField(choices=ActionExecution.State.choices, required=False)


class SearchQuery(StrictSerializer):
    """What is looked for."""

    query = serializers.CharField(max_length=10_000)
    limit = serializers.IntegerField(default=10, min_value=1, max_value=MAX_HITS)
    folder = serializers.UUIDField(required=False, help_text=IN_FOLDER)
