"""URLs of exports, below `/api/v1/`."""

from django.urls import path

from corpuses.exports.api.rest import annotated_pdf, annotations, documents, exports, extracts

urlpatterns = [
    path(
        "corpuses/<uuid:corpus_id>/documents/export",
        documents.DocumentListExportView.as_view(),
        name="document-list-export",
    ),
    path(
        "corpuses/<uuid:corpus_id>/annotations/export",
        annotations.AnnotationExportView.as_view(),
        name="annotation-export",
    ),
    path("corpuses/<uuid:corpus_id>/exports", exports.CorpusExportsView.as_view(), name="corpus-exports"),
    path("exports", exports.ExportsView.as_view(), name="exports"),
    path("exports/<uuid:export_id>", exports.ExportView.as_view(), name="export"),
    path("exports/<uuid:export_id>/download-url", exports.ExportUrlView.as_view(), name="export-download-url"),
    path(
        "documents/<uuid:document_id>/annotated-pdf",
        annotated_pdf.AnnotatedPdfView.as_view(),
        name="document-annotated-pdf",
    ),
    path("extracts/<uuid:extract_id>/export", extracts.ExportView.as_view(), name="extract-export"),
]
