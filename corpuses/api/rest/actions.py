"""Actions of a corpus and their executions in REST."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import Actor, require_user
from core.api.openapi.operations import operation
from core.api.ordering import Order, Ordering
from core.api.rest.list_query import CreatedQuery, KeyField, OrderField
from core.api.rest.pagination import NEWEST_FIRST
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.validation import validate_body
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from corpuses.actions import editing
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.api.access import get_visible_row, visible_rows
from corpuses.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.api.selectors import get_visible_corpus
from corpuses.extracts.models import Column
from documents.api.rest.documents import DocumentSerializer
from users.api.idempotency import create
from users.models import User

EXECUTION_ORDER = Ordering("ExecutionOrder", newest=NEWEST_FIRST, oldest=Order(("id",)))


def load_questions(actions: Sequence[CorpusAction], _: object = None) -> Mapping[UUID, list[dict[str, str]]]:
    """Return the questions of each action; one query."""
    by_fieldset = defaultdict(list)
    fieldsets = {action.fieldset_id for action in actions if action.fieldset_id}
    for column in Column.objects.filter(fieldset__in=fieldsets).order_by("pk"):
        by_fieldset[column.fieldset_id].append({"name": column.name, "question": column.question})
    return {action.pk: by_fieldset[action.fieldset_id] for action in actions if action.fieldset_id}


class QuestionSerializer(StrictSerializer):
    """A field to extract, and the question that is asked about each document."""

    name = serializers.CharField(max_length=100)
    question = serializers.CharField(max_length=10_000)
    example = {"name": "Rent", "question": "How much is the rent, and how often is it due?"}


class ActionSerializer(Resource):
    """Work that is done with every document of a corpus once it has been parsed."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    kind = EnumField(CorpusAction.Kind)
    name = serializers.CharField()
    analyzer = serializers.CharField(allow_blank=True, help_text="The analyzer; empty for actions of other kinds.")
    instructions = serializers.CharField(allow_blank=True, help_text="The task of the agent.")
    fields = QuestionSerializer(many=True)  # type: ignore[assignment]  # REST's word
    enabled = serializers.BooleanField()
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"fields": load_questions}
    defaults = {"fields": ()}
    read_version = staticmethod(editing.version_of)
    example = {
        "id": "01990c6e-0f01-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "kind": "extract",
        "name": "Rent and term",
        "analyzer": "",
        "instructions": "",
        "fields": [QuestionSerializer.example],
        "enabled": True,
        "version": "e4d909c290d0fb1c",
    }


class ExecutionSerializer(Resource):
    """One run of an action on one revision of a document."""

    id = serializers.UUIDField()
    action = serializers.UUIDField(source="action_id")
    document = serializers.UUIDField(source="document_id")
    state = EnumField(ActionExecution.State)
    message = serializers.CharField(allow_blank=True)
    job = serializers.UUIDField(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    example = {
        "id": "01990c6e-1001-7c22-8d33-1f2e3d4c5b6a",
        "action": ActionSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "state": "success",
        "message": "",
        "job": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b",
        "created": "2026-11-20T08:30:05.000000Z",
        "finished": "2026-11-20T08:30:09.000000Z",
    }


class ActionFields(StrictSerializer):
    """A new action: `analyze` needs an analyzer, `agent` instructions, `extract` fields."""

    kind = serializers.ChoiceField(choices=CorpusAction.Kind.choices)
    name = serializers.CharField(required=False, max_length=100)
    analyzer = serializers.CharField(required=False, allow_blank=True, max_length=100)
    instructions = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    fields = QuestionSerializer(many=True, required=False)  # type: ignore[assignment]  # REST's word
    enabled = serializers.BooleanField(default=True)
    example = {"kind": "extract", "name": "Rent and term", "fields": [QuestionSerializer.example]}

    def arguments(self) -> dict[str, Any]:
        fields = dict(self.validated_data)
        questions = fields.pop("fields", [])[: editing.MAX_FIELDS + 1]
        questions = [editing.Question(each["name"], each["question"]) for each in questions]
        return {"draft": editing.ActionDraft(**fields, fields=questions)}


class ActionChange(StrictSerializer):
    """Changes of an action."""

    name = serializers.CharField(required=False, max_length=100)
    instructions = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    enabled = serializers.BooleanField(required=False)
    example = {"enabled": False}


class RunFields(StrictSerializer):
    """The documents to run on, at most 1,000; all documents of the corpus if absent."""

    documents = serializers.ListField(
        child=serializers.UUIDField(), required=False, max_length=editing.MAX_DOCUMENTS_PER_RUN
    )
    example = {"documents": [DocumentSerializer.example["id"]]}


class StartedSerializer(StrictSerializer):
    """The number of documents that the action starts to run on."""

    started = serializers.IntegerField()
    example = {"started": 12}


class ExecutionQuery(CreatedQuery):
    """Filters and order of the list of executions."""

    document = KeyField("Document")
    action = KeyField("CorpusAction")
    state = EnumField(ActionExecution.State, required=False)
    order_by = OrderField(EXECUTION_ORDER)


class ActionsView(ListView):
    """`/corpuses/{id}/actions`."""

    get = list_resources("listActions", "List the actions of a corpus, newest first", ActionSerializer)
    post = create(
        "createAction",
        "Create an action",
        ActionSerializer,
        ActionFields,
        find=partial(get_visible_row, CorpusAction),
        route="action",
        description="It runs on documents that are added or processed from now on; `runAction` runs it on others.",
        errors=[editing.ActionExists],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> QuerySet[CorpusAction]:
        return visible_rows(CorpusAction, actor, corpus=get_visible_corpus(actor, corpus_id))

    def perform_create(self, actor: User, *, corpus_id: UUID, draft: editing.ActionDraft) -> UUID:
        return editing.create_action(draft, corpus=get_visible_corpus(actor, corpus_id), actor=actor).pk


class ActionView(ObjectView):
    """`/actions/{id}`."""

    get = retrieve("getAction", "Get an action", ActionSerializer)
    patch = update(
        "updateAction", "Rename, enable or disable an action", ActionSerializer, ActionChange, editing.update_action
    )
    delete = destroy("deleteAction", "Delete an action; its results are kept", editing.delete_action)

    def get_object(self, actor: Actor, *, action_id: UUID) -> CorpusAction:
        return get_visible_row(CorpusAction, actor, action_id)


class RunView(APIView):
    """`/actions/{id}/run`."""

    @operation(
        "runAction", "Run an action", body=RunFields, response={202: StartedSerializer}, errors=[editing.ActionDisabled]
    )
    def post(self, request: Request, action_id: UUID) -> Response:
        """Run the action on documents on which it has not succeeded and is not running already."""
        actor = require_user(request.user)
        action = get_visible_row(CorpusAction, actor, action_id)
        documents = validate_body(request, RunFields).validated_data.get("documents")
        return Response({"started": editing.run_action(action, actor=actor, documents=documents)}, status=202)


class ExecutionsView(ListView):
    """`/corpuses/{id}/executions`."""

    get = list_resources(
        "listExecutions",
        "List the executions of a corpus's actions",
        ExecutionSerializer,
        query=ExecutionQuery,
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, **filters: Any) -> QuerySet[ActionExecution]:
        corpus = get_visible_corpus(actor, corpus_id)
        return visible_rows(ActionExecution, actor, corpus=corpus).filter(**filters)


class ExecutionView(ObjectView):
    """`/executions/{id}`."""

    get = retrieve("getExecution", "Get one run of an action", ExecutionSerializer)

    def get_object(self, actor: Actor, *, execution_id: UUID) -> ActionExecution:
        return get_visible_row(ActionExecution, actor, execution_id)
