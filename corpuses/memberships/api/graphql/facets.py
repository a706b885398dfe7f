"""Facets of lists of documents in GraphQL: of all documents, or of those of a corpus."""

from typing import Any

import graphene

from core.api.graphql.context import Info
from core.api.graphql.list_arguments import arguments_of, read_arguments
from core.api.graphql.root import RootQueries
from corpuses.memberships.api.facets import facets_of_list
from corpuses.memberships.api.rest.facets import DocumentFacetQuery
from corpuses.search.api.graphql.search import Facet
from corpuses.search.facets import Facet as FoundFacet


def _facets(_root: object, info: Info, **given: Any) -> list[FoundFacet]:
    actor = info.context.actor
    return facets_of_list(actor, **read_arguments(DocumentFacetQuery, given, actor))


class DocumentFacetQueries(RootQueries):
    """Fields of the root."""

    document_facets = graphene.List(
        graphene.NonNull(Facet),
        required=True,
        resolver=_facets,
        args=arguments_of(DocumentFacetQuery),
        description="Numbers of the documents that `documents` has with these filters, by type, state, language and "
        "owner. Each facet counts those that match all filters but its own.",
    )
