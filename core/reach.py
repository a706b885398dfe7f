"""The other way round from `core.grants`: whom, of some people, a thing reaches. For telling them that it changed.

Read from the tables that give sight, so that nobody is told of what they do not see. What is public reaches nobody in
particular: it would be everybody.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from typing import Any
from uuid import UUID

from django.db.models import F, Model, QuerySet, UUIDField, Value

from core.models import Owned

Reached = Mapping[UUID, frozenset[UUID]]


@dataclass(frozen=True, slots=True)
class Reach:
    """Rows that each let a person see a thing: the lookups to the keys of both; without a person, everybody."""

    rows: QuerySet[Any]
    thing: str
    person: str | None

    def pairs(self, things: Collection[UUID]) -> QuerySet[Any]:
        """The keys of thing and person, for these things."""
        person: Any = F(self.person) if self.person else Value(None, output_field=UUIDField())
        rows = self.rows.filter(**{f"{self.thing}__in": things}).annotate(a_thing=F(self.thing), a_person=person)
        found: QuerySet[Any] = rows.order_by().values_list("a_thing", "a_person")
        return found


# Given some people, the sets of rows that reach one of them, or everybody.
Source = Callable[[Collection[UUID]], Iterable[Reach]]

_sources: dict[type[Model], list[Source]] = defaultdict(list)


def register(model: type[Model], source: Source) -> None:
    """Let `source` say whom rows of `model` reach, besides their owners."""
    if source not in _sources[model]:
        _sources[model].append(source)


def people_reached(model: type[Model], things: Collection[UUID], people: Collection[UUID]) -> Reached:
    """Those of the people whom each thing reaches as its owner or by a share; one query."""
    return _ask([each for each in _reaches(model, people) if each.person], things, people)


def people_seeing(model: type[Model], things: Collection[UUID], people: Collection[UUID]) -> Reached:
    """Those of the people who see each thing, be it because it is public; one query."""
    reaches = list(_reaches(model, people))
    if issubclass(model, Owned):
        reaches.append(Reach(_rows(model).filter(is_public=True), "pk", None))
    return _ask(reaches, things, people)


def _reaches(model: type[Model], people: Collection[UUID]) -> Iterator[Reach]:
    if issubclass(model, Owned):
        yield Reach(_rows(model).filter(owner__in=people), "pk", "owner_id")
    yield from chain.from_iterable(source(people) for source in _sources.get(model, ()))


def _ask(reaches: Iterable[Reach], things: Collection[UUID], people: Collection[UUID]) -> Reached:
    parts = [reach.pairs(things) for reach in reaches]
    found: defaultdict[UUID, set[UUID]] = defaultdict(set)
    if parts and things and people:
        everybody = frozenset(people)
        for thing, person in reduce(lambda one, other: one.union(other, all=True), parts):
            found[thing] |= everybody if person is None else {person}
    return {thing: frozenset(reached) for thing, reached in found.items()}


def _rows(model: type[Model]) -> QuerySet[Any]:
    rows: QuerySet[Any] = model._base_manager.all()
    return rows
