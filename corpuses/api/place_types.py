"""Where documents lie, in GraphQL: in which corpora, in which folders of them, and whether they are lent to them."""

from typing import Any

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import visible_related_object
from core.api.graphql.mutations import Mutation
from corpuses import models
from corpuses.api.folder_types import Folder
from corpuses.api.selectors import get_visible_membership, visible_corpora, visible_memberships
from corpuses.api.types import AS_MADE, Corpus
from corpuses.services.memberships import remove_own_document
from documents.api.types import Document
from documents.models import Document as DocumentRow


def _corpus(place: models.CorpusDocument, info: Info) -> models.Corpus | None:
    return visible_related_object(place, "corpus_id", visible_corpora(info.context.actor))


def _folder(place: models.CorpusDocument, info: Info) -> models.Folder | None:
    if _corpus(place, info) is None:
        return None
    return visible_related_object(place, "folder_id", models.Folder.objects.all())


def _is_lent(place: Any, _: Info) -> bool:
    return bool(place.is_inherited)


class DocumentPlace(graphene.ObjectType):
    """A document's place in a corpus."""

    id = graphene.ID(required=True, resolver=lambda place, _: str(place.pk))
    corpus = graphene.Field(
        Corpus, resolver=_corpus, description="absent where you have lent it to one that you do not see any more"
    )
    folder = graphene.Field(Folder, resolver=_folder, description="absent where it stands in none")
    is_lent = graphene.Boolean(
        required=True, resolver=_is_lent, description="its owner put it there: whoever sees the corpus sees it"
    )


DocumentPlaceConnection = connection_of(DocumentPlace)


def _places(document: DocumentRow, info: Info, *, window: Window) -> Slice[models.CorpusDocument]:
    return related_page(
        document, "places", Children(visible_memberships(info.context.actor), "document_id", AS_MADE), window
    )


extend(
    Document,
    "places",
    connection_field(
        DocumentPlaceConnection,
        _places,
        description="where it lies, as far as you see; of yours wherever it is lent to",
    ),
)


class TakeDocumentBackInput(graphene.InputObjectType):
    """Which place of your document."""

    place_id = graphene.ID(required=True)


class TakeDocumentBack(Mutation):
    """Take a document of yours out of a corpus, also out of one that you do not see any more."""

    class Meta:
        input_type = TakeDocumentBackInput

    document = graphene.Field(Document)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        place = get_visible_membership(person, parse_uuid(values["place_id"]))
        remove_own_document(place, actor=person)
        return {"document": place.document}


class PlaceMutations(graphene.ObjectType):
    """Fields of the root."""

    take_document_back = TakeDocumentBack.field()
