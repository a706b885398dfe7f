"""Methods of views on resources: get, change and delete one object, list many.

A view says where its objects come from (`get_object`, `get_queryset`); its methods are declared in one line each:

    class LabelView(ObjectView):
        get = retrieve("getLabel", "Get a label", LabelSerializer)
        patch = update("updateLabel", "Change a label", LabelSerializer, LabelChange, update_label)
        delete = destroy("deleteLabel", "Delete a label", delete_label)

A change is declared here for GraphQL, too: see `core.api.graphql.view_mutations`.
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, require_user
from core.api.openapi.operations import Keys, Read, operation, performed_by, versioned
from core.api.ordering import Order
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import NEWEST_FIRST, paginate
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import Resource, StrictSerializer, page_of
from core.api.rest.validation import validate_body, validate_query
from core.errors import DomainError

Method = Callable[..., Response]
Errors = Iterable[type[DomainError]]


class ObjectView(APIView):
    """The base of views on one object. Its version is the ETag."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    def get_object(self, actor: Actor, *args: Any, **keys: Any) -> Any:
        """Return the object of the keys in the URL; raise `NotFound` if it is not visible."""
        raise NotImplementedError


class ListView(APIView):
    """The base of views on a list. `order` is that of lists whose query has no `order_by`."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    order: ClassVar[Order] = NEWEST_FIRST

    def get_queryset(self, actor: Actor, *args: Any, **arguments: Any) -> Any:
        """Return the visible rows for the keys in the URL and the validated query string."""
        raise NotImplementedError

    def perform_create(self, actor: Any, *args: Any, **arguments: Any) -> UUID:
        """Create an object for the keys in the URL and the validated body; return its key."""
        raise NotImplementedError


def represent(resource: type[Resource], obj: Any, actor: Actor, *, status: int = 200, **headers: str) -> Response:
    """Return the response with one object, and its version, if it has one, as the ETag."""
    body = resource.represent_one(obj, actor)
    return Response(body, status=status, headers=(etag(body["version"]) if "version" in body else {}) | headers)


def retrieve(name: str, summary: str, resource: type[Resource], *, errors: Errors = ()) -> Method:
    """Create the GET method of an `ObjectView`."""

    @_versioned_if(resource)
    @operation(name, summary, response=resource, errors=errors)
    def get(self: ObjectView, request: Request, **keys: UUID) -> Response:
        return represent(resource, self.get_object(request.user, **keys), request.user)

    return get


def update(
    name: str,
    summary: str,
    resource: type[Resource],
    body: type[StrictSerializer],
    service: Callable[..., Any],
    *,
    description: str = "",
    errors: Errors = (),
    may_hide: bool = False,
) -> Method:
    """Create the PATCH method of an `ObjectView`: `service(obj, actor=…, expected=…, **body.arguments())`.

    With `may_hide`, the user may not see the changed object any more: what the service returns is represented.
    """

    def perform(view: ObjectView, actor: Any, keys: Keys, read: Read) -> Any:
        obj = view.get_object(actor, **keys)
        changed = service(obj, actor=actor, **read())
        return changed if may_hide else view.get_object(actor, **keys)

    @performed_by(perform)
    @versioned
    @operation(name, summary, body=body, response=resource, errors=errors)
    def patch(self: ObjectView, request: Request, **keys: UUID) -> Response:
        actor = require_user(request.user)

        def read() -> dict[str, Any]:
            changes = validate_body(request, body).arguments()
            return {**changes, "expected": expected_version(request)}

        with with_current_on_conflict(lambda: resource.represent_one(self.get_object(actor, **keys), actor)):
            changed = perform(self, actor, keys, read)
        return represent(resource, changed, actor)

    patch.__doc__ = description
    return patch


def destroy(
    name: str,
    summary: str,
    service: Callable[..., Any],
    *,
    query: type[StrictSerializer] | None = None,
    description: str = "",
    errors: Errors = (),
) -> Method:
    """Create the DELETE method of an `ObjectView`: `service(obj, actor=…, **query)`."""

    def perform(view: ObjectView, actor: Any, keys: Keys, read: Read) -> None:
        arguments = read()
        service(view.get_object(actor, **keys), actor=actor, **arguments)

    @performed_by(perform, deletes=True)
    @operation(name, summary, query=query, errors=errors)
    def delete(self: ObjectView, request: Request, **keys: UUID) -> Response:
        actor = require_user(request.user)
        perform(self, actor, keys, lambda: validate_query(request, query).arguments() if query else {})
        return Response(status=204)

    delete.__doc__ = description
    return delete


def action(
    name: str,
    summary: str,
    resource: type[Resource],
    service: Callable[..., Any],
    *,
    body: type[StrictSerializer] | None = None,
    deletes: bool = False,
    description: str = "",
    errors: Errors = (),
) -> Method:
    """Create the POST method of an `ObjectView` at `…/{id}/<action>`: `service(obj, actor=…, **body.arguments())`.

    The service returns the object that is represented: the same one, or another if this one is deleted.
    """

    def perform(view: ObjectView, actor: Any, keys: Keys, read: Read) -> Any:
        obj = view.get_object(actor, **keys)
        return service(obj, actor=actor, **read())

    @performed_by(perform, deletes=deletes)
    @operation(name, summary, body=body, response=resource, errors=errors)
    def post(self: ObjectView, request: Request, **keys: UUID) -> Response:
        actor = require_user(request.user)
        found = perform(self, actor, keys, lambda: validate_body(request, body).arguments() if body else {})
        return represent(resource, found, actor)

    post.__doc__ = description
    return post


def list_resources(
    name: str,
    summary: str,
    resource: type[Resource],
    *,
    query: type[StrictSerializer] | None = None,
    description: str = "",
    errors: Errors = (),
) -> Method:
    """Create the GET method of a `ListView`."""

    @operation(name, summary, query=query, response=page_of(resource), errors=errors)
    def get(self: ListView, request: Request, **keys: UUID) -> Response:
        actor: Actor = request.user
        arguments = validate_query(request, query).arguments() if query else {}
        order = arguments.pop("order", self.order)
        page = paginate(self.get_queryset(actor, **keys, **arguments), order, request)
        return Response(page.body(resource.represent(page.rows, actor)))

    get.__doc__ = description
    return get


def _versioned_if(resource: type[Resource]) -> Callable[[Method], Method]:
    return versioned if "version" in resource.getters() else lambda method: method
