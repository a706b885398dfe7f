"""Labels of a corpus in REST."""

from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from core.access.actors import Actor
from core.api.rest.serializers import MOVED_TO_BIN, DeleteQuery, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from corpuses.annotations import editing, services
from corpuses.annotations.models import Label
from corpuses.api.access import get_visible_row, visible_rows
from corpuses.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.api.selectors import get_visible_corpus
from users.api.idempotency import create
from users.models import User


class LabelSerializer(Resource):
    """A label of a corpus."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    name = serializers.CharField()
    color = serializers.CharField(help_text="#rrggbb")
    version = serializers.CharField(help_text=VERSION_HELP)

    read_version = staticmethod(editing.version_of_label)
    example = {
        "id": "01990c6e-0d01-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "name": "Duty",
        "color": "#2f7fc4",
        "version": "7d793037a0760186",
    }


class LabelFields(StrictSerializer):
    """A new label; without a color, one is chosen."""

    name = serializers.CharField(max_length=100)
    color = serializers.RegexField(r"^#[0-9A-Fa-f]{6}$", required=False)
    example = {"name": "Duty", "color": "#2f7fc4"}


class LabelChange(LabelFields):
    """Changes of a label."""

    name = serializers.CharField(required=False, max_length=100)


class LabelDeletion(DeleteQuery):
    """Options of a deletion."""

    with_annotations = serializers.BooleanField(default=False, help_text="Delete its annotations as well.")


class LabelsView(ListView):
    """`/corpuses/{id}/labels`."""

    get = list_resources("listLabels", "List the labels of a corpus, newest first", LabelSerializer)
    post = create(
        "createLabel",
        "Create a label",
        LabelSerializer,
        LabelFields,
        find=partial(get_visible_row, Label),
        route="label",
        description="If the corpus has a label of this name, it is returned unchanged.",
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> QuerySet[Label]:
        return visible_rows(Label, actor, corpus=get_visible_corpus(actor, corpus_id))

    def perform_create(self, actor: User, *, corpus_id: UUID, **fields: Any) -> UUID:
        return services.create_label(get_visible_corpus(actor, corpus_id), actor=actor, **fields).pk


class LabelView(ObjectView):
    """`/labels/{id}`."""

    get = retrieve("getLabel", "Get a label", LabelSerializer)
    patch = update(
        "updateLabel",
        "Change the name or the color of a label",
        LabelSerializer,
        LabelChange,
        editing.update_label,
        errors=[editing.LabelExists],
    )
    delete = destroy(
        "deleteLabel",
        "Delete a label",
        editing.delete_label,
        query=LabelDeletion,
        description=MOVED_TO_BIN,
        errors=[editing.LabelInUse],
    )

    def get_object(self, actor: Actor, *, label_id: UUID) -> Label:
        return get_visible_row(Label, actor, label_id)
