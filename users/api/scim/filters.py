"""Filters that directories send, as conditions of the database: `eq` and `and`, nothing else."""

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import Q
from scim2_models.path import (
    AttrPath,
    CompareOperator,
    Comparison,
    FilterNode,
    LogicalExpr,
    LogicalOperator,
    ValuePath,
)

from core.api.rest.parsers import is_storable
from users.api.scim.errors import ScimError
from users.identifiers import address_key
from users.provisioning.users import with_user_name

MAX_LENGTH: Final = 1_000


def _is(column: str) -> Callable[[str], Q]:
    return lambda value: Q((column, value))


def _has_key(column: str) -> Callable[[str], Q]:
    def condition(value: str) -> Q:
        try:
            return Q((column, UUID(value)))
        except ValueError:
            return Q(pk=None)

    return condition


def _has_address(value: str) -> Q:
    key = address_key(value)
    return Q(email__iexact=key, email_confirmed=True) if key else Q(pk=None)


def _is_member(value: str) -> Q:
    condition = _has_key("memberships__user")(value)
    return condition & Q(memberships__is_provisioned=True)


OF_USERS: Final[Mapping[str, Callable[[str], Q]]] = {
    "id": _has_key("pk"),
    "username": with_user_name,
    "externalid": lambda value: Q(provisioned__external_id=value) if value else Q(pk=None),
    "displayname": _is("name__iexact"),
    "emails": _has_address,
    "emails.value": _has_address,
}
OF_GROUPS: Final[Mapping[str, Callable[[str], Q]]] = {
    "id": _has_key("pk"),
    "externalid": lambda value: Q(external_id=value) if value else Q(pk=None),
    "displayname": _is("name__iexact"),
    "members": _is_member,
    "members.value": _is_member,
}


def condition_of(node: FilterNode, columns: Mapping[str, Callable[[str], Q]]) -> Q:
    """Return the condition of a filter; raise `ScimError` (`invalidFilter`) for what is not supported."""
    match node:
        case LogicalExpr(op=LogicalOperator.and_, terms=terms):
            return Q(*(condition_of(term, columns) for term in terms))
        case Comparison(attr_path=path, op=CompareOperator.eq, value=value):
            return _compared(_name(path), value, columns)
        case ValuePath(attr_path=path, val_filter=inner):
            return _of_element(_name(path), inner, columns)
    raise _unsupported()


def _of_element(name: str, inner: FilterNode, columns: Mapping[str, Callable[[str], Q]]) -> Q:
    """Return the condition that the one element of a list fits: `emails[type eq "work" and value eq "x"]`."""
    terms = inner.terms if isinstance(inner, LogicalExpr) and inner.op == LogicalOperator.and_ else (inner,)
    found = Q()
    for term in terms:
        match term:
            case Comparison(attr_path=AttrPath(attr=attribute), op=CompareOperator.eq, value=value):
                # Each account has one address, for work.
                if name == "emails" and attribute.lower() == "type":
                    found &= Q() if str(value).lower() == "work" else Q(pk=None)
                else:
                    found &= _compared(f"{name}.{attribute.lower()}", value, columns)
            case _:
                raise _unsupported()
    return found


def _compared(name: str, value: Any, columns: Mapping[str, Callable[[str], Q]]) -> Q:
    if name == "active" and "username" in columns and isinstance(value, bool):
        return Q(is_active=value)
    if name not in columns or not isinstance(value, str):
        raise _unsupported()
    return columns[name](value) if is_storable(value) else Q(pk=None)


def _name(path: AttrPath) -> str:
    return f"{path.attr}.{path.sub_attr}".lower() if path.sub_attr else path.attr.lower()


def _unsupported() -> ScimError:
    return ScimError("Filters compare single attributes by `eq`, joined by `and`.", scim_type="invalidFilter")
