"""URLs of imports, below `/api/v1/`."""

from django.urls import path

from corpuses.imports.api import rest

urlpatterns = [
    path(
        "corpuses/<uuid:corpus_id>/annotation-imports",
        rest.annotation_imports_view,
        name="annotation-imports",
    ),
    path(
        "corpuses/<uuid:corpus_id>/annotation-imports/<uuid:import_id>",
        rest.AnnotationImportView.as_view(),
        name="annotation-import",
    ),
]
