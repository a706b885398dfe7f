"""Facets of lists of documents in REST: of all documents, or of those of a corpus."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import StrictSerializer
from core.api.rest.validation import validate_query
from corpuses.memberships.api.facets import facets_of_list
from corpuses.memberships.api.rest.documents import DocumentQuery
from corpuses.search.api.rest.search import FacetSerializer


class DocumentFacetQuery(DocumentQuery):
    """The filters of the list of documents."""

    order_by = None  # type: ignore[assignment]  # counts have no order
    sort_field = None  # type: ignore[assignment]  # as above
    descending = None  # type: ignore[assignment]  # as above


class DocumentFacetsSerializer(StrictSerializer):
    """The facets of a list of documents."""

    facets = FacetSerializer(many=True)
    example = {"facets": [FacetSerializer.example]}


class DocumentFacetsView(APIView):
    """`/document-facets`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "listDocumentFacets",
        "Count the documents of a list by type, state, language and owner",
        query=DocumentFacetQuery,
        response=DocumentFacetsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Take the filters of `listDocuments`. Each facet counts the documents that match all filters but its own."""
        actor: Actor = request.user
        found = facets_of_list(actor, **validate_query(request, DocumentFacetQuery).arguments())
        return Response({"facets": FacetSerializer.represent(found)})
