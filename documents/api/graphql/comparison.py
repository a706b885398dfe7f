"""The comparison of two revisions of a document in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from documents.api.rest import comparison as rest


def _list_of(kind: type[graphene.ObjectType]) -> graphene.Field:
    return graphene.Field(graphene.List(graphene.NonNull(kind)), required=True)


class Revision(ResourceType):
    """A version of the text of a document: the result of one parse."""

    class Meta:
        resource = rest.RevisionSerializer


class ComparedRun(ResourceType):
    """Words of a paragraph."""

    class Meta:
        resource = rest.ComparedRunSerializer


class ComparedParagraph(ResourceType):
    """A paragraph of one version, in runs of words."""

    class Meta:
        resource = rest.ComparedSideSerializer

    runs = _list_of(ComparedRun)


class ComparedRow(ResourceType):
    """A paragraph of both versions side by side; one of them is null if it was added or removed."""

    class Meta:
        resource = rest.ComparedRowSerializer

    old = graphene.Field(ComparedParagraph)
    new = graphene.Field(ComparedParagraph)


class Comparison(ResourceType):
    """Two versions of the text of a document, side by side."""

    class Meta:
        resource = rest.ComparisonSerializer

    revisions = _list_of(Revision)
    rows = _list_of(ComparedRow)


class ComparisonQueries(RootQueries):
    """Fields of the root."""

    compare_revisions = graphene.Field(
        Comparison,
        required=True,
        document_id=graphene.ID(required=True),
        old=graphene.Int(),
        new=graphene.Int(),
        old_document_id=graphene.ID(description="another version, or another document, which is compared with it"),
        old_start=graphene.Int(description="the part of the other document that is compared; by default all of it"),
        old_end=graphene.Int(),
        new_start=graphene.Int(),
        new_end=graphene.Int(),
        description="Two versions of the text of a document; by default the newest one and the one before it.",
    )

    @staticmethod
    def resolve_compare_revisions(
        _root: object,
        info: Info,
        document_id: str,
        old: int | None = None,
        new: int | None = None,
        old_document_id: str | None = None,
        **parts: int | None,
    ) -> rest.ComparedRevisions:
        other = parse_key(old_document_id, "Document") if old_document_id else None
        document = parse_key(document_id, "Document")
        given = {name: place for name, place in parts.items() if place is not None}
        request = info.context.request
        return rest.compare_revisions(
            info.context.actor, document, old=old, new=new, old_document=other, request=request, **given
        )
