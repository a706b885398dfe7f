"""URLs of labels, below `/api/v1/`."""

from django.urls import path

from corpuses.labels.api import rest

urlpatterns = [
    path("corpuses/<uuid:corpus_id>/labels", rest.LabelsView.as_view(), name="labels"),
    path("labels/<uuid:label_id>", rest.LabelView.as_view(), name="label"),
    path("labels/<uuid:label_id>/merge", rest.MergeLabelView.as_view(), name="label-merge"),
]
