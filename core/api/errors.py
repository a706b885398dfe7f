"""Error responses: a stable code, a message for people, the request's id, and the data of the error."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import JsonResponse

from core.errors import DomainError
from core.observability import request_id

# Seconds after which a request that failed with this status may succeed, unless the error knows better (S4-16).
RETRY_AFTER: Final[Mapping[int, int]] = {429: 1, 503: 5, 507: 60}


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorResponse:
    """A response with status 4xx or 5xx. `headers` belong to the status (`Allow`, …); `Retry-After` is added."""

    status: int
    code: str
    message: str
    field: str | None = None
    data: Mapping[str, object] = dataclasses.field(default_factory=dict)
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.status in RETRY_AFTER:
            seconds = self.data.get("retry_after", RETRY_AFTER[self.status])
            object.__setattr__(self, "headers", {"Retry-After": str(seconds), **self.headers})

    @classmethod
    def of(cls, error: DomainError) -> "ErrorResponse":
        """Return the response for a domain error."""
        return cls(
            status=error.http_status,
            code=error.code,
            message=error.message,
            field=error.field,
            data=error.data,
        )

    def body(self) -> dict[str, object]:
        """Return the body; data of the error never replaces the keys that all errors have."""
        error = {**self.data, "code": self.code, "message": self.message, "request_id": request_id.current()}
        if self.field is not None:
            error["field"] = self.field
        return {"error": error}

    def to_response(self) -> JsonResponse:
        """Return Django's response."""
        return JsonResponse(self.body(), status=self.status, headers=dict(self.headers))


INTERNAL = ErrorResponse(
    status=500,
    code="internal_error",
    message="Something went wrong on our side. If it happens again, report the request id.",
)
