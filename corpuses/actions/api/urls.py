"""URLs of actions, below `/api/v1/`."""

from django.urls import path

from corpuses.actions.api import rest

urlpatterns = [
    path("corpuses/<uuid:corpus_id>/actions", rest.ActionsView.as_view(), name="actions"),
    path("actions/<uuid:action_id>", rest.ActionView.as_view(), name="action"),
    path("actions/<uuid:action_id>/run", rest.RunView.as_view(), name="action-run"),
    path("actions/<uuid:action_id>/retry", rest.RetryView.as_view(), name="action-retry"),
    path("corpuses/<uuid:corpus_id>/executions", rest.ExecutionsView.as_view(), name="executions"),
    path("executions/<uuid:execution_id>", rest.ExecutionView.as_view(), name="execution"),
]
