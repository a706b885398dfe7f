"""URLs of bulk, below `/api/v1/`."""

from django.urls import path

from corpuses.bulk.api import rest

urlpatterns = [
    path("bulk-changes", rest.BulkChangesView.as_view(), name="bulk-changes"),
    path("bulk-changes/<uuid:bulk_id>", rest.BulkChangeView.as_view(), name="bulk-change"),
    path("bulk-changes/<uuid:bulk_id>/undo", rest.UndoBulkChangeView.as_view(), name="bulk-change-undo"),
]
