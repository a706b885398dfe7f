"""Memberships of documents in corpora in GraphQL."""

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import visible_related_object
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType
from core.api.rest.pagination import OLDEST_FIRST
from corpuses import models
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.graphql.folders import Folder
from corpuses.corpora.api.selectors import visible_corpora
from corpuses.memberships.api.rest.memberships import CorpusDocumentsView, DocumentMovesView, MembershipSerializer
from corpuses.memberships.api.selectors import get_visible_membership, visible_memberships
from corpuses.memberships.services import remove_own_document
from documents.api.graphql.documents import Document
from documents.api.selectors import get_visible_document
from documents.models import Document as DocumentRow


def _corpus(membership: models.CorpusDocument, info: Info) -> models.Corpus | None:
    return visible_related_object(membership, "corpus_id", lambda: visible_corpora(info.context.actor))


def _folder(membership: models.CorpusDocument, info: Info) -> models.Folder | None:
    if _corpus(membership, info) is None:
        return None
    return visible_related_object(membership, "folder_id", models.Folder.objects.all)


class Membership(ResourceType):
    """A document in a corpus."""

    class Meta:
        resource = MembershipSerializer
        exclude = ("corpus", "corpus_title", "folder", "folder_path")
        views = (CorpusDocumentsView, DocumentMovesView)

    id = graphene.ID(required=True, resolver=lambda membership, _: str(membership.pk))
    corpus = graphene.Field(
        Corpus, resolver=_corpus, description="Null if your document is in a corpus that is not visible to you."
    )
    folder = graphene.Field(Folder, resolver=_folder, description="Null at the top of the corpus.")


MembershipConnection = connection_of(Membership)


def _memberships(document: DocumentRow, info: Info, *, window: Window) -> Slice[models.CorpusDocument]:
    children = Children(visible_memberships(info.context.actor), "document_id", OLDEST_FIRST)
    return related_page(document, "memberships", children, window)


extend(
    Document,
    "memberships",
    connection_field(
        MembershipConnection,
        _memberships,
        description="Visible corpora; for your own documents all corpora that give other users access to them.",
    ),
)


@mutation(document=Document)
def remove_document_from_corpora(info: Info, *, document_id: ID, membership_ids: list[ID]) -> Payload:
    """Remove your document from corpora, also from those that are not visible to you."""
    actor = info.context.user
    document = get_visible_document(actor, parse_key(document_id, "Document"))
    memberships = [get_visible_membership(actor, parse_uuid(each), document=document) for each in membership_ids]
    for membership in memberships:
        remove_own_document(membership, actor=actor)
    return {"document": document}
