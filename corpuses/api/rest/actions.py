"""`/corpuses/{id}/actions`, `/actions/{id}`, executions: what is done with every document of a corpus."""

from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.serializers import page_of
from core.api.rest.validation import validate_body, validate_query
from corpuses.actions import editing
from corpuses.actions.models import CorpusAction
from corpuses.api.rest import requests, shapes
from corpuses.api.rest.bodies import action_bodies, action_body, execution_body
from corpuses.api.selectors import get_visible_action, get_visible_corpus, get_visible_execution, visible_executions
from users.api.idempotency import create_idempotent, created_response


class ActionsView(APIView):
    """`/corpuses/{id}/actions`."""

    @operation("listActions", "List the actions of a corpus, newest first", response=page_of(shapes.ActionShape))
    def get(self, request: Request, corpus_id: UUID) -> Response:
        corpus = get_visible_corpus(require_user(request.user), corpus_id)
        paginator = KeyCursorPagination()
        return Response(paginator.body(action_bodies(paginator.page_of(corpus.actions.all(), request))))

    @idempotent
    @versioned
    @operation(
        "createAction",
        "Add an action",
        body=requests.ActionFields,
        response={201: shapes.ActionShape},
        errors=[editing.ActionExists],
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """It runs on what is added or processed from now on; `runAction` lets it run on what is there."""
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        draft = validate_body(request, requests.ActionFields).draft()
        made = create_idempotent(request, lambda: editing.create_action(draft, corpus=corpus, actor=actor).pk)
        action = get_visible_action(actor, made.id)
        location, version = reverse("action", args=[action.pk]), editing.version_of(action)
        return created_response(made, action_body(action), location=location, headers=etag(version))


class ActionView(APIView):
    """`/actions/{id}`."""

    @versioned
    @operation("getAction", "Look at an action", response=shapes.ActionShape)
    def get(self, request: Request, action_id: UUID) -> Response:
        return self._answer(get_visible_action(require_user(request.user), action_id))

    @versioned
    @operation("updateAction", "Rename, enable or disable", body=requests.ActionChange, response=shapes.ActionShape)
    def patch(self, request: Request, action_id: UUID) -> Response:
        actor = require_user(request.user)
        action = get_visible_action(actor, action_id)
        sent = validate_body(request, requests.ActionChange).validated_data
        with with_current_on_conflict(lambda: action_body(get_visible_action(actor, action_id))):
            changed = editing.update_action(action, actor=actor, expected=expected_version(request), **sent)
        return self._answer(changed)

    @operation("deleteAction", "Take an action out; what it has found stays")
    def delete(self, request: Request, action_id: UUID) -> Response:
        actor = require_user(request.user)
        editing.delete_action(get_visible_action(actor, action_id), actor=actor)
        return Response(status=204)

    def _answer(self, action: CorpusAction) -> Response:
        return Response(action_body(action), headers=etag(editing.version_of(action)))


class RunView(APIView):
    """`/actions/{id}/run`."""

    @operation(
        "runAction",
        "Let an action run",
        body=requests.RunFields,
        response={202: shapes.StartedShape},
        errors=[editing.ActionDisabled],
    )
    def post(self, request: Request, action_id: UUID) -> Response:
        """On documents that it has not succeeded on. One that runs already is not started twice."""
        actor = require_user(request.user)
        action = get_visible_action(actor, action_id)
        sent = validate_body(request, requests.RunFields).validated_data
        started = editing.run_action(action, actor=actor, documents=sent.get("documents"))
        return Response({"started": started}, status=202)


class ExecutionsView(APIView):
    """`/corpuses/{id}/executions`."""

    @operation(
        "listExecutions",
        "List the runs of a corpus's actions, newest first",
        query=requests.ExecutionQuery,
        response=page_of(shapes.ExecutionShape),
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        reader = require_user(request.user)
        corpus = get_visible_corpus(reader, corpus_id)
        wanted = validate_query(request, requests.ExecutionQuery).validated_data
        rows = visible_executions(reader).filter(action__corpus=corpus, **wanted)
        paginator = KeyCursorPagination()
        page = paginator.page_of(rows, request)
        return Response(paginator.body([execution_body(execution) for execution in page]))


class ExecutionView(APIView):
    """`/executions/{id}`."""

    @operation("getExecution", "Look at a run of an action", response=shapes.ExecutionShape)
    def get(self, request: Request, execution_id: UUID) -> Response:
        return Response(execution_body(get_visible_execution(require_user(request.user), execution_id)))
