"""Methods of views on resources: get, change and delete one object, list many.

A view says where its objects come from (`get_object`, `get_queryset`); its methods are declared in one line each:

    class LabelView(ObjectView):
        get = retrieve("getLabel", "Get a label", LabelSerializer)
        patch = update("updateLabel", "Change a label", LabelSerializer, LabelChange, update_label)
        delete = destroy("deleteLabel", "Delete a label", delete_label)

A change is declared here for GraphQL, too: see `core.api.graphql.view_mutations`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ListSerializer
from rest_framework.views import APIView

from core.access import Actor, require_user
from core.api.openapi.operations import operation, versioned
from core.api.ordering import Order
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import NEWEST_FIRST, paginate
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import Resource, StrictSerializer, page_of
from core.api.rest.validation import validate_body, validate_query
from core.errors import DomainError

Method = Callable[..., Response]
Errors = Iterable[type[DomainError]]
Keys = Mapping[str, UUID]
Read = Callable[[], dict[str, Any]]
Perform = Callable[[Any, Any, Keys, Read], Any]

_CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Change:
    """The change that a method makes, for REST and GraphQL.

    `perform(view, actor, keys, read)` returns what is represented. It calls `read`, which returns the validated fields,
    when it has found the object: an unknown key is reported before an invalid field.
    """

    perform: Perform
    deletes: bool = False  # the object of the URL
    keys: Iterable[str] = ()  # of the URL, which `get_object` does not take


def performed_by(perform: Perform, *, deletes: bool = False, keys: Iterable[str] = ()) -> Callable[[Method], Method]:
    """Mark a method as a change, from which a GraphQL mutation is derived (`core.api.graphql.view_mutations`)."""

    def mark(handler: Method) -> Method:
        setattr(handler, _CHANGE, Change(perform, deletes, keys))
        return handler

    return mark


def change_of(handler: object) -> Change | None:
    """Return the change that a method makes, if it is marked."""
    return getattr(handler, _CHANGE, None)


class ObjectView(APIView):
    """The base of views on one object. Its version is the ETag."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    def get_object(self, actor: Actor, *args: Any, **keys: Any) -> Any:
        """Return the object of the keys in the URL; raise `NotFound` if it is not visible."""
        raise NotImplementedError


class ListView(APIView):
    """The base of views on a list. `order` is that of lists whose query has no `order_by`.

    A list of an object that has an `action` is an `ObjectView`, too.
    """

    permission_classes = [IsAuthenticatedOrReadOnly]
    order: ClassVar[Order] = NEWEST_FIRST

    def get_queryset(self, actor: Actor, *args: Any, **arguments: Any) -> Any:
        """Return the visible rows for the keys in the URL and the validated query string."""
        raise NotImplementedError

    def perform_create(self, actor: Any, *args: Any, **arguments: Any) -> Any:
        """Create an object for the keys in the URL and the validated body; return its key.

        Or return the object itself, if it has something that is shown only once.
        """
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
    response: type[StrictSerializer] | None = None,
    description: str = "",
    errors: Errors = (),
) -> Method:
    """Create the DELETE method of an `ObjectView`: `service(obj, actor=…, **query)`; `response` has its result."""

    def perform(view: ObjectView, actor: Any, keys: Keys, read: Read) -> Any:
        arguments = read()
        return service(view.get_object(actor, **keys), actor=actor, **arguments)

    @performed_by(perform, deletes=True)
    @operation(name, summary, query=query, response=response, errors=errors)
    def delete(self: ObjectView, request: Request, **keys: UUID) -> Response:
        actor = require_user(request.user)
        result = perform(self, actor, keys, lambda: validate_query(request, query).arguments() if query else {})
        return Response(status=204) if response is None else answer(response, result, actor)

    delete.__doc__ = description
    return delete


def action(  # noqa: PLR0913  # keyword arguments
    name: str,
    summary: str,
    response: type[StrictSerializer] | Mapping[int, type[StrictSerializer] | None],
    service: Callable[..., Any],
    *,
    body: type[StrictSerializer] | None = None,
    deletes: bool = False,
    keys: Collection[str] = (),
    description: str = "",
    errors: Errors = (),
) -> Method:
    """Create a method that acts on the object of an `ObjectView`: `service(obj, actor=…, **arguments)`.

    The arguments are those of the body, and the `keys` of the URL that `get_object` does not take. In other views:
    `service(actor=…, **arguments)`. `response` may have a status; that of 204 is None.
    The service returns what is represented: a resource, or the values of `response` (if that has only one field: its
    value). If it returns nothing, the object is read again.
    """

    ((status, resource),) = response.items() if isinstance(response, Mapping) else [(200, response)]

    def perform(view: APIView, actor: Any, found: Keys, read: Read) -> Any:
        if not isinstance(view, ObjectView):
            return service(actor=actor, **read())
        own = {name: key for name, key in found.items() if name not in keys}
        result = service(view.get_object(actor, **own), actor=actor, **{name: found[name] for name in keys}, **read())
        return view.get_object(actor, **own) if result is None and resource is not None else result

    @performed_by(perform, deletes=deletes, keys=keys)
    @operation(name, summary, body=body, response={status: resource}, errors=errors)
    def method(self: APIView, request: Request, **found: UUID) -> Response:
        actor = require_user(request.user)
        result = perform(self, actor, found, lambda: validate_body(request, body).arguments() if body else {})
        return Response(status=status) if resource is None else answer(resource, result, actor, status=status)

    method.__doc__ = description
    return method


def answer(response: type[StrictSerializer], result: Any, actor: Actor, *, status: int = 200) -> Response:
    """Return the response with a resource, or with the values of a serializer."""
    if issubclass(response, Resource):
        return represent(response, result, actor, status=status)
    fields = response().fields
    values = {name: _shown(fields[name], value, actor) for name, value in named_values(response, result).items()}
    return Response(values, status=status)


def named_values(response: type[StrictSerializer], result: Any) -> Mapping[str, Any]:
    """Return the values of a response that is no resource, by field: those of the result, or its only value."""
    if isinstance(result, Mapping):
        return result
    names = list(response().fields)
    return {name: getattr(result, name) for name in names} if len(names) > 1 else {names[0]: result}


def _shown(field: Any, value: Any, actor: Actor) -> Any:
    if isinstance(field, ListSerializer) and isinstance(field.child, Resource):
        return field.child.represent(value, actor)
    return field.represent_one(value, actor) if isinstance(field, Resource) else value


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
