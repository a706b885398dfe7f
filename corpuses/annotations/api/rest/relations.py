"""Relations between annotations in REST."""

from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from core.access import Actor
from core.api.rest.list_query import KeyField, ListQuery
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from corpuses.annotations.api.relations import get_draft, list_relations
from corpuses.annotations.api.rest.annotations import AnnotationSerializer, EditGroupQuery
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.annotations.labels.hierarchy import LabelArchived
from corpuses.annotations.models import Relation
from corpuses.annotations.relations import services as relations
from corpuses.corpora.api.edit_groups import group_field
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.visible_rows import get_visible_row
from documents.api.rest.documents import DocumentSerializer
from users.api.idempotency import create
from users.models import User

_OTHER_ANNOTATION = "01990c6e-0e02-7c22-8d33-1f2e3d4c5b6a"


class RelationSerializer(Resource):
    """A labelled relation from an annotation to another one of the same document and corpus."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    document = serializers.UUIDField(source="document_id")
    source = serializers.UUIDField(  # type: ignore[assignment]  # REST's word
        source="source_id", help_text="The annotation where it begins."
    )
    target = serializers.UUIDField(source="target_id", help_text="The annotation where it ends.")
    label = serializers.UUIDField(source="label_id")  # type: ignore[assignment]  # REST's word
    label_name = serializers.CharField(source="label.name")
    creator = serializers.UUIDField(source="creator_id", allow_null=True)
    created = serializers.DateTimeField()
    version = serializers.CharField(help_text=VERSION_HELP)

    read_version = staticmethod(relations.version_of_relation)
    example = {
        "id": "01990c6e-0e08-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "source": AnnotationSerializer.example["id"],
        "target": _OTHER_ANNOTATION,
        "label": LabelSerializer.example["id"],
        "label_name": "Duty",
        "creator": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
        "created": "2026-11-20T08:40:00.000000Z",
        "version": "9e107d9d372bb682",
    }


class RelationQuery(ListQuery):
    """Filters of the relations in a corpus."""

    document = KeyField("Document", help_text="Only relations of its annotations.")
    annotation = KeyField("Annotation", help_text="Only relations that begin or end there.")
    label = KeyField("Label", help_text="Only relations with this label.")  # type: ignore[assignment]  # REST's word


class RelationChange(StrictSerializer):
    """A label, by id or by name; a new name creates it."""

    label = KeyField("Label")  # type: ignore[assignment]  # REST's word
    label_name = serializers.CharField(required=False, max_length=100)
    group = group_field()
    example = {"label_name": "supplies"}

    def arguments(self) -> dict[str, Any]:
        fields = dict(self.validated_data)
        return fields if "label" not in fields else fields | {"label_id": fields.pop("label")}


class RelationFields(RelationChange):
    """Two annotations, and a label, by id or by name; a new name creates it."""

    source = KeyField("Annotation", required=True)  # type: ignore[assignment]  # REST's word
    target = KeyField("Annotation", required=True)
    example = {"source": AnnotationSerializer.example["id"], "target": _OTHER_ANNOTATION, "label_name": "supplies"}


class RelationsView(ListView):
    """`/corpuses/{id}/relations`."""

    get = list_resources(
        "listRelations",
        "List the relations between annotations in a corpus, newest first",
        RelationSerializer,
        query=RelationQuery,
    )
    post = create(
        "createRelation",
        "Relate an annotation to another one",
        RelationSerializer,
        RelationFields,
        find=partial(get_visible_row, Relation),
        route="relation",
        description="A relation that exists already is returned unchanged.",
        errors=[relations.RelationToItself, relations.RelationAcrossDocuments],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, **filters: Any) -> QuerySet[Relation]:
        return list_relations(actor, get_visible_corpus(actor, corpus_id), **filters)

    def perform_create(self, actor: User, *, corpus_id: UUID, **fields: Any) -> UUID:
        corpus = get_visible_corpus(actor, corpus_id)
        return relations.create_relation(get_draft(actor, **fields), corpus=corpus, actor=actor).pk


class RelationView(ObjectView):
    """`/relations/{id}`."""

    get = retrieve("getRelation", "Get a relation", RelationSerializer)
    patch = update(
        "updateRelation",
        "Change the label of a relation",
        RelationSerializer,
        RelationChange,
        relations.update_relation,
        errors=[relations.RelationExists, LabelArchived],
    )
    delete = destroy("deleteRelation", "Delete a relation", relations.delete_relation, query=EditGroupQuery)

    def get_object(self, actor: Actor, *, relation_id: UUID) -> Relation:
        return get_visible_row(Relation, actor, relation_id)
