"""URLs of analyzers, below `/api/v1/`."""

from django.urls import path

from corpuses.analyzers.api.rest import analyses, analyzers, definitions, remote, results

urlpatterns = [
    path(
        "corpuses/<uuid:corpus_id>/documents/<uuid:document_id>/definitions",
        definitions.DefinitionsView.as_view(),
        name="definitions",
    ),
    path(
        "actions/<uuid:action_id>/analysis-versions", analyses.AnalysisVersionsView.as_view(), name="analysis-versions"
    ),
    path(
        "actions/<uuid:action_id>/analysis-differences",
        analyses.AnalysisDifferencesView.as_view(),
        name="analysis-differences",
    ),
    path("corpuses/<uuid:corpus_id>/analyzer-trials", analyzers.TrialView.as_view(), name="analyzer-trials"),
    path("analyzers", analyzers.AnalyzersView.as_view(), name="analyzers"),
    path("corpuses/<uuid:corpus_id>/analysis-runs", analyses.AnalysisRunsView.as_view(), name="analysis-runs"),
    path("analysis-runs/<uuid:run_id>", analyses.AnalysisRunView.as_view(), name="analysis-run"),
    path("analysis-runs/<uuid:run_id>/cancel", analyses.CancelRunView.as_view(), name="analysis-run-cancel"),
    path("analysis-runs/<uuid:run_id>/results", results.AnalysisResultsView.as_view(), name="analysis-results"),
    path(
        "analysis-results/<uuid:suggested_value_id>/review",
        results.ReviewValueView.as_view(),
        name="suggested-value",
    ),
    path(
        "corpuses/<uuid:corpus_id>/remote-analyzers",
        remote.RemoteAnalyzersView.as_view(),
        name="remote-analyzers",
    ),
    path("remote-analyzers/<uuid:analyzer_id>", remote.RemoteAnalyzerView.as_view(), name="remote-analyzer"),
    path(
        "remote-analyzers/<uuid:analyzer_id>/trial",
        remote.RemoteAnalyzerTrialView.as_view(),
        name="remote-analyzer-trial",
    ),
]
