"""Lookups of objects whose SQL is compiled once per process.

Django compiles a queryset for each execution. For the forty columns of a document and the rows beside it that takes six
times as long as PostgreSQL takes to find them, and it was more than half of the time of a small request.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from django.db import connections
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

from core.db.statements import Parameter, Statement

M = TypeVar("M", bound=Model)


class CompiledLookup(Generic[M]):
    """Finds objects of a queryset by the values of some lookups: `CompiledLookup(Page.objects.all, "number")`.

    `rows` is called once, when the first object is looked up, so nothing in it may depend on the request: who may see
    an object is checked afterwards (`core.access.permissions.get_visible`). It may select, defer and annotate, but
    nothing is prefetched.
    """

    def __init__(self, rows: Callable[[], QuerySet[M]], *lookups: str) -> None:
        self._rows: Final = rows
        self._lookups: Final = lookups

    def get(self, *values: object) -> M | None:
        """Return the object for the values of the lookups, in their order, or `None`; one query.

        Values are passed to PostgreSQL as they are, so they have the type that the column has in Python. Of several
        objects, one is returned.
        """
        return next(iter(self._query.fetch(self._named(values), most=1)), None)

    def all(self, *values: object) -> list[M]:
        """Return all objects for the values of the lookups, in no order; one query."""
        return self._query.fetch(self._named(values))

    def _named(self, values: Sequence[object]) -> dict[str, object]:
        return dict(zip(self._lookups, values, strict=True))

    @cached_property
    def _query(self) -> "_CompiledQuery[M]":
        parameters = {name: Parameter(name) for name in self._lookups}
        return _CompiledQuery(self._rows().order_by().filter(**parameters))


class _CompiledQuery(Generic[M]):
    """The SQL of a queryset, and how its rows become objects, as in `django.db.models.query.ModelIterable`."""

    def __init__(self, rows: QuerySet[M]) -> None:
        self._database: Final = rows.db
        compiler: Any = rows.query.get_compiler(using=rows.db)
        sql, params = compiler.as_sql()
        self._statement: Final = Statement(sql, tuple(params))
        select, klass = compiler.select, compiler.klass_info
        first, end = klass["select_fields"][0], klass["select_fields"][-1] + 1
        self._model: type[M] = klass["model"]
        self._own: Final = slice(first, end)
        self._names: Final = [column.target.attname for column, *_ in select[first:end]]
        self._related: Final = get_related_populators(klass, select, rows.db)  # type: ignore[call-arg]  # Django 6's
        self._annotations: Final[dict[str, int]] = compiler.annotation_col_map or {}
        self._converters: Final = compiler.get_converters([column for column, *_ in select])

    def fetch(self, values: Mapping[str, object], *, most: int | None = None) -> list[M]:
        with connections[self._database].cursor() as cursor:
            cursor.execute(self._statement.sql, self._statement.bind(values))
            found = cursor.fetchall() if most is None else cursor.fetchmany(most)
        return [self._build(list(row)) for row in found]

    def _build(self, row: list[Any]) -> M:
        connection = connections[self._database]
        for column, (converters, expression) in self._converters.items():
            for convert in converters:
                row[column] = convert(row[column], expression, connection)
        obj = self._model.from_db(self._database, self._names, row[self._own])
        for related in self._related:
            related.populate(row, obj)
        for name, column in self._annotations.items():
            setattr(obj, name, row[column])
        return obj
