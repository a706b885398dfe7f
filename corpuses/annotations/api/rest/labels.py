"""Labels of a corpus in REST."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber
from rest_framework import serializers

from core.access import Actor
from core.api.ordering import Order
from core.api.rest.list_query import KeyField, ListQuery
from core.api.rest.serializers import MOVED_TO_BIN, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, action, destroy, list_resources, retrieve, update
from corpuses.annotations.labels import merging
from corpuses.annotations.labels import services as labels
from corpuses.annotations.labels.hierarchy import LabelArchived, LabelCycle, LabelTooDeep
from corpuses.annotations.models import Annotation, DocumentLabel, Label
from corpuses.corpora.api.edit_groups import RecordedDeletion, group_field
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.visible_rows import get_visible_row, visible_children, visible_rows
from users.api.idempotency import create
from users.models import User

LABEL_ORDER = Order(("position", "id"))
_MAX_INT = 2**31 - 1


def _places(rows: Sequence[Label], _: Actor) -> Mapping[UUID, int]:
    """Return the places of labels: their positions have gaps after deletions, and may be equal."""
    place = Window(RowNumber(), partition_by=["corpus", "parent"], order_by=[F("position"), F("id")])
    numbered = Label.objects.filter(corpus__in={label.corpus_id for label in rows}).annotate(place=place)
    return {key: number - 1 for key, number in numbered.order_by().values_list("pk", "place")}


def _annotation_counts(rows: Sequence[Label], actor: Actor) -> Mapping[UUID, int]:
    """Count the visible annotations, without those of older versions, which are copied to the newest."""
    visible = visible_children(Annotation, actor).filter(
        label__in=[label.pk for label in rows], document__superseded_by=None
    )
    return dict(visible.order_by().values_list("label").annotate(Count("pk")))


def _document_counts(rows: Sequence[Label], actor: Actor) -> Mapping[UUID, int]:
    visible = visible_children(DocumentLabel, actor).filter(label__in=[label.pk for label in rows]).order_by()
    return dict(visible.values_list("label").annotate(Count("pk")))


class LabelSerializer(Resource):
    """A label of a corpus."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    name = serializers.CharField()
    color = serializers.CharField(help_text="#rrggbb")
    description = serializers.CharField(allow_blank=True)
    parent = serializers.UUIDField(  # type: ignore[assignment]  # a name of the framework too
        source="parent_id", allow_null=True, help_text="The label above it."
    )
    path = serializers.CharField(help_text="The names of the labels above it and its own.")
    position = serializers.IntegerField(help_text="Place among the labels with the same parent, from 0.")
    archived = serializers.DateTimeField(
        allow_null=True, help_text="Since when it is archived: no new annotations get it, and the others keep it."
    )
    annotation_count = serializers.IntegerField(
        help_text="The number of its annotations on documents that are visible to you."
    )
    document_count = serializers.IntegerField(
        help_text="The number of documents that have it as a whole and are visible to you."
    )
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"position": _places, "annotation_count": _annotation_counts, "document_count": _document_counts}
    defaults = {"position": 0, "annotation_count": 0, "document_count": 0}
    read_version = staticmethod(labels.version_of_label)
    example = {
        "id": "01990c6e-0d01-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "name": "Duty",
        "color": "#2f7fc4",
        "description": "What a party has to do.",
        "parent": None,
        "path": "Duty",
        "position": 0,
        "archived": None,
        "annotation_count": 37,
        "document_count": 4,
        "version": "7d793037a0760186",
    }


class LabelFields(StrictSerializer):
    """A new label; without a color, one is chosen."""

    name = serializers.CharField(max_length=100)
    color = serializers.RegexField(labels.COLOR, required=False, error_messages={"invalid": labels.COLOR_HELP})
    description = serializers.CharField(required=False, allow_blank=True, max_length=labels.DESCRIPTION_LIMIT)
    parent = KeyField(  # type: ignore[assignment]  # a name of the framework too
        "Label", allow_null=True, help_text="The label above it; `null`: none. Labels have at most three levels."
    )
    group = group_field()
    example = {"name": "Duty", "color": "#2f7fc4"}


class LabelChange(LabelFields):
    """Changes of a label; absent fields stay as they are."""

    name = serializers.CharField(required=False, max_length=100)
    position = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=_MAX_INT,
        help_text="Its new place among the labels with the same parent, from 0. A larger number moves it to the end.",
    )
    archived = serializers.BooleanField(
        required=False,
        help_text="True archives it with the labels below it; false restores it, and the labels above it.",
    )


class LabelMerge(StrictSerializer):
    """The label that all annotations and documents get."""

    into = KeyField("Label", required=True, help_text="Another label of the same corpus.")
    group = group_field()
    example = {"into": "01990c6e-0d02-7c22-8d33-1f2e3d4c5b6a"}


class LabelDeletion(RecordedDeletion):
    """Options of a deletion."""

    with_annotations = serializers.BooleanField(
        default=False, help_text="Delete its annotations as well, and remove it from documents."
    )


class LabelQuery(ListQuery):
    """Filters of a list of labels."""

    archived = serializers.BooleanField(required=False, help_text="Only archived labels, or only the others.")


class LabelsView(ListView):
    """`/corpuses/{id}/labels`."""

    order = LABEL_ORDER
    get = list_resources(
        "listLabels", "List the labels of a corpus, in the order of their tree", LabelSerializer, query=LabelQuery
    )
    post = create(
        "createLabel",
        "Create a label",
        LabelSerializer,
        LabelFields,
        find=partial(get_visible_row, Label),
        route="label",
        errors=[LabelTooDeep, LabelArchived],
        description="It is the last one below its parent. A label of this name is returned unchanged.",
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, archived: bool | None = None) -> QuerySet[Label]:
        rows = visible_rows(Label, actor, corpus=get_visible_corpus(actor, corpus_id))
        return rows if archived is None else rows.filter(archived__isnull=not archived)

    def perform_create(self, actor: User, *, corpus_id: UUID, **fields: Any) -> UUID:
        return labels.create_label(get_visible_corpus(actor, corpus_id), actor=actor, **fields).pk


class _OfLabel(ObjectView):
    def get_object(self, actor: Actor, *, label_id: UUID) -> Label:
        return get_visible_row(Label, actor, label_id)


class LabelView(_OfLabel):
    """`/labels/{id}`."""

    get = retrieve("getLabel", "Get a label", LabelSerializer)
    patch = update(
        "updateLabel",
        "Change or move a label",
        LabelSerializer,
        LabelChange,
        labels.update_label,
        errors=[labels.LabelExists, LabelTooDeep, LabelCycle, LabelArchived],
    )
    delete = destroy(
        "deleteLabel",
        "Delete a label",
        labels.delete_label,
        query=LabelDeletion,
        description=MOVED_TO_BIN,
        errors=[labels.LabelInUse],
    )


def _merge(label: Label, *, into: UUID, actor: User, group: UUID | None = None) -> Label:
    other = get_visible_row(Label, actor, into)
    merging.merge_label(label, other, actor=actor, group=group)
    return get_visible_row(Label, actor, other.pk)


class MergeLabelView(_OfLabel):
    """`/labels/{id}/merge`."""

    post = action(
        "mergeLabels",
        "Merge a label into another one",
        LabelSerializer,
        _merge,
        body=LabelMerge,
        deletes=True,
        description="All its annotations and documents get the other label, which is returned; the label is moved to "
        "the bin.\n\nThe labels below it move below the other label.",
        errors=[merging.LabelOfOtherCorpus, merging.LabelIntoItself, LabelTooDeep, LabelArchived],
    )
