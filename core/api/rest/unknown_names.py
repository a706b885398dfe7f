"""Refuse parameters and fields that a request does not have, and suggest the right name."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from core.errors import Invalid

# Names that other APIs use for the same.
_SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "ordering": ("order_by",),
    "order": ("order_by",),
    "orderby": ("order_by",),
    "sort": ("order_by",),
    "since": ("created_after", "modified_after"),
    "until": ("created_before", "modified_before"),
    "before": ("created_before",),
    "total_count": ("count",),
    "mime_type": ("type",),
    "filetype": ("type",),
    "limit": ("page_size",),
    "per_page": ("page_size",),
    "first": ("page_size",),
    "page": ("cursor",),
    "offset": ("cursor",),
    "after": ("cursor", "created_after"),
    "search": ("q", "query"),
    "q": ("query", "search"),
    "name": ("title", "filename"),
    "title": ("name",),
    "email": ("username",),
}
_LISTED: Final = 12
_VALUES_LISTED: Final = 60


class UnknownParameter(Invalid):
    """This URL has no such parameter."""

    code = "unknown_parameter"
    what_to_do = "Correct the name; the message suggests one."


class RepeatedParameter(Invalid):
    """This parameter can be given only once."""

    code = "repeated_parameter"
    what_to_do = "Send the parameter once."


UNKNOWN_FIELD: Final = "unknown_field"
ERRORS_NAMED: Final = 10  # of a request: its author corrects these first, and a wrong request costs little


def require_known_parameters(query: QueryDict, fields: Mapping[str, Any]) -> None:
    """Raise `UnknownParameter` or `RepeatedParameter` unless the query string has only these, each once."""
    for name, values in query.lists():
        if name not in fields:
            raise UnknownParameter(f"Unknown parameter `{name[:100]}`.{suggestion(name, fields)}", field=name[:100])
        if len(values) > 1 and not isinstance(fields[name], serializers.ListField | serializers.MultipleChoiceField):
            raise RepeatedParameter(f"The parameter `{name}` can be given only once.", field=name)


def unknown_fields(names: Iterable[str], known: Iterable[str]) -> dict[str, list[ErrorDetail]]:
    """Return an error for each name that is not known, at most ten; the first one with a suggestion."""
    allowed = dict.fromkeys(known)
    unknown = (name for name in map(str, names) if name not in allowed)
    found: dict[str, list[ErrorDetail]] = {}
    for name in islice(unknown, ERRORS_NAMED):
        hint = "" if found else suggestion(name, allowed)
        found[name[:100]] = [ErrorDetail(f"Unknown field `{name[:100]}`.{hint}", code=UNKNOWN_FIELD)]
    return found


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return a sentence with the name that was probably meant, or with all known ones."""
    allowed = list(known)
    meant = [synonym for synonym in _SYNONYMS.get(name.lower(), ()) if synonym in allowed]
    meant += get_close_matches(name.lower()[:100], allowed, n=1)
    if meant:
        return f" Did you mean `{meant[0]}`?"
    if not allowed or len(allowed) > _LISTED:
        return ""
    return f" Known are {', '.join(f'`{each}`' for each in allowed)}."


def value_suggestion(value: object, allowed: Iterable[Any]) -> str:
    """Return sentences with the value that was probably meant, and with the allowed ones if they are few."""
    values = [str(each) for each in allowed]
    close = get_close_matches(str(value).lower()[:100], values, n=1)
    meant = f" Did you mean `{close[0]}`?" if close else ""
    return f"{meant} Allowed: {', '.join(f'`{each}`' for each in values)}." if len(values) <= _VALUES_LISTED else meant
