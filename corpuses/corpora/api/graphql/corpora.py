"""Corpora in GraphQL, and the fields that they add to documents and users."""

import graphene

from core.access import Permission, require
from core.api.graphql.connections import (
    Children,
    Slice,
    connection_field,
    connection_of,
    related_list,
    related_page,
)
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import related_object
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.view_queries import list_of
from core.api.rest.pagination import NEWEST_FIRST
from core.errors import NotAllowed
from corpuses import models
from corpuses.corpora import services as corpora
from corpuses.corpora.api.rest.corpora import (
    PERSONAL_FIRST,
    CorporaView,
    CorpusSerializer,
    CorpusView,
    DescriptionRevisionSerializer,
)
from corpuses.corpora.api.selectors import get_corpus_by_id, visible_corpora
from corpuses.visible_rows import visible_rows
from documents.api.graphql.documents import Document
from documents.models import Document as DocumentRow
from users.api.graphql.shares import add_sharing
from users.api.graphql.users import User
from users.models import User as UserRow


def _author(revision: models.DescriptionRevision, _: Info) -> UserRow | None:
    return related_object(revision, "author_id", UserRow.objects.all) if revision.author_id else None


class DescriptionRevision(ResourceType):
    """A description of a corpus as it was saved."""

    class Meta:
        resource = DescriptionRevisionSerializer
        exclude = ("author",)

    id = graphene.ID(required=True, resolver=lambda revision, _: str(revision.pk))
    author = graphene.Field(User, resolver=_author)


DescriptionRevisionConnection = connection_of(DescriptionRevision)


def descriptions_of(corpus: models.Corpus, info: Info, *, window: Window) -> Slice[models.DescriptionRevision]:
    """Return a page of the descriptions that a corpus has had, the newest first; none for those who are not members."""
    rows = visible_rows(models.DescriptionRevision, info.context.actor)
    return related_page(corpus, "descriptions", Children(rows, "corpus_id", NEWEST_FIRST), window)


class Corpus(ResourceType):
    """A set of documents that users work on together."""

    class Meta:
        resource = CorpusSerializer
        model = models.Corpus
        exclude = ("is_public", "owner")
        views = (CorporaView, CorpusView)

    descriptions = connection_field(
        DescriptionRevisionConnection,
        descriptions_of,
        description="The descriptions that it has had, the present one first; for members only.",
    )


add_sharing(Corpus)


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


def _corpus(_root: object, info: Info, *, id: str) -> models.Corpus:
    return get_corpus_by_id(info.context.actor, id)


class CorpusQueries(RootQueries):
    """Fields of the root."""

    corpuses = list_of(Corpus, CorporaView)
    corpus = graphene.Field(Corpus, resolver=_corpus, id=graphene.ID(required=True))
