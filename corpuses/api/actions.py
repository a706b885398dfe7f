"""Actions of a corpus and their executions in GraphQL."""

from collections import defaultdict
from uuid import UUID

import graphene
from graphene import relay

from core.api.graphql.connections import connection_of
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.loaders import load_for_batch, related_object
from core.errors import NotFound
from corpuses.actions import models
from corpuses.actions.editing import version_of
from corpuses.api.own_jobs import own_job
from corpuses.api.selectors import visible_corpora, visible_executions
from corpuses.extracts.models import Column
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from tasks.api.types import Job

ActionKind = graphene.Enum.from_enum(models.CorpusAction.Kind, name="ActionKind", description="What an action does.")
ExecutionState = graphene.Enum.from_enum(
    models.ActionExecution.State, name="ExecutionState", description="How a run of an action ended, or that it has not."
)


class ActionQuestion(graphene.ObjectType):
    """A field to extract, and what is asked of every document."""

    name = graphene.String(required=True)
    question = graphene.String(required=True)


def _questions(action: models.CorpusAction, _: Info) -> list[Column]:
    return load_for_batch(action, "questions", _questions_of_all, [])


def _questions_of_all(actions: list[models.CorpusAction]) -> dict[UUID, list[Column]]:
    fieldsets = {action.fieldset_id for action in actions if action.fieldset_id}
    columns = defaultdict(list)
    for column in Column.objects.filter(fieldset__in=fieldsets).order_by("pk"):
        columns[column.fieldset_id].append(column)
    return {action.pk: columns[action.fieldset_id] for action in actions if action.fieldset_id}


class CorpusAction(graphene.ObjectType):
    """Something to do with every document of a corpus once it has been parsed."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.CorpusAction,)

    uuid = graphene.UUID(required=True, resolver=lambda action, _: action.pk)
    kind = graphene.Field(ActionKind, required=True)
    name = graphene.String(required=True)
    enabled = graphene.Boolean(required=True)
    analyzer = graphene.String(required=True, description="which one annotates; empty for other kinds")
    instructions = graphene.String(required=True, description="what the agent is asked to do")
    questions = graphene.List(
        graphene.NonNull(ActionQuestion),
        required=True,
        resolver=_questions,
        description="the fields to extract",
    )
    version = graphene.String(
        required=True, resolver=lambda action, _: version_of(action), description="of what can be edited"
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.CorpusAction:
        """Find an action of a corpus in sight."""
        seen = visible_corpora(info.context.actor)
        found = models.CorpusAction.objects.filter(corpus__in=seen, pk=parse_uuid(key)).first()
        if found is None:
            raise NotFound
        return found


def _action(execution: models.ActionExecution, _: Info) -> models.CorpusAction:
    return related_object(execution, "action_id", models.CorpusAction.objects.all())


def _document(execution: models.ActionExecution, info: Info) -> documents.Document:
    return related_object(execution, "document_id", visible_documents(info.context.actor))


class ActionExecution(graphene.ObjectType):
    """One run of an action on one revision of a document."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.ActionExecution,)

    uuid = graphene.UUID(required=True, resolver=lambda execution, _: execution.pk)
    action = graphene.Field(CorpusAction, required=True, resolver=_action)
    document = graphene.Field(Document, required=True, resolver=_document)
    state = graphene.Field(ExecutionState, required=True)
    message = graphene.String(required=True)
    created = graphene.DateTime(required=True)
    finished = graphene.DateTime()
    job = graphene.Field(Job, resolver=own_job, description="yours only")

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.ActionExecution:
        """Find an execution in sight."""
        found = visible_executions(info.context.actor).filter(pk=parse_uuid(key)).first()
        if found is None:
            raise NotFound
        return found


ActionExecutionConnection = connection_of(ActionExecution)
