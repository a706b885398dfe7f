"""Corpora in GraphQL, and the fields that they add to documents and users."""

from typing import Annotated, Any
from uuid import UUID

import graphene
from graphql_relay import to_global_id

from core.access.permissions import require
from core.access.roles import Permission
from core.api.graphql.connections import (
    Children,
    Slice,
    connection_field,
    connection_of,
    page,
    related_list,
    related_page,
)
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.mutations import ID, Payload, Permanently, mutation
from core.api.graphql.resource_types import ResourceType
from core.api.ordering import Order
from core.errors import NotAllowed, NotFound
from corpuses import models
from corpuses.actions.models import ActionExecution as ExecutionRow
from corpuses.actions.models import CorpusAction as ActionRow
from corpuses.annotations.models import Label as LabelRow
from corpuses.api.access import visible_rows
from corpuses.api.fields import split_arguments, visible_field, with_fields
from corpuses.api.graphql.actions import ActionExecutionConnection, CorpusAction
from corpuses.api.graphql.descriptions import DescriptionRevisionConnection, descriptions_of
from corpuses.api.graphql.edit_groups import Group
from corpuses.api.graphql.labels import Label
from corpuses.api.rest.actions import ExecutionQuery
from corpuses.api.rest.corpora import OLDEST_FIRST, OWNERS_HELP, PERSONAL_FIRST, CorpusQuery, CorpusSerializer
from corpuses.api.rest.documents import CorpusDocumentQuery, DocumentQuery
from corpuses.api.rest.labels import LABEL_ORDER
from corpuses.api.selectors import (
    get_corpus_by_id,
    get_documents_by_id,
    get_visible_corpus,
    list_corpora,
    list_documents,
    visible_corpora,
    with_document_label,
    with_label,
)
from corpuses.sample import TITLE, create_sample
from corpuses.services import corpora
from corpuses.services.memberships import memberships_in
from documents.api.graphql.documents import Document, DocumentConnection
from documents.api.selectors import filter_documents, visible_newest_versions
from documents.models import Document as DocumentRow
from users.api.graphql.shares import add_sharing
from users.api.graphql.users import User
from users.models import User as UserRow


def _documents_of_corpus(
    corpus: models.Corpus,
    info: Info,
    *,
    window: Window,
    order: Order,
    folder: UUID | None = None,
    subfolders: bool = True,
    label: UUID | None = None,
    document_label: UUID | None = None,
    **filters: Any,
) -> Slice[DocumentRow]:
    actor = info.context.actor
    key = ("documents", *sorted(filters.items()), folder, subfolders, label, document_label, order)
    fields = split_arguments(filters)
    rows = with_label(filter_documents(visible_newest_versions(actor), **filters), actor, label)
    rows = with_fields(with_document_label(rows, actor, document_label), fields, visible_field(actor))
    if folder is not None:
        rows = rows.filter(memberships__in=memberships_in(corpus, _folder_of(corpus, folder), subfolders=subfolders))
    elif not subfolders:
        rows = rows.filter(memberships__in=models.CorpusDocument.objects.filter(folder=None))
    return related_page(corpus, key, Children(rows, "memberships__corpus_id", order), window)


def _folder_of(corpus: models.Corpus, key: UUID) -> models.Folder:
    """Return a folder of this corpus, loaded once for all corpora of a list; raise `NotFound` for other corpora."""
    rows = models.Folder.objects.filter(pk=key)
    folder = load_for_batch(corpus, ("folder", key), lambda _: {each.corpus_id: each for each in rows}, None)
    if folder is None:
        raise NotFound(field="folderId")
    return folder


def _labels(corpus: models.Corpus, _: Info, *, archived: bool | None = None) -> list[LabelRow]:
    rows = LabelRow.objects.all() if archived is None else LabelRow.objects.filter(archived__isnull=not archived)
    return related_list(corpus, ("labels", archived), Children(rows, "corpus_id", LABEL_ORDER))


def _actions(corpus: models.Corpus, info: Info) -> list[ActionRow]:
    rows = visible_rows(ActionRow, info.context.actor)
    return related_list(corpus, "actions", Children(rows, "corpus_id", OLDEST_FIRST))


def _executions(
    corpus: models.Corpus, info: Info, *, window: Window, order: Order, **filters: Any
) -> Slice[ExecutionRow]:
    rows = visible_rows(ExecutionRow, info.context.actor).filter(**filters)
    children = Children(rows, "action__corpus_id", order)
    return related_page(corpus, ("executions", *sorted(filters.items()), order), children, window)


class Corpus(ResourceType):
    """A set of documents that users work on together."""

    class Meta:
        resource = CorpusSerializer
        model = models.Corpus
        exclude = ("is_public", "owner")

    documents = connection_field(
        DocumentConnection,
        _documents_of_corpus,
        query=CorpusDocumentQuery,
    )
    labels = graphene.List(
        graphene.NonNull(Label),
        required=True,
        resolver=_labels,
        archived=graphene.Boolean(description="Only archived labels, or only the others."),
    )
    actions = graphene.List(graphene.NonNull(CorpusAction), required=True, resolver=_actions)
    executions = connection_field(
        ActionExecutionConnection,
        _executions,
        query=ExecutionQuery,
    )
    descriptions = connection_field(
        DescriptionRevisionConnection,
        descriptions_of,
        description="The descriptions that it has had, the present one first; for members only.",
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Corpus:
        return get_visible_corpus(info.context.actor, parse_uuid(key))


add_sharing(Corpus)
CorpusConnection = connection_of(Corpus)


def corpora_of_document(document: DocumentRow, info: Info) -> list[models.Corpus]:
    """Return the visible corpora that contain a document, or the newest version of it, personal ones first."""
    corpora = visible_corpora(info.context.actor)
    children = Children(corpora, "memberships__document_id", PERSONAL_FIRST, column="newest_id")
    return related_list(document, "corpuses", children)


def _personal_corpus(user: UserRow, info: Info) -> models.Corpus:
    if user != info.context.user:
        raise NotAllowed
    return require(info.context.user, Permission.VIEW, corpora.personal_corpus(user))


extend(
    Document,
    "corpuses",
    graphene.Field(
        graphene.List(graphene.NonNull(Corpus)),
        required=True,
        resolver=corpora_of_document,
        description="The visible corpora that contain it, or its newest version.",
    ),
)
extend(User, "personal_corpus", graphene.Field(Corpus, required=True, resolver=_personal_corpus))


def _documents(_root: object, info: Info, *, window: Window, order: Order, **filters: Any) -> Slice[DocumentRow]:
    return page(list_documents(info.context.actor, **filters), order, window)


def _corpuses(_root: object, info: Info, *, window: Window, order: Order, **filters: Any) -> Slice[models.Corpus]:
    return page(list_corpora(info.context.actor, **filters), order, window)


def _corpus(_root: object, info: Info, *, id: str) -> models.Corpus:
    return get_corpus_by_id(info.context.actor, id)


class CorpusQueries(graphene.ObjectType):
    """Fields of the root."""

    documents = connection_field(
        DocumentConnection,
        _documents,
        query=DocumentQuery,
        description="Your own and shared documents; of a corpus, a label or a parent, all that are visible.",
    )
    corpuses = connection_field(
        CorpusConnection, _corpuses, query=CorpusQuery, description="Your own and shared corpora."
    )
    corpus = graphene.Field(Corpus, resolver=_corpus, id=graphene.ID(required=True))


@mutation(corpus=Corpus)
def create_corpus(info: Info, *, title: str, description: str = "") -> Payload:
    """Create a corpus."""
    return {"corpus": corpora.create_corpus(owner=info.context.user, title=title, description=description)}


@mutation(corpus=Corpus)
def create_sample_corpus(info: Info, *, title: str = TITLE) -> Payload:
    """Create a corpus with sample documents, which its actions label and extract; or return the one that you have."""
    return {"corpus": create_sample(info.context.user, title)}


@mutation(corpus=Corpus)
def update_corpus(
    info: Info,
    *,
    id: ID,
    title: str | None = None,
    description: str | None = None,
    allows_language_models: Annotated[bool | None, OWNERS_HELP] = None,
    answer_tool_calls: Annotated[int | None, OWNERS_HELP] = None,
    answer_tokens: Annotated[int | None, OWNERS_HELP] = None,
    answer_seconds: Annotated[float | None, OWNERS_HELP] = None,
    answer_cost: Annotated[float | None, OWNERS_HELP] = None,
    retention_days: Annotated[int | None, OWNERS_HELP] = None,
    audit_days: Annotated[int | None, OWNERS_HELP] = None,
    version: str | None = None,
    group: Group = None,
) -> Payload:
    """Change a corpus; absent fields stay as they are. With `version`, changes by others are not overwritten."""
    actor = info.context.user
    changed = corpora.update_corpus(
        get_corpus_by_id(actor, id),
        actor=actor,
        title=title,
        description=description,
        allows_language_models=allows_language_models,
        answer_tool_calls=answer_tool_calls,
        answer_tokens=answer_tokens,
        answer_seconds=answer_seconds,
        answer_cost=answer_cost,
        retention_days=retention_days,
        audit_days=audit_days,
        expected=version,
        group=group,
    )
    return {"corpus": changed}


@mutation(deleted_id=graphene.ID())
def delete_corpus(info: Info, *, id: ID, permanently: Permanently = False) -> Payload:
    """Delete a corpus with its annotations, labels and actions; its documents are kept."""
    corpus = get_corpus_by_id(info.context.user, id)
    key = str(corpus.pk)
    corpora.delete_corpus(corpus, actor=info.context.user, permanently=permanently)
    return {"deleted_id": to_global_id("Corpus", key)}


@mutation(
    corpus=Corpus,
    added=graphene.Int(required=True),
    added_ids=graphene.List(graphene.NonNull(graphene.ID), required=True, description="Those that were not in it."),
    on_error={"added": 0, "added_ids": []},
)
def add_documents_to_corpus(info: Info, *, corpus_id: ID, document_ids: list[ID], group: Group = None) -> Payload:
    """Add documents to a corpus; those that are in it already stay as they are."""
    actor = info.context.user
    corpus = get_corpus_by_id(actor, corpus_id)
    added = corpora.add_documents(corpus, get_documents_by_id(actor, document_ids), actor=actor, group=group)
    ids = [to_global_id("Document", str(document.pk)) for document in added]
    return {"corpus": corpus, "added": len(ids), "added_ids": ids}


@mutation(corpus=Corpus, removed=graphene.Int(required=True), on_error={"removed": 0})
def remove_documents_from_corpus(info: Info, *, corpus_id: ID, document_ids: list[ID], group: Group = None) -> Payload:
    """Remove documents from a corpus; they are not deleted."""
    actor = info.context.user
    corpus = get_corpus_by_id(actor, corpus_id)
    documents = get_documents_by_id(actor, document_ids)
    removed = corpora.remove_documents(corpus, documents, actor=actor, group=group)
    return {"corpus": corpus, "removed": removed}
