"""URLs of fields, below `/api/v1/`."""

from django.urls import path

from corpuses.fields.api import rest

urlpatterns = [
    path("corpuses/<uuid:corpus_id>/fields", rest.FieldsView.as_view(), name="fields"),
    path("corpuses/<uuid:corpus_id>/field-values", rest.FieldValuesView.as_view(), name="field-values"),
    path("fields/<uuid:field_id>", rest.FieldView.as_view(), name="field"),
    path("fields/<uuid:field_id>/values", rest.ValuesOfFieldView.as_view(), name="values-of-field"),
]
