"""Threads of comments in GraphQL."""

from typing import Any
from uuid import UUID

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch, related_object, visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.ordering import Order
from corpuses import models as corpora
from corpuses.actions.models import ActionExecution
from corpuses.annotations import models as annotations
from corpuses.annotations.api.graphql.annotations import Annotation
from corpuses.comments import models, services
from corpuses.comments.api.rest import (
    COMMENT_ORDER,
    AgentRunSerializer,
    CommentSerializer,
    CommentsView,
    CommentView,
    ThreadQuery,
    ThreadSerializer,
    ThreadsView,
    ThreadView,
)
from corpuses.comments.api.selectors import list_threads, load_agent_runs, mentionable_users
from corpuses.conversations.api.graphql.sentences import Sentence
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import visible_corpora
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from users import models as users
from users.api.graphql.users import User


def _author(comment: models.Comment, info: Info) -> users.User | None:
    if comment.author_id is None or comment.deleted_at is not None:
        return None
    return comment.author


def _mentions(comment: models.Comment, _: Info) -> list[users.User]:
    return load_for_batch(comment, "mentions", _load_mentions, [])


def _sentences(comment: models.Comment, _: Info) -> list[dict[str, Any]]:
    return [] if comment.deleted_at else comment.sentences


def _load_mentions(rows: list[models.Comment]) -> dict[UUID, list[users.User]]:
    found: dict[UUID, list[users.User]] = {}
    links = models.Comment.mentions.through.objects.filter(  # type: ignore[attr-defined]  # the table of the relation
        comment__in=[row.pk for row in rows if row.deleted_at is None]
    )
    for link in links.select_related("user").order_by("user__username"):
        found.setdefault(link.comment_id, []).append(link.user)
    return found


class Comment(ResourceType):
    """A comment in Markdown. A deleted one has no text and no author; it is listed if other comments follow."""

    class Meta:
        resource = CommentSerializer
        model = models.Comment
        exclude = ("thread", "author", "mentions", "sentences")
        views = (CommentsView, CommentView)

    author = graphene.Field(User, resolver=_author)
    mentions = graphene.List(
        graphene.NonNull(User),
        required=True,
        resolver=_mentions,
        description="the users who are mentioned and may read it",
    )
    sentences = graphene.List(
        graphene.NonNull(Sentence),
        required=True,
        resolver=_sentences,
        description="Those of an agent, with what they cite.",
    )


CommentConnection = connection_of(Comment)


def _comments(thread: models.Thread, _: Info, *, window: Window) -> Slice[models.Comment]:
    children = Children(services.shown_comments(), "thread_id", COMMENT_ORDER)
    return related_page(thread, "comments", children, window)


def _corpus(thread: models.Thread, info: Info) -> corpora.Corpus:
    return related_object(thread, "corpus_id", lambda: visible_corpora(info.context.actor))


def _document(thread: models.Thread, info: Info) -> documents.Document | None:
    return visible_related_object(thread, "document_id", lambda: visible_documents(info.context.actor))


def _annotation(thread: models.Thread, _: Info) -> annotations.Annotation | None:
    return visible_related_object(
        thread, "annotation_id", lambda: annotations.Annotation.objects.select_related("label")
    )


def _resolved_by(thread: models.Thread, info: Info) -> users.User | None:
    return visible_related_object(thread, "resolved_by_id", users.User.objects.all, known=[info.context.actor])


class AgentRun(ResourceType):
    """An agent that is to answer a comment, or that could not."""

    class Meta:
        resource = AgentRunSerializer

    uuid = graphene.UUID(required=True, resolver=lambda execution, _: execution.pk)


def _agent_runs(thread: models.Thread, info: Info) -> list[ActionExecution]:
    actor = info.context.actor
    return load_for_batch(thread, "agent_runs", lambda rows: load_agent_runs(rows, actor), [])


class Thread(ResourceType):
    """A discussion of a corpus, of a document in it, or of an annotation on that."""

    class Meta:
        resource = ThreadSerializer
        model = models.Thread
        exclude = ("corpus", "document", "annotation", "resolved_by", "agent_runs")
        views = (ThreadsView, ThreadView)

    corpus = graphene.Field(Corpus, required=True, resolver=_corpus)
    document = graphene.Field(Document, resolver=_document)
    annotation = graphene.Field(Annotation, resolver=_annotation)
    resolved_by = graphene.Field(User, resolver=_resolved_by)
    comments = connection_field(CommentConnection, _comments, description="the oldest first")
    agent_runs = graphene.List(
        graphene.NonNull(AgentRun),
        required=True,
        resolver=_agent_runs,
        description="The agents that are to answer a comment, and those that could not; the oldest first.",
    )


ThreadConnection = connection_of(Thread)


def _threads(corpus: corpora.Corpus, info: Info, *, window: Window, order: Order, **filters: Any) -> Slice[Any]:
    children = Children(list_threads(info.context.actor, None, **filters), "corpus_id", order)
    return related_page(corpus, ("threads", *sorted(filters.items()), order), children, window)


def _mentionable_users(
    corpus: corpora.Corpus, info: Info, *, search: str, document_id: str | None = None
) -> list[users.User]:
    document = parse_key(document_id, "Document") if document_id else None
    return mentionable_users(info.context.actor, corpus, search=search, document=document)


extend(
    Corpus,
    "threads",
    connection_field(
        ThreadConnection, _threads, query=ThreadQuery, description="Empty for those who are not members of the corpus."
    ),
)
extend(
    Corpus,
    "mentionable_users",
    graphene.Field(
        graphene.List(graphene.NonNull(User)),
        required=True,
        resolver=_mentionable_users,
        search=graphene.String(required=True),
        document_id=graphene.ID(description="that of the comment"),
        description="At most 20, whose user name or a name begins with `search`; none for those who may not comment.",
    ),
)
