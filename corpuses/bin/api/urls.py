"""URLs of bin, below `/api/v1/`."""

from django.urls import path

from corpuses.bin.api import rest

urlpatterns = [
    path("bin", rest.BinView.as_view(), name="bin"),
    path("bin/<uuid:bin_item_id>", rest.BinItemView.as_view(), name="bin-item"),
    path("bin/<uuid:bin_item_id>/restore", rest.RestoreView.as_view(), name="bin-restore"),
]
