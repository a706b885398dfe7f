"""`/corpuses/{id}/actions`, `/actions/{id}`, executions: what is done with every document of a corpus."""

from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.asking import body_of, query_of
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.openapi.shapes import page_of
from core.api.paging import KeyCursorPagination
from core.api.versions import etag, expected_version, showing
from core.permissions import signed_in
from corpuses.actions import editing
from corpuses.actions.models import CorpusAction
from corpuses.api.reading import action_seen_by, corpus_seen_by, execution_seen_by, executions_seen_by
from corpuses.api.rest import requests, shapes
from corpuses.api.rest.bodies import action_bodies, action_body, execution_body
from users.api.creating import created, make_once


class ActionsView(APIView):
    """`/corpuses/{id}/actions`."""

    @operation("listActions", "List the actions of a corpus, newest first", answer=page_of(shapes.ActionShape))
    def get(self, request: Request, corpus_id: UUID) -> Response:
        corpus = corpus_seen_by(signed_in(request.user), corpus_id)
        paginator = KeyCursorPagination()
        return Response(paginator.body(action_bodies(paginator.page_of(corpus.actions.all(), request))))

    @idempotent
    @versioned
    @operation(
        "createAction",
        "Add an action",
        body=requests.ActionFields,
        answer={201: shapes.ActionShape},
        errors=[editing.ActionExists],
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """It runs on what is added or processed from now on; `runAction` lets it run on what is there."""
        actor = signed_in(request.user)
        corpus = corpus_seen_by(actor, corpus_id)
        draft = body_of(request, requests.ActionFields).draft()
        made = make_once(request, lambda: editing.create_action(draft, corpus=corpus, actor=actor).pk)
        action = action_seen_by(actor, made.id)
        location, version = reverse("action", args=[action.pk]), editing.version_of(action)
        return created(made, action_body(action), location=location, headers=etag(version))


class ActionView(APIView):
    """`/actions/{id}`."""

    @versioned
    @operation("getAction", "Look at an action", answer=shapes.ActionShape)
    def get(self, request: Request, action_id: UUID) -> Response:
        return self._answer(action_seen_by(signed_in(request.user), action_id))

    @versioned
    @operation("updateAction", "Rename, enable or disable", body=requests.ActionChange, answer=shapes.ActionShape)
    def patch(self, request: Request, action_id: UUID) -> Response:
        actor = signed_in(request.user)
        action = action_seen_by(actor, action_id)
        sent = body_of(request, requests.ActionChange).validated_data
        with showing(lambda: action_body(action_seen_by(actor, action_id))):
            changed = editing.update_action(action, actor=actor, expected=expected_version(request), **sent)
        return self._answer(changed)

    @operation("deleteAction", "Take an action out; what it has found stays")
    def delete(self, request: Request, action_id: UUID) -> Response:
        actor = signed_in(request.user)
        editing.delete_action(action_seen_by(actor, action_id), actor=actor)
        return Response(status=204)

    def _answer(self, action: CorpusAction) -> Response:
        return Response(action_body(action), headers=etag(editing.version_of(action)))


class RunView(APIView):
    """`/actions/{id}/run`."""

    @operation(
        "runAction",
        "Let an action run",
        body=requests.RunFields,
        answer={202: shapes.StartedShape},
        errors=[editing.ActionDisabled],
    )
    def post(self, request: Request, action_id: UUID) -> Response:
        """On documents that it has not succeeded on. One that runs already is not started twice."""
        actor = signed_in(request.user)
        action = action_seen_by(actor, action_id)
        sent = body_of(request, requests.RunFields).validated_data
        started = editing.run_action(action, actor=actor, documents=sent.get("documents"))
        return Response({"started": started}, status=202)


class ExecutionsView(APIView):
    """`/corpuses/{id}/executions`."""

    @operation(
        "listExecutions",
        "List the runs of a corpus's actions, newest first",
        query=requests.ExecutionQuery,
        answer=page_of(shapes.ExecutionShape),
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        reader = signed_in(request.user)
        corpus = corpus_seen_by(reader, corpus_id)
        wanted = query_of(request, requests.ExecutionQuery).validated_data
        rows = executions_seen_by(reader).filter(action__corpus=corpus, **wanted)
        paginator = KeyCursorPagination()
        page = paginator.page_of(rows, request)
        return Response(paginator.body([execution_body(execution) for execution in page]))


class ExecutionView(APIView):
    """`/executions/{id}`."""

    @operation("getExecution", "Look at a run of an action", answer=shapes.ExecutionShape)
    def get(self, request: Request, execution_id: UUID) -> Response:
        return Response(execution_body(execution_seen_by(signed_in(request.user), execution_id)))
