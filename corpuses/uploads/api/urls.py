"""URLs of uploads, below `/api/v1/`."""

from django.urls import path

from corpuses.uploads.api.rest import archives, batches, forms, presigned, tus

urlpatterns = [
    path("documents/upload", forms.upload_view, name="upload"),
    path("documents/upload-batch", batches.upload_batch_view, name="upload-batch"),
    path("uploads", tus.uploads_view, name="tus-uploads"),
    path("uploads/direct", presigned.PresignedUploadsView.as_view(), name="uploads-direct"),
    path("uploads/<uuid:upload_id>", tus.upload_view, name="tus-upload"),
    path("uploads/<uuid:upload_id>/complete", presigned.CompleteView.as_view(), name="upload-complete"),
    path("corpuses/<uuid:corpus_id>/archives", archives.archives_view, name="archives"),
    path("corpuses/<uuid:corpus_id>/archives/<uuid:archive_id>", archives.ArchiveView.as_view(), name="archive"),
    path(
        "corpuses/<uuid:corpus_id>/archives/<uuid:archive_id>/entries",
        archives.EntriesView.as_view(),
        name="archive-entries",
    ),
]
