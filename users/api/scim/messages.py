"""Requests of SCIM: bodies, parameters, and what is wrong with them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.db.models import Q
from pydantic import ValidationError
from scim2_models import Context, Error, PatchOp, Resource, ResponseParameters, SCIMException, SearchRequest

from users.api.scim.errors import ScimError
from users.api.scim.filters import condition_of
from users.api.scim.resources import MAX_RESULTS, POLICY

MAX_OPERATIONS: Final = 500
_MAX_LENGTH: Final = 1_000  # of a filter, a path, or a list of attributes
_MAX_START: Final = 10**9
_DETAIL_LENGTH: Final = 500  # some messages repeat the value

R = TypeVar("R", bound=Resource[Any])


@contextmanager
def scim_errors() -> Iterator[None]:
    """Turn the errors of the library into `ScimError`."""
    try:
        yield
    except ValidationError as error:
        first = Error.from_validation_errors(error)[0]
        raise _refused(first) from None
    except SCIMException as error:
        raise _refused(error.to_error()) from None
    except RecursionError:
        raise ScimError("The request is nested too deeply.", scim_type="invalidSyntax") from None


def _refused(error: Error) -> ScimError:
    message = (error.detail or "")[:_DETAIL_LENGTH]
    return ScimError(message, scim_type=error.scim_type or "", status=error.status or 400)


def parsed(model: type[R], body: object, context: Context) -> R:
    """Return the resource of a body; raise `ScimError`."""
    with scim_errors():
        return model.model_validate(body, scim_ctx=context, scim_policy=POLICY)


def patch_of(model: type[Resource[Any]], body: object) -> "PatchOp[Any]":
    """Return the operations of a body; raise `ScimError`."""
    _require_few_operations(body)
    with scim_errors():
        patch: PatchOp[Any] = PatchOp[model].model_validate(  # type: ignore[valid-type]  # a variable
            body, scim_ctx=Context.RESOURCE_PATCH_REQUEST, scim_policy=POLICY
        )
    return patch


def _require_few_operations(body: object) -> None:
    lists = [value for name, value in body.items() if name.lower() == "operations"] if isinstance(body, dict) else []
    operations = [each for found in lists if isinstance(found, list) for each in found]
    if len(operations) > MAX_OPERATIONS:
        raise ScimError(f"Send at most {MAX_OPERATIONS} operations.", scim_type="invalidValue")
    paths = (value for each in operations if isinstance(each, dict) for value in each.values())
    if any(isinstance(value, str) and len(value) > _MAX_LENGTH for value in paths):
        raise ScimError(f"Values and paths have at most {_MAX_LENGTH} characters.", scim_type="invalidValue")


def parameters_of(model: type[Resource[Any]], query: Mapping[str, str]) -> "ResponseParameters[Any]":
    """Return which attributes are asked for; raise `ScimError`."""
    names = ("attributes", "excludedAttributes")
    values = {name: query[name] for name in names if query.get(name)}
    _require_short(values)
    with scim_errors():
        return ResponseParameters[model].model_validate(values)  # type: ignore[valid-type]  # a variable


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The part of a list that is asked for."""

    start: int  # from 0
    stop: int
    search: "SearchRequest[Any]"
    parameters: "ResponseParameters[Any]"

    def condition(self, columns: Mapping[str, Callable[[str], Q]]) -> Q:
        """Return the filter as a condition; raise `ScimError` for one that is not supported."""
        return condition_of(self.search.filter.ast, columns) if self.search.filter else Q()


def page_of(model: type[Resource[Any]], query: Mapping[str, str]) -> Page:
    """Return the page; raise `ScimError`. Sorting is not supported, so that `sortBy` is ignored."""
    names = ("startIndex", "count", "filter")
    values = {name: query[name] for name in names if query.get(name)}
    _require_short(values)
    with scim_errors():
        search: SearchRequest[Any] = SearchRequest[model].model_validate(  # type: ignore[valid-type]  # a variable
            values, scim_ctx=Context.SEARCH_REQUEST, scim_policy=POLICY
        )
    start = min(max(search.start_index or 1, 1), _MAX_START) - 1
    count = MAX_RESULTS if search.count is None else min(max(search.count, 0), MAX_RESULTS)
    return Page(start=start, stop=start + count, search=search, parameters=parameters_of(model, query))


def _require_short(values: Mapping[str, str]) -> None:
    for name, value in values.items():
        if len(value) > _MAX_LENGTH:
            kind = "invalidFilter" if name == "filter" else "invalidValue"
            raise ScimError(f"{name} has at most {_MAX_LENGTH} characters.", scim_type=kind)
