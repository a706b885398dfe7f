"""The one envelope of errors: a stable code, a sentence for people, the request's id, and what the error knows."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import JsonResponse

from core import request_id
from core.errors import DomainError


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What a client is told. `headers` belong to the status (`Allow`, `Retry-After`, …)."""

    status: int
    code: str
    message: str
    field: str | None = None
    data: Mapping[str, object] = dataclasses.field(default_factory=dict)
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @classmethod
    def of(cls, error: DomainError) -> "Failure":
        """Describe an error of the domain."""
        wait = error.data.get("retry_after")
        return cls(
            status=error.http_status,
            code=error.code,
            message=error.message,
            field=error.field,
            data=error.data,
            headers={} if wait is None else {"Retry-After": str(wait)},
        )

    def body(self) -> dict[str, object]:
        """Give the envelope; what the error carries never covers the envelope's own words."""
        error = {**self.data, "code": self.code, "message": self.message, "request_id": request_id.current()}
        if self.field is not None:
            error["field"] = self.field
        return {"error": error}

    def response(self) -> JsonResponse:
        """Give the envelope as an answer of Django's."""
        return JsonResponse(self.body(), status=self.status, headers=dict(self.headers))


BUSY = Failure(status=503, code="database_unavailable", message="The database is busy; try again.")
INTERNAL = Failure(
    status=500,
    code="internal_error",
    message="Something went wrong on our side. If it happens again, tell us the request id.",
)
