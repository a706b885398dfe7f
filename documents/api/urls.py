"""Addresses of `documents`, below `/api/v1/`."""

from django.urls import path

from documents.api import bundles, content, file_types, inside, jobs, links, outputs, reprocessing, uploading, views
from documents.api.passwords import PasswordView
from documents.api.selectors import get_visible_document
from users.api.rest.shares import share_urls

urlpatterns = [
    path("jobs", jobs.JobsView.as_view(), name="jobs"),
    path("admin/reprocess", reprocessing.ReprocessView.as_view(), name="admin-reprocess"),
    path("file-types", file_types.FileTypesView.as_view(), name="file-types"),
    path("usage", uploading.UsageView.as_view(), name="usage"),
    path("documents/check", uploading.CheckView.as_view(), name="documents-check"),
    path("documents/zip", bundles.ZipView.as_view(), name="documents-zip"),
    path("documents", views.DocumentListView.as_view(), name="documents"),
    path("documents/<uuid:document_id>", views.DocumentView.as_view(), name="document"),
    path("documents/<uuid:document_id>/retry", views.RetryView.as_view(), name="document-retry"),
    path("documents/<uuid:document_id>/children", inside.ChildrenView.as_view(), name="document-children"),
    path("documents/<uuid:document_id>/password", PasswordView.as_view(), name="document-password"),
    path("documents/<uuid:document_id>/file", content.FileView.as_view(), name="document-file"),
    path("documents/<uuid:document_id>/pdf", content.PdfView.as_view(), name="document-pdf"),
    path("documents/<uuid:document_id>/text", content.TextView.as_view(), name="document-text"),
    path("documents/<uuid:document_id>/markdown", outputs.MarkdownView.as_view(), name="document-markdown"),
    path("documents/<uuid:document_id>/docling", outputs.DoclingView.as_view(), name="document-docling"),
    path("documents/<uuid:document_id>/pawls", outputs.PawlsView.as_view(), name="document-pawls"),
    path("documents/<uuid:document_id>/thumbnail", content.ThumbnailView.as_view(), name="document-thumbnail"),
    path(
        "documents/<uuid:document_id>/pages/<int:number>/tokens", content.TokensView.as_view(), name="document-tokens"
    ),
    *share_urls("document", "documents", get_visible_document),
    path("documents/<uuid:document_id>/download-url", links.DownloadUrlView.as_view(), name="document-download-url"),
    path("documents/<uuid:document_id>/result", links.ResultView.as_view(), name="document-result"),
    path("blobs/uploads/<uuid:upload_id>", links.signed_upload_view, name="signed-upload"),
    path("blobs/<str:sha256>", links.BlobView.as_view(), name="blob"),
]
