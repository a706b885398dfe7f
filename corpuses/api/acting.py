"""What can be done with the actions of a corpus."""

from typing import Any

import graphene
from graphql_relay import to_global_id

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import Mutation
from core.errors import Invalid
from corpuses.actions import editing
from corpuses.api.actions import ActionKind, CorpusAction
from corpuses.api.selectors import get_corpus_by_id, get_visible_action


class ActionQuestionInput(graphene.InputObjectType):
    """A field to extract, and what is asked of every document."""

    name = graphene.String(required=True)
    question = graphene.String(required=True)


class CreateActionInput(graphene.InputObjectType):
    """A new action: ANALYZE needs an analyzer, AGENT instructions, EXTRACT questions."""

    corpus_id = graphene.ID(required=True)
    kind = graphene.InputField(ActionKind, required=True)
    name = graphene.String()
    analyzer = graphene.String()
    instructions = graphene.String()
    questions = graphene.List(graphene.NonNull(ActionQuestionInput))
    enabled = graphene.Boolean()


class CreateAction(Mutation):
    """Add an action to a corpus; it runs on what is added or processed from now on."""

    class Meta:
        input_type = CreateActionInput

    action = graphene.Field(CorpusAction)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        corpus = get_corpus_by_id(info.context.user, values.pop("corpus_id"))
        kind, questions = values.pop("kind").value, values.pop("questions", ())[: editing.MANY_FIELDS + 1]
        fields = [editing.Question(each["name"], each["question"]) for each in questions]
        draft = editing.ActionDraft(kind=kind, fields=fields, **values)
        return {"action": editing.create_action(draft, corpus=corpus, actor=info.context.user)}


class UpdateActionInput(graphene.InputObjectType):
    """What changes of an action."""

    id = graphene.ID(required=True)
    name = graphene.String()
    instructions = graphene.String()
    enabled = graphene.Boolean()
    version = graphene.String()


class UpdateAction(Mutation):
    """Rename an action, enable or disable it."""

    class Meta:
        input_type = UpdateActionInput

    action = graphene.Field(CorpusAction)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        action, expected = _action(info, values.pop("id")), values.pop("version", None)
        return {"action": editing.update_action(action, actor=person, expected=expected, **values)}


class DeleteActionInput(graphene.InputObjectType):
    """Which action."""

    id = graphene.ID(required=True)


class DeleteAction(Mutation):
    """Take an action out of its corpus; what it has found stays."""

    class Meta:
        input_type = DeleteActionInput

    deleted_id = graphene.ID()

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        action = _action(info, values["id"])
        key = str(action.pk)
        editing.delete_action(action, actor=info.context.user)
        return {"deleted_id": to_global_id("CorpusAction", key)}


class RunActionInput(graphene.InputObjectType):
    """Which action, and on which documents: all of the corpus when none are named, 1,000 at once."""

    id = graphene.ID(required=True)
    document_ids = graphene.List(graphene.NonNull(graphene.ID))


class RunAction(Mutation):
    """Let an action run on documents that it has not succeeded on."""

    class Meta:
        input_type = RunActionInput

    action = graphene.Field(CorpusAction)
    started = graphene.Int(required=True, description="on how many documents it begins")
    refused = {"started": 0}

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        action, ids = _action(info, values["id"]), values.get("document_ids")
        if ids is not None and len(ids) > editing.AT_ONCE:
            raise Invalid(f"At most {editing.AT_ONCE} documents at once.", field="documentIds")
        documents = None if ids is None else [parse_key(each, "Document") for each in ids]
        return {"action": action, "started": editing.run_action(action, actor=info.context.user, documents=documents)}


def _action(info: Info, value: str) -> Any:
    return get_visible_action(info.context.user, parse_key(value, "CorpusAction"))


class ActionMutations(graphene.ObjectType):
    """Fields of the root."""

    create_action = CreateAction.field()
    update_action = UpdateAction.field()
    delete_action = DeleteAction.field()
    run_action = RunAction.field()
