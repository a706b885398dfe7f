"""The origin of a change: the request, the job or the command in which it is made."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from audit.models import AuditCredential, AuditInterface
from core.access import access_of

_USER_AGENT_LENGTH: Final = 200
_INTERFACES: Final = (
    ("/api/", AuditInterface.REST),
    ("/graphql", AuditInterface.GRAPHQL),
    ("/admin/", AuditInterface.ADMIN),
    ("/mcp", AuditInterface.MCP),
    ("/scim/", AuditInterface.REST),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The columns of an entry that do not depend on the change."""

    interface: AuditInterface = AuditInterface.COMMAND
    credential: AuditCredential = AuditCredential.NONE
    credential_id: UUID | None = None
    actor_id: UUID | None = None
    address: str | None = None
    user_agent: str = ""


_request: ContextVar[HttpRequest | None] = ContextVar("audit_request", default=None)
_job: ContextVar[Origin | None] = ContextVar("audit_job", default=None)


class AuditMiddleware:
    """Makes the request known to `current`, which reads it only when something is recorded."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begin(request)
        return self.get_response(request)


def current() -> Origin:
    """Return the origin of what is done now."""
    job = _job.get()
    if job is not None:
        return job
    request = _request.get()
    return Origin() if request is None else _of_request(request)


def current_request() -> HttpRequest | None:
    """Return the request that is being answered, if there is one."""
    return _request.get() if _job.get() is None else None


def begin(request: HttpRequest | None) -> None:
    """Make a request known in this context, and in the tasks that are created in it."""
    _request.set(request)


def clear() -> None:
    """End the request."""
    _request.set(None)


@contextmanager
def of_job(job_id: UUID, owner_id: UUID | None) -> Iterator[None]:
    """Set the origin to a job, which acts for its owner, within a `with` block."""
    token = _job.set(Origin(interface=AuditInterface.JOB, credential_id=job_id, actor_id=owner_id))
    try:
        yield
    finally:
        _job.reset(token)


def _of_request(request: HttpRequest) -> Origin:
    # DRF sets the user of its request on Django's as well, with every kind of credential.
    user: Any = getattr(request, "user", None)
    credential, credential_id = _credential(request, user)
    return Origin(
        interface=next((found for path, found in _INTERFACES if request.path.startswith(path)), AuditInterface.WEB),
        credential=credential,
        credential_id=credential_id,
        actor_id=user.pk if user is not None and user.is_authenticated else None,
        address=address_of(request),
        user_agent=user_agent_of(request),
    )


def _credential(request: HttpRequest, user: Any) -> tuple[AuditCredential, UUID | None]:
    if user is None or not user.is_authenticated:
        return (AuditCredential.LINK if access_of(user).links else AuditCredential.NONE), None
    if (token_id := access_of(user).token_id) is not None:
        return AuditCredential.API_TOKEN, token_id
    return (AuditCredential.ACCESS_TOKEN if getattr(request, "auth", None) else AuditCredential.SESSION), None


def address_of(request: HttpRequest) -> str | None:
    """Return the address of the client; behind a proxy, the server takes it from the headers of trusted ones."""
    try:
        return str(ip_address(request.META.get("REMOTE_ADDR") or ""))
    except ValueError:
        return None


def user_agent_of(request: HttpRequest) -> str:
    """Return the header `User-Agent`, as long as it is stored."""
    return request.headers.get("User-Agent", "").replace("\x00", "")[:_USER_AGENT_LENGTH]
