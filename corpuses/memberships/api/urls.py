"""URLs of memberships, below `/api/v1/`."""

from django.urls import path

from corpuses.memberships.api.rest import documents, facets, memberships

urlpatterns = [
    path("documents", documents.DocumentsView.as_view(), name="documents"),
    path("document-facets", facets.DocumentFacetsView.as_view(), name="document-facets"),
    path("corpuses/<uuid:corpus_id>/documents", memberships.CorpusDocumentsView.as_view(), name="corpus-documents"),
    path("corpuses/<uuid:corpus_id>/documents/<uuid:document_id>", memberships.CorpusDocumentView.as_view()),
    path("corpuses/<uuid:corpus_id>/document-moves", memberships.DocumentMovesView.as_view(), name="document-moves"),
    path("documents/<uuid:document_id>/memberships", memberships.MembershipsView.as_view(), name="memberships"),
    path(
        "documents/<uuid:document_id>/memberships/<uuid:membership_id>",
        memberships.MembershipView.as_view(),
        name="membership",
    ),
]
