"""What a stream shall carry: decided by a view, inside Django; carried by `serving`, when Django has let go.

A thread and a database connection belong to each request that Django serves. A stream needs neither, so the view only
checks who asks, and leaves a plan behind in the request's ASGI scope.
"""

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse

SCOPE_KEY: Final = "cartulary.stream"
# `Last-Event-ID` of a job's stream: nothing is missed by whoever hears how the job is now, unless it has ended already.
LIVE: Final = "live"
END: Final = "end"
_HEADERS: Final = {"Cache-Control": "no-cache, no-store, no-transform", "X-Accel-Buffering": "no"}


@dataclass(frozen=True, slots=True)
class PersonPlan:
    """Everything that changes for one person; `since` is the client's `Last-Event-ID`, empty at first."""

    owner_id: UUID
    since: str


@dataclass(frozen=True, slots=True)
class JobPlan:
    """What one job does until it ends."""

    job_id: UUID


Plan = PersonPlan | JobPlan


def hand_over(request: HttpRequest, plan: Plan) -> HttpResponse:
    """Answer with the head of a stream; its body follows when Django is done with the request."""
    scope: MutableMapping[str, Any] = getattr(request, "scope", {})
    if request.method == "GET":  # HEAD has no body
        scope[SCOPE_KEY] = plan
    return HttpResponse(content_type="text/event-stream", headers=_HEADERS)


def plan_of(scope: MutableMapping[str, Any]) -> Plan | None:
    """Give what a view has planned for this request."""
    plan: Plan | None = scope.get(SCOPE_KEY)
    return plan
