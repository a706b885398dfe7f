"""Corpora in GraphQL, and what they add to documents and people."""

from typing import Any

import graphene
from graphene import relay

from core.api.graphql.connections import (
    Children,
    Slice,
    connection_field,
    connection_of,
    counts_of,
    related_list,
    related_page,
)
from core.api.graphql.context import Context, Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Order, Window
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.ordering import Ordering
from core.errors import NotAllowed, NotFound
from corpuses import models
from corpuses.actions.models import ActionExecution as ExecutionRow
from corpuses.actions.models import CorpusAction as ActionRow
from corpuses.annotations.models import Label as LabelRow
from corpuses.api.actions import ActionExecutionConnection, CorpusAction, ExecutionState
from corpuses.api.labels import Label
from corpuses.api.selectors import get_visible_corpus, visible_corpora, visible_executions
from corpuses.services.corpora import personal_corpus, version_of
from corpuses.services.places import places_in
from documents.api.inside import found_inside_argument
from documents.api.selectors import filter_documents, visible_documents
from documents.api.types import DOCUMENT_ORDER, NEWEST_FIRST, Document, DocumentConnection, DocumentState
from documents.models import Document as DocumentRow
from users.api.sharing_types import add_sharing
from users.api.types import User
from users.models import User as UserRow

PERSONAL_FIRST = Order(("-is_personal", "-id"))
AS_MADE = Order(("id",))
CORPUS_ORDER = Ordering(
    "CorpusOrder", personal=PERSONAL_FIRST, newest=NEWEST_FIRST, oldest=AS_MADE, title=Order(("title", "id"))
)
EXECUTION_ORDER = Ordering("ExecutionOrder", newest=NEWEST_FIRST, oldest=AS_MADE)
_IN_CORPUS = "memberships__corpus_id"


def _documents(
    corpus: models.Corpus,
    info: Info,
    *,
    window: Window,
    folder_id: str | None = None,
    order_by: Any = None,
    **narrowing: Any,
) -> Slice[DocumentRow]:
    rows = filter_documents(visible_documents(info.context.actor), **narrowing)
    if folder_id is not None:
        rows = rows.filter(memberships__in=places_in(corpus, _folder_of(corpus, folder_id)))
    order = DOCUMENT_ORDER.resolve(order_by)
    key = ("documents", *sorted(narrowing.items()), folder_id, order)
    return related_page(corpus, key, Children(rows, _IN_CORPUS, order), window)


def _folder_of(corpus: models.Corpus, value: str) -> models.Folder:
    """The folder of this corpus, looked up once for all corpora of a list; `NotFound` where it is another one's."""
    wanted = models.Folder.objects.filter(pk=parse_key(value, "Folder"))
    folder = load_for_batch(corpus, ("folder", value), lambda _: {each.corpus_id: each for each in wanted}, None)
    if folder is None:
        raise NotFound(field="folderId")
    return folder


def _document_count(corpus: models.Corpus, info: Info) -> int:
    children = Children(DocumentRow.objects.visible_to(info.context.actor), _IN_CORPUS, NEWEST_FIRST)
    return load_for_batch(corpus, "document_count", lambda rows: counts_of(rows, children), 0)


def _labels(corpus: models.Corpus, _: Info) -> list[LabelRow]:
    return related_list(corpus, "labels", Children(LabelRow.objects.all(), "corpus_id", AS_MADE))


def _actions(corpus: models.Corpus, _: Info) -> list[ActionRow]:
    return related_list(corpus, "actions", Children(ActionRow.objects.all(), "corpus_id", AS_MADE))


def _executions(
    corpus: models.Corpus,
    info: Info,
    *,
    window: Window,
    document_id: str | None = None,
    action_id: str | None = None,
    state: Any = None,
    order_by: Any = None,
) -> Slice[ExecutionRow]:
    rows = visible_executions(info.context.actor)
    if document_id is not None:
        rows = rows.filter(document=parse_key(document_id, "Document"))
    if action_id is not None:
        rows = rows.filter(action=parse_key(action_id, "CorpusAction"))
    if state is not None:
        rows = rows.filter(state=state.value)
    order = EXECUTION_ORDER.resolve(order_by)
    children = Children(rows, "action__corpus_id", order)
    return related_page(corpus, ("executions", document_id, action_id, state, order), children, window)


class Corpus(graphene.ObjectType):
    """A set of documents that people work on together."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.Corpus,)

    uuid = graphene.UUID(required=True, resolver=lambda corpus, _: corpus.pk)
    title = graphene.String(required=True)
    description = graphene.String(required=True)
    is_personal = graphene.Boolean(required=True, description="the one that everyone has")
    version = graphene.String(
        required=True, resolver=lambda corpus, _: version_of(corpus), description="of what can be edited"
    )
    created = graphene.DateTime(required=True)
    document_count = graphene.Int(required=True, resolver=_document_count)
    documents = connection_field(
        DocumentConnection,
        _documents,
        search=graphene.String(),
        state=graphene.Argument(DocumentState),
        folder_id=graphene.ID(description="only what stands in this folder, or in one below it"),
        found_inside=found_inside_argument(),
        order_by=DOCUMENT_ORDER.argument(),
    )
    labels = graphene.List(graphene.NonNull(Label), required=True, resolver=_labels)
    actions = graphene.List(graphene.NonNull(CorpusAction), required=True, resolver=_actions)
    executions = connection_field(
        ActionExecutionConnection,
        _executions,
        document_id=graphene.ID(),
        action_id=graphene.ID(),
        state=graphene.Argument(ExecutionState),
        order_by=EXECUTION_ORDER.argument(),
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Corpus:
        """Find a corpus in sight."""
        return get_visible_corpus(info.context.actor, parse_uuid(key))


add_sharing(Corpus)
CorpusConnection = connection_of(Corpus)


def visible_corpora_of(document: DocumentRow, info: Info) -> list[models.Corpus]:
    """Return the visible corpora that contain a document, loaded for its batch."""
    children = Children(visible_corpora(info.context.actor), "memberships__document_id", PERSONAL_FIRST)
    return related_list(document, "corpuses", children)


def _personal_corpus(user: UserRow, info: Info) -> models.Corpus:
    if user != info.context.user:
        raise NotAllowed
    return own_corpus(info.context)


def own_corpus(context: Context) -> models.Corpus:
    """Return the personal corpus of the signed-in user, loaded once per request."""
    (corpus,) = load_for_batch(context.user, "personal_corpus", _personal_corpora, [])
    return corpus


def _personal_corpora(users: list[UserRow]) -> dict[Any, list[models.Corpus]]:
    return {user.pk: [personal_corpus(user)] for user in users}


extend(
    Document,
    "corpuses",
    graphene.Field(
        graphene.List(graphene.NonNull(Corpus)),
        required=True,
        resolver=visible_corpora_of,
        description="those of its corpora that you see",
    ),
)
extend(User, "personal_corpus", graphene.Field(Corpus, required=True, resolver=_personal_corpus))
