"""Actions of a corpus and their executions in GraphQL."""

from collections.abc import Sequence
from typing import Annotated, Any

import graphene
from graphql_relay import to_global_id

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_list, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch, related_object, visible_related_object
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from core.api.ordering import Order
from core.api.rest.pagination import OLDEST_FIRST
from core.errors import Invalid
from corpuses import models as corpora
from corpuses.actions import editing, models, running
from corpuses.actions.api.rest import (
    ActionSerializer,
    ExecutionQuery,
    ExecutionSerializer,
    count_states,
    load_questions,
    read_questions,
)
from corpuses.actions.drafts import ActionDraft
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.visible_rows import get_visible_row, visible_rows
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from tasks.api.graphql.jobs import Job, own_job
from users import models as users
from users.api.graphql.users import User


def _questions(action: models.CorpusAction, _: Info) -> Sequence[dict[str, str]]:
    questions: Sequence[dict[str, str]] = load_for_batch(action, "questions", load_questions, [])
    return questions


class ActionQuestion(graphene.ObjectType):
    """A field to extract, and the question that is asked about each document."""

    name = graphene.String(required=True)
    question = graphene.String(required=True)


def _counts(action: models.CorpusAction, info: Info) -> dict[str, int]:
    counts: dict[str, int] = load_for_batch(
        action, "executions", lambda rows: count_states(rows, info.context.actor), {}
    )
    return counts


class ExecutionCounts(graphene.ObjectType):
    """The number of executions in each state."""

    waiting = graphene.Int(required=True, description="For another action.")
    queued = graphene.Int(required=True, description="Queued or running.")
    success = graphene.Int(required=True)
    failed = graphene.Int(required=True)
    cancelled = graphene.Int(required=True)
    skipped = graphene.Int(required=True)


class CorpusAction(ResourceType):
    """Work that is done with the documents of a corpus once they have been parsed."""

    class Meta:
        resource = ActionSerializer
        model = models.CorpusAction
        exclude = ("corpus", "fieldset", "settings")

    questions = graphene.List(
        graphene.NonNull(ActionQuestion),
        required=True,
        resolver=_questions,
        description="The fields to extract.",
    )
    settings = JSONObject(required=True, resolver=lambda action, _: action.settings, description="Of the analyzer.")
    execution_counts = graphene.Field(ExecutionCounts, required=True, resolver=_counts)

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.CorpusAction:
        return get_visible_row(models.CorpusAction, info.context.actor, parse_uuid(key))


def _action(execution: models.ActionExecution, _: Info) -> models.CorpusAction:
    return related_object(execution, "action_id", models.CorpusAction.objects.all)


def _document(execution: models.ActionExecution, info: Info) -> documents.Document | None:
    return visible_related_object(execution, "document_id", lambda: visible_documents(info.context.actor))


def _started_by(execution: models.ActionExecution, info: Info) -> users.User | None:
    if execution.started_by_id is None:
        return None
    return related_object(execution, "started_by_id", users.User.objects.all, known=[info.context.actor])


class ActionExecution(ResourceType):
    """One run of an action on one revision of a document, or of an agent on a comment."""

    class Meta:
        resource = ExecutionSerializer
        model = models.ActionExecution
        exclude = ("action", "document", "job", "started_by")

    action = graphene.Field(CorpusAction, required=True, resolver=_action)
    document = graphene.Field(
        Document, resolver=_document, description="Null for comments in threads about the corpus."
    )
    started_by = graphene.Field(User, resolver=_started_by, description="The user, if one started it.")
    job = graphene.Field(Job, resolver=own_job, description="Your own jobs only.")

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.ActionExecution:
        return get_visible_row(models.ActionExecution, info.context.actor, parse_uuid(key))


ActionExecutionConnection = connection_of(ActionExecution)


def _actions(corpus: corpora.Corpus, info: Info) -> list[models.CorpusAction]:
    rows = visible_rows(models.CorpusAction, info.context.actor)
    return related_list(corpus, "actions", Children(rows, "corpus_id", OLDEST_FIRST))


def _executions(
    corpus: corpora.Corpus, info: Info, *, window: Window, order: Order, **filters: Any
) -> Slice[models.ActionExecution]:
    rows = visible_rows(models.ActionExecution, info.context.actor).filter(**filters)
    children = Children(rows, "action__corpus_id", order)
    return related_page(corpus, ("executions", *sorted(filters.items()), order), children, window)


extend(
    Corpus,
    "actions",
    graphene.Field(graphene.List(graphene.NonNull(CorpusAction)), required=True, resolver=_actions),
)
extend(Corpus, "executions", connection_field(ActionExecutionConnection, _executions, query=ExecutionQuery))


class ActionQuestionInput(graphene.InputObjectType):
    """A field to extract, and the question that is asked about each document."""

    name = graphene.String(required=True)
    question = graphene.String(required=True)


_QUESTIONS = graphene.List(graphene.NonNull(ActionQuestionInput))
_AGENTS_HELP = "`NEW_THREAD` and `NEW_MESSAGE` are for agents, which answer comments then."
_TRIGGERS_HELP = f"Default: all but those about comments. `MANUAL` is always among them. {_AGENTS_HELP}"
_TRIGGERS = graphene.List(graphene.NonNull(enum_type(models.ActionTrigger)))


@mutation(action=CorpusAction)
def create_action(
    info: Info,
    *,
    corpus_id: ID,
    kind: Annotated[str, enum_type(models.CorpusAction.Kind)],
    name: str = "",
    triggers: Annotated[list[str] | None, _TRIGGERS, _TRIGGERS_HELP] = None,
    analyzer: str = "",
    settings: Annotated[dict[str, Any] | None, JSONObject, "Of the analyzer."] = None,
    instructions: str = "",
    questions: Annotated[list[Any], _QUESTIONS] = [],  # noqa: B006  # read only
    fieldset_id: Annotated[ID | None, "Of this corpus, instead of questions."] = None,
    engine: Annotated[str, "Of an extraction; empty: the default one."] = "",
    enabled: bool = True,
) -> Payload:
    """Create an action; it runs when one of its triggers occurs.

    ANALYZE needs an analyzer, AGENT instructions, EXTRACT a fieldset or questions of its own.
    """
    corpus = get_corpus_by_id(info.context.user, corpus_id)
    draft = ActionDraft(
        kind=kind,
        name=name,
        triggers=triggers,
        analyzer=analyzer,
        settings=settings or {},
        instructions=instructions,
        fields=read_questions(questions),
        fieldset=None if fieldset_id is None else parse_key(fieldset_id, "Fieldset"),
        engine=engine,
        enabled=enabled,
    )
    return {"action": editing.create_action(draft, corpus=corpus, actor=info.context.user)}


@mutation(action=CorpusAction)
def update_action(
    info: Info,
    *,
    id: ID,
    name: str | None = None,
    triggers: Annotated[list[str] | None, _TRIGGERS, _AGENTS_HELP] = None,
    analyzer: str | None = None,
    settings: Annotated[dict[str, Any] | None, JSONObject, "Of the analyzer."] = None,
    instructions: str | None = None,
    questions: Annotated[list[Any] | None, _QUESTIONS, "Change the columns of its fieldset."] = None,
    fieldset_id: Annotated[ID | None, "Another fieldset of this corpus."] = None,
    engine: str | None = None,
    enabled: bool | None = None,
    version: str | None = None,
) -> Payload:
    """Change, enable or disable an action.

    After a change of what it does, it can run again on documents on which it has succeeded.
    """
    changed = editing.update_action(
        _get(info, id),
        actor=info.context.user,
        name=name,
        triggers=triggers,
        analyzer=analyzer,
        settings=settings,
        instructions=instructions,
        fields=None if questions is None else read_questions(questions),
        fieldset=None if fieldset_id is None else parse_key(fieldset_id, "Fieldset"),
        engine=engine,
        enabled=enabled,
        expected=version,
    )
    return {"action": changed}


@mutation(deleted_id=graphene.ID())
def delete_action(info: Info, *, id: ID) -> Payload:
    """Delete an action; its results are kept."""
    action = _get(info, id)
    key = str(action.pk)
    editing.delete_action(action, actor=info.context.user)
    return {"deleted_id": to_global_id("CorpusAction", key)}


@mutation(
    action=CorpusAction,
    started=graphene.Int(required=True, description="The number of documents that it starts to run on."),
    on_error={"started": 0},
)
def run_action(
    info: Info,
    *,
    id: ID,
    document_ids: Annotated[list[ID] | None, "At most 1,000; all documents of the corpus if absent."] = None,
) -> Payload:
    """Run an action on documents on which it has not succeeded."""
    if document_ids is not None and len(document_ids) > running.MAX_DOCUMENTS:
        raise Invalid(f"Send at most {running.MAX_DOCUMENTS} documents at once.", field="documentIds")
    action = _get(info, id)
    documents = None if document_ids is None else [parse_key(each, "Document") for each in document_ids]
    return {"action": action, "started": running.run_action(action, actor=info.context.user, documents=documents)}


@mutation(
    action=CorpusAction,
    started=graphene.Int(required=True, description="The number of executions that are repeated."),
    on_error={"started": 0},
)
def retry_action(
    info: Info,
    *,
    id: ID,
    execution_ids: Annotated[list[ID] | None, "At most 1,000; all that did not succeed if absent."] = None,
) -> Payload:
    """Run an action again where it failed, was cancelled or skipped."""
    if execution_ids is not None and len(execution_ids) > running.MAX_DOCUMENTS:
        raise Invalid(f"Send at most {running.MAX_DOCUMENTS} executions at once.", field="executionIds")
    action = _get(info, id)
    keys = None if execution_ids is None else [parse_key(each, "ActionExecution") for each in execution_ids]
    return {"action": action, "started": running.retry_executions(action, actor=info.context.user, executions=keys)}


def _documents_to_run(_root: object, info: Info, *, action_id: str) -> int:
    return running.documents_to_run(_get(info, action_id), info.context.user).count()


class ActionQueries(RootQueries):
    """Fields of the root."""

    documents_to_run = graphene.Field(
        graphene.Int,
        required=True,
        resolver=_documents_to_run,
        action_id=graphene.ID(required=True),
        description="The number of documents that a run of the action would start on.",
    )


def _get(info: Info, value: str) -> models.CorpusAction:
    return get_visible_row(models.CorpusAction, info.context.user, parse_key(value, "CorpusAction"))
