"""Annotations in REST."""

from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor
from core.api.openapi.operations import operation
from core.api.ordering import Order, Ordering
from core.api.rest.list_query import DatesQuery, KeyField, KeysField, OrderField, WordField
from core.api.rest.pagination import NEWEST_FIRST
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import MOVED_TO_BIN, EnumField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from corpuses.annotations import editing, services
from corpuses.annotations.anchoring import Span
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.annotations.api.selectors import list_annotations, list_annotators
from corpuses.annotations.editing import AnnotationChange
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft
from corpuses.corpora.api.edit_groups import RecordedDeletion, group_field
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.visible_rows import get_visible_row
from documents.api.rest.boxes import BoxSerializer
from documents.api.rest.documents import DocumentSerializer
from documents.api.rest.spans import SpanSerializer, represent_spans
from documents.api.selectors import get_visible_document
from documents.services.boxes import PageBox
from users.api.idempotency import create
from users.api.rest.users import UserNameSerializer
from users.models import User

MAX_SPANS = 1_000
LABELS_HELP = "With any of these labels or one below them."
_MAX_INT = 2**31 - 1
ANNOTATION_ORDER = Ordering(
    "AnnotationOrder",
    rest_default="newest",
    place=Order(("page", "start", "id")),
    newest=NEWEST_FIRST,
    oldest=Order(("id",)),
    modified=Order(("-modified", "-id")),
    score=Order(("-score_or_0", "-id"), {"score_or_0": Coalesce("score", 0.0)}),
)


class AnnotationSerializer(Resource):
    """A labelled passage of a document, or a box on a page. `start` and `end` count code points of its text."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    document = serializers.UUIDField(source="document_id")
    label = serializers.UUIDField(source="label_id")  # type: ignore[assignment]  # REST's word
    label_name = serializers.CharField(source="label.name")
    creator = serializers.UUIDField(source="creator_id", allow_null=True)
    source = EnumField(Annotation.Source)  # type: ignore[assignment]  # REST's word
    review = EnumField(
        Annotation.Review,
        allow_null=True,
        help_text="Of suggestions, which are the annotations of analyzers and agents; null for those of users.",
    )
    reviewer = serializers.UUIDField(source="reviewer_id", allow_null=True, help_text="The user who accepted it.")
    reviewed = serializers.DateTimeField(allow_null=True, help_text="Time when it was accepted.")
    page = serializers.IntegerField(help_text="The first page of the passage, counted from 1.")
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    spans = SpanSerializer(many=True, help_text="Empty if the passage was not found in the current revision.")
    box = BoxSerializer(
        allow_null=True,
        help_text="Null for a passage, and if its page is missing. `spans` and `quote` are of the words inside it.",
    )
    confidence = serializers.FloatField(
        help_text="Of the place, 0 to 1: 1 unless the document was processed again; 0 if the passage was not found."
    )
    score = serializers.FloatField(
        allow_null=True,
        help_text="Of suggestions, if the program has one, 0 to 1: the probability that the label is right.",
    )
    quote = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    created = serializers.DateTimeField()
    modified = serializers.DateTimeField()
    version = serializers.CharField(help_text=VERSION_HELP)

    read_version = staticmethod(editing.version_of)
    example = {
        "id": "01990c6e-0e01-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "label": LabelSerializer.example["id"],
        "label_name": "Duty",
        "creator": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
        "source": "human",
        "review": None,
        "reviewer": None,
        "reviewed": None,
        "page": 1,
        "start": 6,
        "end": 16,
        "spans": [{"page": 1, "first": 1, "last": 2}],
        "box": None,
        "confidence": 1.0,
        "score": None,
        "quote": "The tenant",
        "note": "",
        "created": "2026-11-20T08:40:00.000000Z",
        "modified": "2026-11-20T08:40:00.000000Z",
        "version": "9e107d9d372bb682",
    }

    @staticmethod
    def read_spans(annotation: Annotation) -> list[dict[str, int]]:
        if annotation.confidence == 0:
            return []
        return represent_spans(annotation.spans)

    @staticmethod
    def read_box(annotation: Annotation) -> dict[str, float] | None:
        if annotation.box is None or annotation.confidence == 0:
            return None
        left, top, right, bottom = annotation.box
        return {"page": annotation.page, "left": left, "top": top, "right": right, "bottom": bottom}


def placement_field() -> EnumField:
    """Return the filter by the place of annotations after a document was processed again."""
    return EnumField(
        Annotation.Placement,
        required=False,
        help_text="Only those whose place was found again: surely, not surely, or not; `to_check` are the last two.",
    )


class AnnotationQuery(DatesQuery):
    """Filters and order of the list of annotations."""

    search = WordField(help_text="Words of the quote or the note.")
    corpus = KeyField("Corpus")
    document = KeyField("Document")
    label = KeysField("Label", help_text=LABELS_HELP)  # type: ignore[assignment]  # REST's word
    creator = KeyField("User", help_text="Only annotations by this user.")
    source = EnumField(Annotation.Source, required=False)  # type: ignore[assignment]  # as above
    review = EnumField(
        Annotation.Review, required=False, help_text="Only suggestions in this state; rejected ones are in the bin."
    )
    placement = placement_field()
    page = serializers.IntegerField(required=False, min_value=1, max_value=_MAX_INT)
    order_by = OrderField(ANNOTATION_ORDER)


class _Passage(StrictSerializer):
    """A passage, by tokens or by offsets, or a box."""

    label = KeyField("Label")  # type: ignore[assignment]  # REST's word
    label_name = serializers.CharField(required=False, max_length=100)
    spans = SpanSerializer(many=True, required=False)
    start = serializers.IntegerField(required=False, min_value=0, max_value=_MAX_INT)
    end = serializers.IntegerField(required=False, min_value=0, max_value=_MAX_INT)
    box = BoxSerializer(required=False)
    note = serializers.CharField(required=False, allow_blank=True, max_length=10_000, trim_whitespace=False)
    group = group_field()

    def validate_spans(self, spans: list[dict[str, int]]) -> list[dict[str, int]]:
        if len(spans) > MAX_SPANS:
            raise serializers.ValidationError(f"Send at most {MAX_SPANS} spans.")
        return spans

    def passage(self) -> dict[str, Any]:
        """Return the fields of the label, the passage and the note as the services name them."""
        fields = dict(self.validated_data)
        if "label" in fields:
            fields["label_id"] = fields.pop("label")
        spans: tuple[Span, ...] = tuple((each["page"], each["first"], each["last"]) for each in fields.pop("spans", ()))
        box = PageBox(**fields.pop("box")) if "box" in fields else None
        return fields | {"spans": spans, "box": box}


class AnnotationFields(_Passage):
    """A label, by id or by name (a new name creates it), and a passage, by tokens or by offsets, or a box."""

    id = serializers.UUIDField(required=False, help_text="Generated by you, so that a repeated request has no effect.")
    corpus = KeyField("Corpus", required=True)
    document = KeyField("Document", required=True)
    example = {
        "corpus": CorpusSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "label_name": "Duty",
        "start": 6,
        "end": 16,
    }

    def arguments(self) -> dict[str, Any]:
        fields = self.passage()
        corpus, document = fields.pop("corpus"), fields.pop("document")
        return {"corpus": corpus, "document": document, "draft": AnnotationDraft(**fields)}


class AnnotationEdit(_Passage):
    """Changes of an annotation."""

    example = {"note": "Since 2024."}

    def arguments(self) -> dict[str, Any]:
        return {"change": AnnotationChange(**self.passage())}


class EditGroupQuery(StrictSerializer):
    """The group of the edit."""

    group = group_field()


class AnnotationsView(ListView):
    """`/annotations`."""

    get = list_resources(
        "listAnnotations",
        "List annotations",
        AnnotationSerializer,
        query=AnnotationQuery,
        description="Of a corpus or a document: all that are visible; else those of your own and shared ones.",
    )
    post = create(
        "createAnnotation",
        "Annotate a passage or a box",
        AnnotationSerializer,
        AnnotationFields,
        find=partial(get_visible_row, Annotation),
        route="annotation",
        errors=[services.AnnotationExists, services.NotParsed],
    )

    def get_queryset(self, actor: Actor, **filters: Any) -> QuerySet[Annotation]:
        return list_annotations(actor, **filters).select_related("label")

    def perform_create(self, actor: User, *, corpus: UUID, document: UUID, draft: AnnotationDraft) -> UUID:
        in_corpus, in_document = get_visible_corpus(actor, corpus), get_visible_document(actor, document)
        return services.annotate(draft, corpus=in_corpus, document=in_document, actor=actor).pk


class AnnotationView(ObjectView):
    """`/annotations/{id}`."""

    get = retrieve("getAnnotation", "Get an annotation", AnnotationSerializer)
    patch = update(
        "updateAnnotation",
        "Change an annotation",
        AnnotationSerializer,
        AnnotationEdit,
        editing.update_annotation,
        description="Absent fields stay as they are. A new passage refers to the current revision of the document.",
        errors=[services.NotParsed, services.DuplicateAnnotation],
    )
    delete = destroy(
        "deleteAnnotation",
        "Delete an annotation",
        editing.delete_annotation,
        query=RecordedDeletion,
        description=MOVED_TO_BIN,
    )

    def get_object(self, actor: Actor, *, annotation_id: UUID) -> Annotation:
        return get_visible_row(Annotation, actor, annotation_id)


class Annotators(StrictSerializer):
    """The users who made annotations, by user name."""

    results = UserNameSerializer(many=True)
    example = {"results": [UserNameSerializer.example]}


class AnnotatorsView(APIView):
    """`/corpuses/{id}/annotators`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation("listAnnotators", "List the users who made annotations of a corpus", response=Annotators)
    def get(self, request: Request, corpus_id: UUID) -> Response:
        """At most 500, by user name; the list of annotations is filtered by their ids (`creator`)."""
        users = list_annotators(request.user, get_visible_corpus(request.user, corpus_id))
        return Response({"results": UserNameSerializer.represent(users)})
