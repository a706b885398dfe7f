"""Actions of a corpus and their executions in REST."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.ordering import Order, Ordering
from core.api.rest.list_query import CreatedQuery, KeyField, KeysField, OrderField
from core.api.rest.pagination import NEWEST_FIRST
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import BigIntegerField, EnumField, JSONObjectField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, action, destroy, list_resources, retrieve, update
from corpuses.actions import editing, running
from corpuses.actions.drafts import MAX_FIELDS, ActionDraft, Question
from corpuses.actions.models import ActionExecution, ActionTrigger, CorpusAction
from corpuses.comments.models import Comment
from corpuses.conversations.models import Conversation
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.extracts.models import Column
from corpuses.visible_rows import get_visible_row, visible_rows
from documents.api.rest.documents import DocumentSerializer
from tasks.api.selectors import register_reached_jobs
from users.api.idempotency import create
from users.models import User

_SETTINGS_HELP = "Of the analyzer; they fit its JSON Schema, see `listAnalyzers`."
_AGENTS_HELP = "`new_thread` and `new_message` are for agents, which answer comments then."
_TRIGGERS_HELP = f"Default: all but those about comments. {_AGENTS_HELP}"
_ENGINE_HELP = "Of an extraction, see `listExtractEngines`; empty: the default one."
EXECUTION_ORDER = Ordering("ExecutionOrder", newest=NEWEST_FIRST, oldest=Order(("id",)))


def load_questions(actions: Sequence[CorpusAction], _: object = None) -> Mapping[UUID, list[dict[str, str]]]:
    """Return the questions of each action; one query."""
    by_fieldset = defaultdict(list)
    fieldsets = {action.fieldset_id for action in actions if action.fieldset_id}
    for column in Column.objects.filter(fieldset__in=fieldsets).order_by("order", "pk"):
        by_fieldset[column.fieldset_id].append({"name": column.name, "question": column.question})
    return {action.pk: by_fieldset[action.fieldset_id] for action in actions if action.fieldset_id}


def count_states(actions: Sequence[CorpusAction], actor: Actor) -> Mapping[UUID, dict[str, int]]:
    """Return how many of each action's visible executions are in each state; one query."""
    rows = visible_rows(ActionExecution, actor).filter(action__in=[action.pk for action in actions])
    counts: dict[UUID, dict[str, int]] = {
        action.pk: dict.fromkeys(ActionExecution.State.values, 0) for action in actions
    }
    for key, state, count in rows.order_by().values_list("action", "state").annotate(count=Count("pk")):
        counts[key][state] = count
    return counts


def load_conversations(executions: Sequence[ActionExecution], _: Actor) -> Mapping[UUID, UUID]:
    """Return the conversations of the executions of agents."""
    rows = Conversation.objects.filter(run__in=[execution.pk for execution in executions])
    return {run: key for run, key in rows.values_list("run", "pk") if run is not None}


def load_threads(executions: Sequence[ActionExecution], _: Actor) -> Mapping[UUID, UUID]:
    """Return the threads of the comments on which agents run."""
    comments = {execution.comment_id: execution.pk for execution in executions if execution.comment_id}
    rows = Comment.with_deleted.filter(pk__in=comments).values_list("pk", "thread") if comments else ()
    threads = dict(rows)
    return {each.pk: threads[each.comment_id] for each in executions if each.comment_id in threads}


def read_questions(fields: Sequence[Mapping[str, str]]) -> list[Question]:
    """Return the fields to extract; of too many, as many as show that they are."""
    return [Question(each["name"], each["question"]) for each in fields[: MAX_FIELDS + 1]]


class QuestionSerializer(StrictSerializer):
    """A field to extract, and the question that is asked about each document."""

    graphql_name = "ActionQuestion"
    name = serializers.CharField(max_length=100)
    question = serializers.CharField(max_length=10_000)
    example = {"name": "Rent", "question": "How much is the rent, and how often is it due?"}


class ExecutionCountsSerializer(StrictSerializer):
    """The number of executions in each state."""

    waiting = serializers.IntegerField(help_text="For another action.")
    queued = serializers.IntegerField(help_text="Queued or running.")
    success = serializers.IntegerField()
    failed = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    skipped = serializers.IntegerField()
    example = {"waiting": 0, "queued": 1, "success": 11, "failed": 0, "cancelled": 0, "skipped": 0}


class ActionSerializer(Resource):
    """Work that is done with the documents of a corpus once they have been parsed."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    kind = EnumField(CorpusAction.Kind)
    name = serializers.CharField()
    triggers = serializers.ListField(
        child=EnumField(ActionTrigger), help_text="The events that start it; `manual` is always among them."
    )
    analyzer = serializers.CharField(allow_blank=True, help_text="The analyzer; empty for actions of other kinds.")
    settings = JSONObjectField(help_text="Of the analyzer, see `listAnalyzers`.")
    instructions = serializers.CharField(allow_blank=True, help_text="The task of the agent.")
    fields = QuestionSerializer(many=True)  # type: ignore[assignment]  # REST's word
    fieldset = serializers.UUIDField(source="fieldset_id", allow_null=True, help_text="That the fields belong to.")
    engine = serializers.CharField(allow_blank=True, help_text="Of an extraction; empty: the default one.")
    enabled = serializers.BooleanField()
    settings_version = serializers.IntegerField(help_text="Grows when what the action does is changed.")
    executions = ExecutionCountsSerializer()
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"fields": load_questions, "executions": count_states}
    defaults = {"fields": ()}
    read_version = staticmethod(editing.version_of)
    example = {
        "id": "01990c6e-0f01-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "kind": "extract",
        "name": "Rent and term",
        "triggers": ["document_added", "manual"],
        "analyzer": "",
        "settings": {},
        "instructions": "",
        "fields": [QuestionSerializer.example],
        "fieldset": "01990c6e-1901-7c22-8d33-1f2e3d4c5b6a",
        "engine": "reader",
        "enabled": True,
        "settings_version": 1,
        "executions": ExecutionCountsSerializer.example,
        "version": "e4d909c290d0fb1c",
    }


class ExecutionSerializer(Resource):
    """One run of an action on one revision of a document, or of an agent on a comment."""

    id = serializers.UUIDField()
    action = serializers.UUIDField(source="action_id")
    document = serializers.UUIDField(
        source="document_id", allow_null=True, help_text="Null for comments in threads about the corpus."
    )
    comment = serializers.UUIDField(source="comment_id", allow_null=True, help_text="That an agent answers.")
    thread = serializers.UUIDField(allow_null=True, help_text="Of the comment.")
    state = EnumField(ActionExecution.State)
    reason = EnumField(ActionExecution.Reason, allow_null=True, help_text="Why it was skipped.")
    code = serializers.CharField(allow_blank=True, help_text="Of the error of a failure.")
    message = serializers.CharField(allow_blank=True)
    trigger = EnumField(ActionTrigger)
    started_by = serializers.UUIDField(
        source="started_by_id", allow_null=True, help_text="The user, if one started it."
    )
    settings_version = serializers.IntegerField(help_text="Of the action, when it ran.")
    engine = serializers.CharField(allow_blank=True, help_text="The model or analyzer.")
    input_tokens = BigIntegerField(help_text="Of language models.")
    output_tokens = BigIntegerField()
    cost = serializers.FloatField(help_text="Of the tokens, in the currency of the installation.")
    tries = serializers.IntegerField(help_text="How often it was queued.")
    job = serializers.UUIDField(allow_null=True)
    conversation = serializers.UUIDField(
        allow_null=True, help_text="The conversation of an agent: its answer, its steps and its proposals."
    )
    created = serializers.DateTimeField()
    queued = serializers.DateTimeField(help_text="The last time.")
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)

    loaders = {"conversation": load_conversations, "thread": load_threads}
    example = {
        "id": "01990c6e-1001-7c22-8d33-1f2e3d4c5b6a",
        "action": ActionSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "comment": None,
        "thread": None,
        "state": "success",
        "reason": None,
        "code": "",
        "message": "",
        "trigger": "manual",
        "started_by": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
        "settings_version": 1,
        "engine": "gpt-6-mini",
        "input_tokens": 2315,
        "output_tokens": 48,
        "cost": 0.0021,
        "tries": 1,
        "job": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b",
        "conversation": None,
        "created": "2026-11-20T08:30:05.000000Z",
        "queued": "2026-11-20T08:30:05.000000Z",
        "started": "2026-11-20T08:30:06.000000Z",
        "finished": "2026-11-20T08:30:09.000000Z",
    }

    @staticmethod
    def read_cost(execution: ActionExecution) -> float:
        return float(execution.cost)

    @staticmethod
    def read_reason(execution: ActionExecution) -> str | None:
        return execution.reason or None


class ActionFields(StrictSerializer):
    """A new action: `analyze` needs an analyzer, `agent` instructions, `extract` a fieldset or fields of its own."""

    kind = EnumField(CorpusAction.Kind)
    name = serializers.CharField(required=False, max_length=100)
    triggers = serializers.ListField(child=EnumField(ActionTrigger), required=False, help_text=_TRIGGERS_HELP)
    analyzer = serializers.CharField(required=False, allow_blank=True, max_length=100)
    settings = JSONObjectField(required=False, help_text=_SETTINGS_HELP)
    instructions = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    fields = QuestionSerializer(many=True, required=False)  # type: ignore[assignment]  # REST's word
    fieldset = KeyField("Fieldset", help_text="Of this corpus, instead of `fields`.")
    engine = serializers.CharField(required=False, allow_blank=True, max_length=50, help_text=_ENGINE_HELP)
    enabled = serializers.BooleanField(default=True)
    example = {"kind": "extract", "name": "Rent and term", "fields": [QuestionSerializer.example]}

    def arguments(self) -> dict[str, Any]:
        fields = dict(self.validated_data)
        return {"draft": ActionDraft(**fields | {"fields": read_questions(fields.get("fields", []))})}


class ActionChange(StrictSerializer):
    """Changes of an action. Its kind stays as it is. `fields` change the columns of its fieldset."""

    name = serializers.CharField(required=False, max_length=100)
    triggers = serializers.ListField(child=EnumField(ActionTrigger), required=False, help_text=_AGENTS_HELP)
    analyzer = serializers.CharField(required=False, allow_blank=True, max_length=100)
    settings = JSONObjectField(required=False, help_text=_SETTINGS_HELP)
    instructions = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    fields = QuestionSerializer(many=True, required=False)  # type: ignore[assignment]  # REST's word
    fieldset = KeyField("Fieldset", help_text="Another fieldset of this corpus.")
    engine = serializers.CharField(required=False, allow_blank=True, max_length=50, help_text=_ENGINE_HELP)
    enabled = serializers.BooleanField(required=False)
    example = {"enabled": False}

    def arguments(self) -> dict[str, Any]:
        changes = dict(self.validated_data)
        return changes | {"fields": read_questions(changes["fields"])} if "fields" in changes else changes


class RunFields(StrictSerializer):
    """The documents to run on, at most 1,000; all documents of the corpus if absent."""

    documents = KeysField("Document", most=running.MAX_DOCUMENTS)
    example = {"documents": [DocumentSerializer.example["id"]]}


class RetryFields(StrictSerializer):
    """The executions to repeat, at most 1,000; all that did not succeed if absent."""

    executions = KeysField("ActionExecution", most=running.MAX_DOCUMENTS)
    example = {"executions": [ExecutionSerializer.example["id"]]}


class RunPreviewSerializer(StrictSerializer):
    """The number of documents that a run of the action would start on."""

    documents = serializers.IntegerField()
    example = {"documents": 12}


class StartedSerializer(StrictSerializer):
    """The number of documents that the action starts to run on."""

    started = serializers.IntegerField()
    example = {"started": 12}


class ExecutionQuery(CreatedQuery):
    """Filters and order of the list of executions."""

    document = KeyField("Document")
    action = KeyField("CorpusAction")
    state = EnumField(ActionExecution.State, required=False)
    trigger = EnumField(ActionTrigger, required=False)
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
        description="It runs when one of its triggers occurs; `runAction` runs it on documents that are there already.",
        errors=[editing.ActionExists],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> QuerySet[CorpusAction]:
        return visible_rows(CorpusAction, actor, corpus=get_visible_corpus(actor, corpus_id))

    def perform_create(self, actor: User, *, corpus_id: UUID, draft: ActionDraft) -> UUID:
        return editing.create_action(draft, corpus=get_visible_corpus(actor, corpus_id), actor=actor).pk


class _OfAction(ObjectView):
    def get_object(self, actor: Actor, *, action_id: UUID) -> CorpusAction:
        return get_visible_row(CorpusAction, actor, action_id)


class ActionView(_OfAction):
    """`/actions/{id}`."""

    get = retrieve("getAction", "Get an action", ActionSerializer)
    patch = update(
        "updateAction",
        "Change, enable or disable an action",
        ActionSerializer,
        ActionChange,
        editing.update_action,
        description="After a change of what it does, it can run again on documents on which it has succeeded.",
    )
    delete = destroy("deleteAction", "Delete an action; its results are kept", editing.delete_action)


class RunView(_OfAction):
    """`/actions/{id}/run`."""

    permission_classes = [IsAuthenticated]
    post = action(
        "runAction",
        "Run an action",
        {202: StartedSerializer},
        running.run_action,
        body=RunFields,
        description="Run the action on documents on which it has not succeeded and is not running already.",
        errors=[running.ActionDisabled],
    )

    @operation("previewRun", "Count the documents that a run would start on", response=RunPreviewSerializer)
    def get(self, request: Request, action_id: UUID) -> Response:
        actor = require_user(request.user)
        found = self.get_object(actor, action_id=action_id)
        return Response({"documents": running.documents_to_run(found, actor).count()})


class RetryView(_OfAction):
    """`/actions/{id}/retry`."""

    post = action(
        "retryAction",
        "Run an action again where it did not succeed",
        {202: StartedSerializer},
        running.retry_executions,
        body=RetryFields,
        description="Repeat failed, cancelled and skipped executions; those on earlier revisions of documents stay as "
        "they are.",
        errors=[running.ActionDisabled],
    )


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


@register_reached_jobs
def reached_jobs(user: User) -> Q:
    """Let a limited token see the jobs of the executions that it reaches."""
    return Q(pk__in=visible_rows(ActionExecution, user).values("job"))
