"""Extracts in REST: runs of a fieldset over documents."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from core.access import Actor, Permission, require
from core.api.ordering import Order, Ordering
from core.api.rest.list_query import CreatedQuery, KeyField, KeysField, OrderField
from core.api.rest.pagination import NEWEST_FIRST
from core.api.rest.serializers import (
    MOVED_TO_BIN,
    BigIntegerField,
    DeleteQuery,
    EnumField,
    Resource,
    StrictSerializer,
)
from core.api.rest.views import ListView, ObjectView, action, destroy, list_resources, retrieve, update
from core.errors import Invalid
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.extracts import lifecycle, runs
from corpuses.extracts.api.rest.fieldsets import (
    ColumnFields,
    ColumnSerializer,
    FieldsetSerializer,
    column_drafts,
    load_versions,
)
from corpuses.extracts.api.rest.fieldsets import load_columns as load_columns_of
from corpuses.extracts.columns import MAX_COLUMNS
from corpuses.extracts.engines.registry import UnknownEngine
from corpuses.extracts.estimates import MAX_DOCUMENTS
from corpuses.extracts.models import Extract, Fieldset
from corpuses.extracts.summaries import ExtractState, Summary, states_of, summaries_of
from corpuses.llm.errors import LlmNotAllowed
from corpuses.models import Corpus
from corpuses.visible_rows import get_visible_row, visible_rows
from documents.api.rest.documents import DocumentSerializer
from users.api.idempotency import create
from users.models import User

EXTRACT_ORDER: Final = Ordering("ExtractOrder", newest=NEWEST_FIRST, oldest=Order(("id",)))
MAX_SELECTED: Final = 10_000
MAX_TOKENS: Final = 2**53
MAX_COST: Final = 100_000


class ExtractCountsSerializer(Resource):
    """Rows by state, cells by status and review, and what the cells took."""

    rows = serializers.IntegerField(source="row_count")
    rows_pending = serializers.IntegerField()
    rows_running = serializers.IntegerField()
    rows_done = serializers.IntegerField()
    rows_failed = serializers.IntegerField()
    rows_waiting = serializers.IntegerField(help_text="Pending ones that wait for a service, such as a language model.")
    waiting_code = serializers.CharField(allow_blank=True, help_text="Why most of them wait; empty if none does.")
    waiting_message = serializers.CharField(allow_blank=True, help_text="The same for people.")
    cells = serializers.IntegerField(help_text="Rows times columns; some may not exist yet.")
    found = serializers.IntegerField()
    unproven = serializers.IntegerField()
    not_found = serializers.IntegerField()
    failed = serializers.IntegerField()
    skipped = serializers.IntegerField()
    approved = serializers.IntegerField()
    rejected = serializers.IntegerField()
    edited = serializers.IntegerField()
    tokens = BigIntegerField()
    cost = serializers.FloatField()
    seconds = serializers.FloatField(help_text="That documents were read, each counted.")
    example = {
        "rows": 1, "rows_pending": 0, "rows_running": 0, "rows_done": 1, "rows_failed": 0,
        "rows_waiting": 0, "waiting_code": "", "waiting_message": "",
        "cells": 1, "found": 1, "unproven": 0, "not_found": 0, "failed": 0, "skipped": 0,
        "approved": 0, "rejected": 0, "edited": 0, "tokens": 0, "cost": 0.0, "seconds": 4.0,
    }  # fmt: skip

    @classmethod
    def of(cls, summary: Summary) -> dict[str, Any]:
        """Return the counts of a summary."""
        states = {f"rows_{state}": summary.rows.get(state, 0) for state in ("pending", "running", "done", "failed")}
        statuses = ("found", "unproven", "not_found", "failed", "skipped")
        reviews = ("approved", "rejected", "edited")
        code, (_, message) = max(summary.waiting.items(), key=lambda item: item[1][0], default=("", (0, "")))
        return {
            "rows": summary.row_count,
            **states,
            "rows_waiting": sum(count for count, _ in summary.waiting.values()),
            "waiting_code": code,
            "waiting_message": message,
            "cells": summary.row_count * summary.columns,
            **{status: summary.cells.get(status, 0) for status in statuses},
            **{review: summary.reviews.get(review, 0) for review in reviews},
            "tokens": summary.tokens,
            "cost": float(summary.cost),
            "seconds": round(summary.seconds, 1),
        }


def load_counts(extracts: Sequence[Extract], actor: Actor) -> Mapping[UUID, dict[str, Any]]:
    """Return the counts of each extract, of the documents that the actor sees."""
    return {key: ExtractCountsSerializer.of(summary) for key, summary in summaries_of(extracts, actor).items()}


def load_states(extracts: Sequence[Extract], _: object = None) -> Mapping[UUID, str]:
    """Return the state of each extract."""
    return {key: state.value for key, state in states_of(extracts).items()}


class ExtractSerializer(Resource):
    """One run of questions over documents of a corpus."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    fieldset = serializers.UUIDField(source="fieldset_id", allow_null=True)
    name = serializers.CharField()
    engine = serializers.CharField()
    state = EnumField(ExtractState)
    is_standing = serializers.BooleanField(help_text="It receives the answers of the corpus actions of its fieldset.")
    previous = serializers.UUIDField(source="previous_id", allow_null=True, help_text="The run before it.")
    columns = ColumnSerializer(many=True)
    counts = ExtractCountsSerializer()
    estimated_tokens = BigIntegerField()
    estimated_cost = serializers.FloatField()
    budget_tokens = BigIntegerField(allow_null=True)
    budget_cost = serializers.FloatField(allow_null=True)
    creator = serializers.UUIDField(source="creator_id", allow_null=True)
    created = serializers.DateTimeField()
    modified = serializers.DateTimeField()
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"columns": load_columns_of, "version": load_versions, "counts": load_counts, "state": load_states}
    defaults = {"columns": ()}
    example = {
        "id": "01990c6e-1b01-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "fieldset": FieldsetSerializer.example["id"],
        "name": "Rent and term",
        "engine": "reader",
        "state": "done",
        "is_standing": False,
        "previous": None,
        "columns": [ColumnSerializer.example],
        "counts": ExtractCountsSerializer.example,
        "estimated_tokens": 0,
        "estimated_cost": 0.0,
        "budget_tokens": None,
        "budget_cost": None,
        "creator": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
        "created": "2026-11-20T08:30:00.000000Z",
        "modified": "2026-11-20T08:30:00.000000Z",
        "version": "45c48cce2e2d7fbd",
    }

    @staticmethod
    def read_estimated_cost(extract: Extract) -> float:
        return float(extract.estimated_cost)

    @staticmethod
    def read_budget_cost(extract: Extract) -> float | None:
        return None if extract.budget_cost is None else float(extract.budget_cost)


class ExtractRequest(StrictSerializer):
    """The fieldset, the engine and the documents of an extract; all documents of the corpus if absent."""

    fieldset = KeyField("Fieldset", required=True)
    engine = serializers.CharField(required=False, allow_blank=True, help_text="See `listExtractEngines`.")
    documents = KeysField("Document", most=MAX_DOCUMENTS, help_text="Default: all of the corpus.")


class ExtractFields(ExtractRequest):
    """A new extract. It stops when a budget is used up."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=100)
    budget_tokens = BigIntegerField(required=False, min_value=1, max_value=MAX_TOKENS)
    budget_cost = serializers.FloatField(required=False, min_value=0, max_value=MAX_COST)
    example = {"fieldset": FieldsetSerializer.example["id"], "engine": "reader"}


class ExtractChange(StrictSerializer):
    """Changes of an extract. `columns` replaces its own columns; `rerunExtract` answers new and changed ones."""

    name = serializers.CharField(required=False, max_length=100)
    columns = ColumnFields(many=True, required=False)
    budget_tokens = BigIntegerField(required=False, min_value=1, max_value=MAX_TOKENS)
    budget_cost = serializers.FloatField(required=False, min_value=0, max_value=MAX_COST)
    example = {"name": "Second run"}

    def arguments(self) -> dict[str, Any]:
        given = dict(self.validated_data)
        if "columns" in given:
            given["columns"] = column_drafts(given["columns"])
        if "budget_cost" in given:
            given["budget_cost"] = Decimal(str(given["budget_cost"]))
        return given


class RerunFields(StrictSerializer):
    """Cells to answer again; or those in these rows and columns that no user has reviewed."""

    rows = KeysField("ExtractRow", most=MAX_SELECTED)
    columns = KeysField("Column", most=MAX_COLUMNS)
    cells = KeysField("Cell", most=MAX_SELECTED, help_text="Only these cells, also reviewed ones.")
    only_failed = serializers.BooleanField(default=False, help_text="Only cells that failed or were skipped.")
    example = {"only_failed": True}

    def arguments(self) -> dict[str, Any]:
        return {"selection": runs.Selection(**self.validated_data)}


class AddedDocumentsFields(StrictSerializer):
    """Documents of the corpus."""

    documents = KeysField("Document", required=True, min_length=1, most=MAX_DOCUMENTS)
    example = {"documents": [DocumentSerializer.example["id"]]}


class StartedRowsSerializer(StrictSerializer):
    """The number of rows that are started."""

    started = serializers.IntegerField()
    example = {"started": 12}


class ExtractQuery(CreatedQuery):
    """Filters and order of the list of extracts."""

    fieldset = KeyField("Fieldset")
    creator = KeyField("User")
    order_by = OrderField(EXTRACT_ORDER)


def fieldset_of(corpus: Corpus, actor: Actor, key: UUID) -> Fieldset:
    """Return a fieldset of this corpus."""
    fieldset = get_visible_row(Fieldset, actor, key)
    if fieldset.corpus_id != corpus.pk:
        raise Invalid("Choose a fieldset of this corpus.", field="fieldset")
    return fieldset


class ExtractsView(ListView):
    """`/corpuses/{id}/extracts`."""

    get = list_resources("listExtracts", "List the extracts of a corpus", ExtractSerializer, query=ExtractQuery)
    post = create(
        "startExtract",
        "Start an extract",
        ExtractSerializer,
        ExtractFields,
        find=partial(get_visible_row, Extract),
        route="extract",
        description="One job for each document; rows and cells are filled as their answers come.",
        errors=[UnknownEngine, LlmNotAllowed],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, **filters: Any) -> QuerySet[Extract]:
        return visible_rows(Extract, actor, corpus=get_visible_corpus(actor, corpus_id)).filter(**filters)

    def perform_create(self, actor: User, *, corpus_id: UUID, fieldset: UUID, **fields: Any) -> UUID:
        corpus = require(actor, Permission.EDIT, get_visible_corpus(actor, corpus_id))
        if "budget_cost" in fields:
            fields["budget_cost"] = Decimal(str(fields["budget_cost"]))
        draft = runs.ExtractDraft(fieldset=fieldset_of(corpus, actor, fieldset), **fields)
        return runs.start_extract(draft, corpus=corpus, actor=actor).pk


class OfExtract(ObjectView):
    """The base of views on an extract."""

    def get_object(self, actor: Actor, *, extract_id: UUID) -> Extract:
        return get_visible_row(Extract, actor, extract_id)


class ExtractView(OfExtract):
    """`/extracts/{id}`."""

    get = retrieve("getExtract", "Get an extract", ExtractSerializer)
    patch = update("updateExtract", "Change an extract", ExtractSerializer, ExtractChange, runs.update_extract)
    delete = destroy(
        "deleteExtract", "Delete an extract", lifecycle.delete_extract, query=DeleteQuery, description=MOVED_TO_BIN
    )


class CancelExtractView(OfExtract):
    """`/extracts/{id}/cancel`."""

    post = action(
        "cancelExtract",
        "Cancel an extract",
        ExtractSerializer,
        runs.cancel_extract,
        description="Cells that have an answer keep it.",
    )


class RerunExtractView(OfExtract):
    """`/extracts/{id}/rerun`."""

    post = action(
        "rerunExtract",
        "Answer cells of an extract again",
        {202: StartedRowsSerializer},
        runs.rerun,
        body=RerunFields,
        description="Without a selection: all cells that no user has reviewed, and those that have no answer yet.",
    )


class ExtractDocumentsView(OfExtract):
    """`/extracts/{id}/documents`."""

    post = action(
        "addDocumentsToExtract",
        "Add documents to an extract",
        {202: StartedRowsSerializer},
        runs.add_documents,
        body=AddedDocumentsFields,
        description="Those that are in it already stay as they are.",
    )
