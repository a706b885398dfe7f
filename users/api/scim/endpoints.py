"""Respond to each method and URL: users, groups, and the description of this server."""

from typing import Any, Final
from uuid import UUID

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response
from scim2_models import Context, ListResponse, Meta, PatchOp, Resource, ResponseParameters

from core.access import require_user
from core.errors import NotFound
from users.api.rest.base import site_of
from users.api.scim.collections import GROUPS, USERS, Collection
from users.api.scim.errors import ScimError
from users.api.scim.messages import page_of, parameters_of, parsed, patch_of, scim_errors
from users.api.scim.resources import CONFIG, POLICY, RESOURCE_TYPES, SCHEMAS

_BASE: Final = "/scim/v2/"
_COLLECTIONS: Final[dict[str, Collection[Any, Any]]] = {"Users": USERS, "Groups": GROUPS}
_DESCRIPTIONS: Final[dict[str, dict[str, Any]]] = {"ResourceTypes": RESOURCE_TYPES, "Schemas": SCHEMAS}
_UNSUPPORTED: Final = {"Bulk", "Me", ".search"}


def respond(request: Request, path: str) -> Response:
    """Respond to a request; `path` is what follows `/scim/v2/`."""
    name, _, key = path.removesuffix("/").partition("/")
    if name in _COLLECTIONS:
        with scim_errors():
            return _Exchange(request, _COLLECTIONS[name]).respond(key)
    if name in _UNSUPPORTED:
        raise ScimError("This server does not support it; see /ServiceProviderConfig.", status=501)
    return _describe(request, name, key)


class _Exchange:
    """A request about one collection, and its response."""

    def __init__(self, request: Request, collection: Collection[Any, Any]) -> None:
        self._request, self._collection = request, collection
        self._actor = require_user(request.user)

    def respond(self, key: str) -> Response:
        match self._request.method, bool(key):
            case "GET", False:
                return self._list()
            case "POST", False:
                return self._create()
            case "GET", True:
                row = self._collection.get(_uuid_of(key))
            case "PUT", True:
                replaced = parsed(self._collection.model, self._request.data, Context.RESOURCE_REPLACEMENT_REQUEST)
                row = self._collection.replace(_uuid_of(key), replaced, self._actor)
            case "PATCH", True:
                patch = patch_of(self._collection.model, self._request.data)
                row = self._patch(_uuid_of(key), patch)
            case "DELETE", True:
                self._collection.remove(_uuid_of(key), self._actor)
                return Response(status=204)
            case _:
                raise MethodNotAllowed(self._request.method or "")
        return Response(self._body(row, Context.RESOURCE_QUERY_RESPONSE))

    def _list(self) -> Response:
        page = page_of(self._collection.model, self._request.query_params)
        rows = self._collection.rows(page.condition(self._collection.columns))
        total = rows.count()
        found = list(rows.order_by("pk")[page.start : page.stop]) if page.stop > page.start else []
        resources = self._collection.resources(found, page.parameters, self._locate)
        response = ListResponse[self._collection.model](  # type: ignore[name-defined]  # a variable
            total_results=total, start_index=page.start + 1, items_per_page=len(resources), resources=resources
        )
        return Response(response.model_dump(scim_ctx=Context.SEARCH_RESPONSE, response_parameters=page.parameters))

    def _create(self) -> Response:
        resource = parsed(self._collection.model, self._request.data, Context.RESOURCE_CREATION_REQUEST)
        row = self._collection.create(resource, self._actor)
        body = self._body(row, Context.RESOURCE_CREATION_RESPONSE)
        return Response(body, status=201, headers={"Location": self._locate(f"{self._collection.name}/{row.pk}")})

    def _patch(self, key: UUID, patch: "PatchOp[Any]") -> Any:
        def patched(resource: Resource[Any]) -> Resource[Any]:
            with POLICY:
                patch.patch(resource)
            return resource

        return self._collection.change(key, patched, self._actor, self._locate)

    def _body(self, row: Any, context: Context) -> dict[str, Any]:
        parameters = parameters_of(self._collection.model, self._request.query_params)
        resource = self._collection.resources([row], parameters, self._locate)[0]
        return dict(resource.model_dump(scim_ctx=context, response_parameters=parameters))

    def _locate(self, path: str) -> str:
        return _locate(self._request, path)


def _uuid_of(key: str) -> UUID:
    try:
        return UUID(key)
    except ValueError:
        raise NotFound from None


def _locate(request: Request, path: str) -> str:
    return site_of(request).url(_BASE + path)


def _describe(request: Request, name: str, key: str) -> Response:
    """Respond with what this server can do (RFC 7644, section 4)."""
    is_list = name in _DESCRIPTIONS and not key
    found: Any = CONFIG if name == "ServiceProviderConfig" and not key else _DESCRIPTIONS.get(name, {}).get(key)
    if found is None and not is_list:
        raise NotFound("There is nothing at this URL.")
    if request.method != "GET":
        raise MethodNotAllowed(request.method or "")
    if not is_list:
        return Response(_described(found, request, "/".join(filter(None, (name, key)))))
    if "filter" in request.query_params:
        raise ScimError("Filters are not supported here.", status=403)
    resources = [_described(each, request, f"{name}/{each.id}") for each in _DESCRIPTIONS[name].values()]
    body = {"schemas": [str(ListResponse.__schema__)], "totalResults": len(resources), "startIndex": 1}
    return Response(body | {"itemsPerPage": len(resources), "Resources": resources})


def _described(resource: Resource[Any], request: Request, path: str) -> dict[str, Any]:
    meta = Meta(resource_type=type(resource).__name__, location=_locate(request, path))
    parameters: ResponseParameters[Any] = parameters_of(type(resource), request.query_params)
    described = resource.model_copy(update={"meta": meta})
    return dict(described.model_dump(scim_ctx=Context.RESOURCE_QUERY_RESPONSE, response_parameters=parameters))
