"""URLs of extracts, below `/api/v1/`."""

from django.urls import path

from corpuses.extracts.api.rest import cells, estimates, extracts, fieldsets, grid, reviews, suggestions

urlpatterns = [
    path("fieldset-templates", fieldsets.TemplatesView.as_view(), name="fieldset-templates"),
    path("corpuses/<uuid:corpus_id>/fieldsets", fieldsets.FieldsetsView.as_view(), name="fieldsets"),
    path("fieldsets/<uuid:fieldset_id>", fieldsets.FieldsetView.as_view(), name="fieldset"),
    path("fieldsets/<uuid:fieldset_id>/copies", fieldsets.FieldsetCopiesView.as_view(), name="fieldset-copies"),
    path("extract-engines", estimates.EnginesView.as_view(), name="extract-engines"),
    path(
        "corpuses/<uuid:corpus_id>/extract-estimates",
        estimates.EstimatesView.as_view(),
        name="extract-estimates",
    ),
    path("corpuses/<uuid:corpus_id>/extracts", extracts.ExtractsView.as_view(), name="extracts"),
    path("extracts/<uuid:extract_id>", extracts.ExtractView.as_view(), name="extract"),
    path("extracts/<uuid:extract_id>/cancel", extracts.CancelExtractView.as_view(), name="extract-cancel"),
    path("extracts/<uuid:extract_id>/rerun", extracts.RerunExtractView.as_view(), name="extract-rerun"),
    path("extracts/<uuid:extract_id>/documents", extracts.ExtractDocumentsView.as_view(), name="extract-documents"),
    path(
        "extracts/<uuid:extract_id>/suggestions",
        suggestions.SourceSuggestionsView.as_view(),
        name="extract-suggestions",
    ),
    path("extracts/<uuid:extract_id>/row-index", grid.RowIndexView.as_view(), name="extract-row-index"),
    path("extracts/<uuid:extract_id>/row-cells", grid.RowCellsView.as_view(), name="extract-row-cells"),
    path("extracts/<uuid:extract_id>/rows", cells.RowsView.as_view(), name="extract-rows"),
    path("extracts/<uuid:extract_id>/cells", cells.CellsView.as_view(), name="extract-cells"),
    path("extracts/<uuid:extract_id>/differences", cells.DifferencesView.as_view(), name="extract-differences"),
    path("cells/<uuid:cell_id>", cells.CellView.as_view(), name="cell"),
    path("cell-reviews", reviews.CellReviewsView.as_view(), name="cell-reviews"),
]
