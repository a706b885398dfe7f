"""Actions of a corpus and their executions in GraphQL."""

from collections.abc import Sequence
from typing import Any

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_list, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch, related_object, visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from core.api.ordering import Order
from core.api.rest.pagination import OLDEST_FIRST
from corpuses import models as corpora
from corpuses.actions import models, running
from corpuses.actions.api.rest import (
    ActionSerializer,
    ActionsView,
    ActionView,
    ExecutionQuery,
    ExecutionSerializer,
    RetryView,
    RunView,
    count_states,
    load_questions,
)
from corpuses.corpora.api.graphql.corpora import Corpus
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
        views = (ActionsView, ActionView, RunView, RetryView)

    questions = graphene.List(
        graphene.NonNull(ActionQuestion),
        required=True,
        resolver=_questions,
        description="The fields to extract.",
    )
    settings = JSONObject(required=True, resolver=lambda action, _: action.settings, description="Of the analyzer.")
    execution_counts = graphene.Field(ExecutionCounts, required=True, resolver=_counts)


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


def _documents_to_run(_root: object, info: Info, *, action_id: str) -> int:
    action = get_visible_row(models.CorpusAction, info.context.user, parse_key(action_id, "CorpusAction"))
    return running.documents_to_run(action, info.context.user).count()


class ActionQueries(RootQueries):
    """Fields of the root."""

    documents_to_run = graphene.Field(
        graphene.Int,
        required=True,
        resolver=_documents_to_run,
        action_id=graphene.ID(required=True),
        description="The number of documents that a run of the action would start on.",
    )
