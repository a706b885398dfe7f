"""SQL that Django compiles from a queryset once, and that is executed with other values each time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models import Expression, Field, ForeignObject, Lookup, QuerySet, TextField
from django.db.models.expressions import RawSQL


class Parameter(Expression):
    """A value that is known only when a compiled statement is executed."""

    def __init__(self, name: str) -> None:
        super().__init__(output_field=TextField())
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


if TYPE_CHECKING:
    _Lookup = Lookup[Any]
else:
    _Lookup = Lookup


@Field.register_lookup
@ForeignObject.register_lookup
class EqualsAny(_Lookup):
    """`column = ANY(array)`: one placeholder, however many values there are."""

    lookup_name = "any"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        column, column_params = self.process_lhs(compiler, connection)
        array, array_params = self.process_rhs(compiler, connection)
        return f"{column} = ANY({array})", [*column_params, *array_params]


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL with parameters that are given by name."""

    sql: str
    params: tuple[Any, ...]

    def bind(self, values: Mapping[str, Any]) -> list[Any]:
        return [values[param.name] if isinstance(param, Parameter) else param for param in self.params]

    def as_subquery(self, values: Mapping[str, Any]) -> RawSQL:
        """Return an expression for `field__in`."""
        return RawSQL(self.sql, self.bind(values))  # noqa: S611  # compiled by Django; values stay parameters

    def rows(self, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Execute the statement. Values are passed to PostgreSQL as they are, and its values are not converted."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.bind(values))
            return list(cursor.fetchall())


def compiled(rows: QuerySet[Any, Any]) -> Statement:
    """Compile a queryset of values, which may have parameters; the caller keeps it with `functools.cache`."""
    sql, params = rows.query.sql_with_params()
    return Statement(sql, tuple(params))
