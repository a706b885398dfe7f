"""URLs of `documents`, below `/api/v1/`."""

from django.urls import path

from documents.api.rest import (
    comparison,
    content,
    document_archives,
    documents,
    exports,
    figures,
    file_types,
    jobs,
    parse_results,
    presence,
    reprocessing,
    signed_urls,
    upload_checks,
    usage,
    versions,
)
from documents.api.selectors import get_visible_document
from users.api.rest.shares import share_urls

_DOCUMENT = "documents/<uuid:document_id>"

urlpatterns = [
    path("jobs", jobs.JobsView.as_view(), name="jobs"),
    path("admin/reprocess", reprocessing.ReprocessView.as_view(), name="admin-reprocess"),
    path("file-types", file_types.FileTypesView.as_view(), name="file-types"),
    path("usage", usage.UsageView.as_view(), name="usage"),
    path("upload-checks", upload_checks.UploadChecksView.as_view(), name="upload-checks"),
    path("document-archives", document_archives.DocumentArchivesView.as_view(), name="document-archives"),
    path(_DOCUMENT, documents.DocumentView.as_view(), name="document"),
    path(f"{_DOCUMENT}/retry", documents.RetryView.as_view(), name="document-retry"),
    path(f"{_DOCUMENT}/attachments", documents.AttachmentsView.as_view(), name="document-attachments"),
    path(f"{_DOCUMENT}/versions", versions.versions_view, name="document-versions"),
    path(f"{_DOCUMENT}/password", documents.PasswordView.as_view(), name="document-password"),
    path(f"{_DOCUMENT}/file", content.FileView.as_view(), name="document-file"),
    path(f"{_DOCUMENT}/pdf", content.PdfView.as_view(), name="document-pdf"),
    path(f"{_DOCUMENT}/text", content.TextView.as_view(), name="document-text"),
    path(f"{_DOCUMENT}/markdown", exports.MarkdownView.as_view(), name="document-markdown"),
    path(f"{_DOCUMENT}/docling", exports.DoclingView.as_view(), name="document-docling"),
    path(f"{_DOCUMENT}/pawls", exports.PawlsView.as_view(), name="document-pawls"),
    path(f"{_DOCUMENT}/thumbnail", content.ThumbnailView.as_view(), name="document-thumbnail"),
    path(f"{_DOCUMENT}/pages/<int:number>/tokens", content.TokensView.as_view(), name="document-tokens"),
    path(f"{_DOCUMENT}/figures/<int:order>", figures.FigureView.as_view(), name="document-figure"),
    *share_urls("document", "documents", get_visible_document),
    path(f"{_DOCUMENT}/download-url", signed_urls.DownloadUrlView.as_view(), name="document-download-url"),
    path(f"{_DOCUMENT}/comparison", comparison.ComparisonView.as_view(), name="document-comparison"),
    path(f"{_DOCUMENT}/presence", presence.PresenceView.as_view(), name="document-presence"),
    path(f"{_DOCUMENT}/result", parse_results.ResultView.as_view(), name="document-result"),
    path("blobs/uploads/<uuid:upload_id>", signed_urls.signed_upload_view, name="signed-upload"),
    path("blobs/<str:sha256>", signed_urls.BlobView.as_view(), name="blob"),
]
