"""Changes of all documents that a filter selects, in REST: start one, list them, undo one."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.list_query import KeyField, KeysField, ListQuery
from core.api.rest.serializers import EnumField, JSONObjectField, ReasonSerializer, Resource, StrictSerializer
from core.api.rest.views import Keys, ListView, ObjectView, Read, list_resources, performed_by, represent, retrieve
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.annotations.edits import EditOutdated
from corpuses.bulk import services
from corpuses.bulk.api.selectors import MAX_EXCLUDED, create_bulk_change, get_bulk_change, list_bulk_changes
from corpuses.bulk.models import BulkChange
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.corpora.api.rest.job_reports import WithError
from corpuses.fields.values import MAX_CHOICES, TEXT_LIMIT, InvalidFieldValue
from corpuses.job_reports import TooManyUnfinished
from users.api.idempotency import create
from users.models import User

QUERY_HELP = (
    "The parameters of the list of documents (`listDocuments`); only to add, retry and delete without `corpus`."
)
EXPECTED_HELP = "The number of documents that the user has confirmed; required to remove and to delete."


@dataclass(frozen=True, slots=True)
class Skipped:
    """The number of documents that were skipped for one reason."""

    code: str
    count: int


def skipped_of(change: BulkChange) -> list[Skipped]:
    """Return the skipped documents of a change."""
    return [Skipped(code, count) for code, count in sorted(change.skipped.items())]


class SkippedSerializer(Resource):
    """Documents that were skipped for one reason."""

    code = serializers.CharField(help_text="As of errors: `not_found`, `not_allowed`, `edit_outdated` …")
    count = serializers.IntegerField()
    example = {"code": "not_allowed", "count": 2}


class BulkChangeSerializer(WithError, Resource):
    """A change of many documents by a job. Those that are neither changed nor skipped were as wanted before."""

    id = serializers.UUIDField()
    kind = EnumField(BulkChange.Kind)
    corpus = serializers.UUIDField(source="corpus_id", allow_null=True, help_text="That of the list, or added to.")
    query = JSONObjectField()
    target = JSONObjectField(help_text="`label`, `folder`, or `field` and `values`.")
    state = EnumField(BulkChange.State, graphql_name="BulkChangeState")
    is_undone = serializers.BooleanField(help_text="It was undone, or is being undone: the state is that of undoing.")
    can_undo = serializers.BooleanField()
    total = serializers.IntegerField(help_text="The documents that the filter selected at the start.")
    processed = serializers.IntegerField(help_text="The documents that were changed or skipped, or undone, so far.")
    changed = serializers.IntegerField()
    restored = serializers.IntegerField(help_text="The documents whose change was undone.")
    skipped = SkippedSerializer(many=True)
    job = serializers.UUIDField(help_text="Cancel it as any other job.")
    error = ReasonSerializer(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)

    example = {
        "id": "01990c6e-0d32-7c22-8d33-1f2e3d4c5b6a",
        "kind": "label",
        "corpus": CorpusSerializer.example["id"],
        "query": {"corpus": CorpusSerializer.example["id"], "search": "lease"},
        "target": {"label": LabelSerializer.example["id"]},
        "state": "done",
        "is_undone": False,
        "can_undo": True,
        "total": 1204,
        "processed": 1204,
        "changed": 1180,
        "restored": 0,
        "skipped": [{"code": "not_found", "count": 2}],
        "job": "01990c6e-0a16-7d01-9a5b-6c7d8e9f0a1b",
        "error": None,
        "created": "2026-11-20T08:30:00.000000Z",
        "finished": "2026-11-20T08:30:02.000000Z",
    }

    @staticmethod
    def read_can_undo(change: BulkChange) -> bool:
        return services.can_undo(change)

    @staticmethod
    def read_skipped(change: BulkChange) -> list[dict[str, Any]]:
        return SkippedSerializer.represent(skipped_of(change))


class BulkChangeFields(StrictSerializer):
    """The documents, by the parameters of their list, and what to do with them."""

    kind = EnumField(BulkChange.Kind)
    query = JSONObjectField(help_text=QUERY_HELP)
    excluded = KeysField("Document", most=MAX_EXCLUDED, help_text="Documents to leave out.")
    expected = serializers.IntegerField(required=False, min_value=0, help_text=EXPECTED_HELP)
    label = KeyField("Label", help_text="To add or to remove.")  # type: ignore[assignment]  # REST's word
    field = KeyField("DocumentField", help_text="To set.")
    values = serializers.ListField(
        child=serializers.CharField(max_length=TEXT_LIMIT),
        required=False,
        max_length=MAX_CHOICES,
        help_text="Of the field; none clear it.",
    )
    folder = KeyField("Folder", allow_null=True, help_text="To move to; null is the top.")
    corpus = KeyField("Corpus", help_text="To add to.")
    example = {
        "kind": "label",
        "query": {"corpus": CorpusSerializer.example["id"], "search": "lease"},
        "label": LabelSerializer.example["id"],
    }


class BulkChangeListQuery(ListQuery):
    """The changes in a corpus."""

    corpus = KeyField("Corpus")


class BulkChangesView(ListView):
    """`/bulk-changes`."""

    get = list_resources(
        "listBulkChanges", "List your changes of many documents", BulkChangeSerializer, query=BulkChangeListQuery
    )

    post = create(
        "createBulkChange",
        "Change all documents that a filter selects",
        {202: BulkChangeSerializer},
        BulkChangeFields,
        find=get_bulk_change,
        route="bulk-change",
        description="Start a job that changes the documents which the list has now. It skips those that you may not "
        "change.\n\nReports are kept as long as what is in the bin; so long a change can be undone.",
        errors=[services.SelectionChanged, InvalidFieldValue, TooManyUnfinished],
    )

    def get_queryset(self, actor: Actor, **filters: Any) -> QuerySet[BulkChange]:
        return list_bulk_changes(actor, **filters)

    def perform_create(self, actor: User, **fields: Any) -> UUID:
        return create_bulk_change(actor, **fields).pk


class _OfBulkChange(ObjectView):
    def get_object(self, actor: Actor, *, bulk_id: UUID) -> BulkChange:
        return get_bulk_change(actor, bulk_id)


class BulkChangeView(_OfBulkChange):
    """`/bulk-changes/{id}`."""

    get = retrieve("getBulkChange", "Get the report of a change of many documents", BulkChangeSerializer)


def _undo(view: _OfBulkChange, actor: User, keys: Keys, _: Read) -> BulkChange:
    return services.undo_bulk_change(view.get_object(actor, **keys), actor=actor)


class UndoBulkChangeView(_OfBulkChange):
    """`/bulk-changes/{id}/undo`."""

    @performed_by(_undo)
    @operation(
        "undoBulkChange",
        "Undo a change of many documents",
        response={202: BulkChangeSerializer},
        errors=[services.BulkChangeRuns, services.BulkChangeFinal, EditOutdated],
    )
    def post(self, request: Request, bulk_id: UUID) -> Response:
        """Start a job that undoes what was changed, also of a change that was cancelled.

        Documents that were changed since are skipped. A repeated request has no effect.
        """
        actor = require_user(request.user)
        change = _undo(self, actor, {"bulk_id": bulk_id}, dict)
        location = reverse("bulk-change", args=[change.pk])
        return represent(BulkChangeSerializer, change, actor, status=202, Location=location)
