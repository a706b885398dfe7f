"""Facets of lists of documents, for REST and GraphQL: how many of the documents have each value.

The documents are counted once, by all properties together: there are few combinations, however many documents. The
filters by these properties are applied to the combinations, so that a facet can be counted without its own filter.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count

from core.access import Actor
from corpuses.memberships.api.selectors import list_documents
from corpuses.search.facets import MOST_VALUES, Facet, FacetName, FacetValue
from documents.services.file_types import type_name
from users.models import User

_Combination = tuple[tuple[str, ...], int]
"""A value of each property, and the number of documents that have them."""


@dataclass(frozen=True, slots=True)
class _Property:
    facet: FacetName
    argument: str
    """Name of the argument of `list_documents` that filters by it."""
    column: str
    names: Callable[[Collection[str]], Mapping[str, str]]
    """Return the names of values for people."""


def _same(values: Collection[str]) -> Mapping[str, str]:
    return {each: each for each in values}


def _type_names(values: Collection[str]) -> Mapping[str, str]:
    return {each: type_name(each) for each in values}


def _user_names(values: Collection[str]) -> Mapping[str, str]:
    users = User.objects.filter(pk__in=values).only("name", "username")
    return {str(user.pk): user.name or user.username for user in users}


_PROPERTIES: Final = (
    _Property(FacetName.TYPE, "mime_type__in", "mime_type", _type_names),
    _Property(FacetName.STATE, "state", "state", _same),
    _Property(FacetName.LANGUAGE, "language", "language", _same),
    _Property(FacetName.OWNER, "owner", "owner", _user_names),
)


def facets_of_list(actor: Actor, **filters: Any) -> list[Facet]:
    """Return the facets of the documents that a list has with these filters.

    Each facet counts the documents that match all filters but its own: they are those that its other values would show.
    """
    chosen = [_chosen(filters.pop(each.argument, None)) for each in _PROPERTIES]
    combinations = _combinations(actor, filters)
    facets = [_facet(index, combinations, chosen) for index in range(len(_PROPERTIES))]
    return [facet for facet in facets if facet.values]


def _chosen(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


def _combinations(actor: Actor, filters: Mapping[str, Any]) -> list[_Combination]:
    """Count the documents by all properties together. One query."""
    columns = [each.column for each in _PROPERTIES]
    rows = (
        list_documents(actor, **filters).read_whole().order_by().values_list(*columns).annotate(documents=Count("pk"))
    )
    return [(tuple(map(str, values)), count) for *values, count in rows]


def _facet(index: int, combinations: Sequence[_Combination], chosen: Sequence[tuple[str, ...]]) -> Facet:
    """Count the values of one property; a chosen one is there even if no document has it."""
    counts: Counter[str] = Counter()
    for values, count in combinations:
        if all(not wanted or n == index or values[n] in wanted for n, wanted in enumerate(chosen)):
            counts[values[index]] += count
    del counts[""]  # not known
    shown = sorted(counts, key=lambda value: (-counts[value], value))[:MOST_VALUES]
    if chosen[index] and not set(chosen[index]) & set(shown):
        shown.append(chosen[index][0])
    names = _PROPERTIES[index].names(shown)
    return Facet(
        _PROPERTIES[index].facet, [FacetValue(each, names[each], counts[each]) for each in shown if each in names]
    )
