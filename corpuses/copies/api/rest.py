"""Copies of corpora in REST."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers

from core.access import Actor, require_user
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import EnumField, ReasonSerializer, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, retrieve
from core.errors import NotFound
from corpuses.copies import services
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.corpora.api.rest.job_reports import WithError
from corpuses.corpora.api.selectors import get_visible_corpus, visible_corpora
from corpuses.job_reports import TooManyUnfinished
from corpuses.models import CorpusCopy
from corpuses.visible_rows import visible_rows
from users.api.idempotency import create

PARTS_HELP = (
    "Default: all that you may see. `annotations` are copied together with `documents` and `labels`; "
    "`actions` by members only."
)


def _sources(rows: Sequence[CorpusCopy], actor: Actor) -> Mapping[UUID, UUID]:
    """Return the sources that the actor may see; one query."""
    visible = set(visible_corpora(actor).filter(pk__in=[row.source_id for row in rows]).values_list("pk", flat=True))
    return {row.pk: row.source_id for row in rows if row.source_id in visible}


class CorpusCopySerializer(WithError, Resource):
    """The report of a corpus that is a copy of another one."""

    corpus = serializers.UUIDField(source="corpus_id", help_text="The copy.")
    source = serializers.UUIDField(  # type: ignore[assignment]  # REST's word
        allow_null=True, help_text="Null if it was deleted, or you may not see it any more."
    )
    parts = serializers.ListField(child=EnumField(CorpusCopy.Part))
    state = EnumField(CorpusCopy.State, graphql_name="CorpusCopyState")
    total = serializers.IntegerField(help_text="The documents to copy.")
    documents = serializers.IntegerField(help_text="The documents that were copied so far.")
    left_out = serializers.IntegerField(help_text="Documents that you may not see; counted for members of the source.")
    annotations = serializers.IntegerField(help_text="The annotations that were copied so far.")
    job = serializers.UUIDField(allow_null=True, help_text="Null if no documents are copied.")
    error = ReasonSerializer(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)

    loaders = {"source": _sources}
    defaults = {"source": None}
    example = {
        "corpus": "01990c6e-0c02-7c22-8d33-1f2e3d4c5b6a",
        "source": CorpusSerializer.example["id"],
        "parts": ["documents", "labels", "fields", "annotations", "actions"],
        "state": "done",
        "total": 12,
        "documents": 12,
        "left_out": 0,
        "annotations": 340,
        "job": "01990c6e-0a15-7d01-9a5b-6c7d8e9f0a1b",
        "error": None,
        "created": "2026-11-20T08:30:00.000000Z",
        "finished": "2026-11-20T08:30:02.000000Z",
    }


class CorpusCopyFields(StrictSerializer):
    """The title and the parts of a copy."""

    title = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text="Default: `Copy of …`, with a number if needed."
    )
    parts = serializers.ListField(child=EnumField(CorpusCopy.Part), required=False, help_text=PARTS_HELP)
    example = {"title": "Leases, second review", "parts": ["documents", "labels"]}


def get_copy(actor: Actor, corpus_id: UUID) -> CorpusCopy:
    """Return how a visible corpus was copied; raise `NotFound` if it was not, or by another user."""
    corpus = get_visible_corpus(actor, corpus_id)
    found: CorpusCopy | None = visible_rows(CorpusCopy, require_user(actor), corpus=corpus).first()
    if found is None:
        raise NotFound
    return found


class CopiesView(ListView):
    """`/corpuses/{id}/copies`."""

    permission_classes = [IsAuthenticated]

    post = create(
        "copyCorpus",
        "Copy a corpus",
        {202: CorpusCopySerializer},
        CorpusCopyFields,
        find=get_copy,
        route="corpus-copy",
        description="Copy it into a new corpus of your own, which is not shared. A job adds the documents; see"
        " `getCorpusCopy`.\n\nDocuments are in both corpora then. Comments, conversations, extracts, remote analyzers"
        " and the language model are not copied.",
        errors=[TooManyUnfinished],
    )

    def perform_create(self, actor: Any, *, corpus_id: UUID, **fields: Any) -> UUID:
        return services.start_copy(get_visible_corpus(actor, corpus_id), actor=actor, **fields).corpus_id


class CopyView(ObjectView):
    """`/corpuses/{id}/copy`."""

    get = retrieve("getCorpusCopy", "Get the report of a corpus that is a copy", CorpusCopySerializer)

    def get_object(self, actor: Actor, *, corpus_id: UUID) -> CorpusCopy:
        return get_copy(actor, corpus_id)
