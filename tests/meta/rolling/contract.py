"""The functions and columns that processes of the last release rely on while the schema is already of the next.

Functions that workers call keep their name, the arguments (new ones have a default) and exactly what they return:
workers read some results by position. What has to change gets another name. Columns of all tables stay, with their
type, as long as a process of the last release may run; new ones have a default in the database or are nullable.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.copies import ROOT

FILE: Final = ROOT / "tests" / "meta" / "rolling" / "contract.txt"
_CALLERS: Final = ("tasks",)
_RELEASE: Final = "# release: "

_FUNCTIONS = """
select proname as name, prokind, coalesce(pg_get_function_result(oid), '') as result,
  array(select format_type(t, null) from unnest(proargtypes) as t) as types, pronargdefaults as defaults
from pg_proc where proname like 'tasks\\_%%' and pronamespace = 'public'::regnamespace
"""
_COLUMNS = """
select c.table_name as "table", c.column_name as name, format_type(a.atttypid, a.atttypmod) as type,
  (c.is_nullable = 'YES' or c.column_default is not null or c.is_identity = 'YES') as is_free
from information_schema.columns c
join pg_attribute a on a.attrelid = c.table_name::regclass and a.attname = c.column_name
where c.table_schema = 'public' and c.table_name = any(%s)
"""


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    types: tuple[str, ...]
    defaults: int
    result: str

    def line(self) -> str:
        return f"function {self.name}({', '.join(self.types)}) returns {self.result or 'what it is given'}"

    def serves(self, line: str) -> bool:
        """Check whether callers of the recorded function can call this one."""
        shortest = len(self.types) - self.defaults
        calls = (
            Function(self.name, self.types[:count], 0, self.result) for count in range(shortest, len(self.types) + 1)
        )
        return line in {call.line() for call in calls}


@dataclass(frozen=True, slots=True)
class Column:
    table: str
    name: str
    type: str
    is_free: bool

    def line(self) -> str:
        return f"column {self.table}.{self.name} {self.type}"


@dataclass(frozen=True, slots=True)
class Schema:
    """The functions of the current schema that workers use, and its columns."""

    functions: Sequence[Function]
    columns: Sequence[Column]

    def lines(self) -> list[str]:
        return sorted(entry.line() for entry in [*self.functions, *self.columns])


def read(cursor: Any, tables: Sequence[str]) -> Schema:
    """Read the schema of a database; of its functions only those that workers call."""
    called = _called()
    cursor.execute(_FUNCTIONS)
    functions = [
        Function(name, tuple(types), defaults, result)
        for name, _, result, types, defaults in cursor.fetchall()
        if name in called
    ]
    cursor.execute(_COLUMNS, [list(tables)])
    return Schema(functions, [Column(*row) for row in cursor.fetchall()])


def breaches(recorded: Sequence[str], now: Schema) -> list[str]:
    """Return the functions and columns that processes of the release would miss."""
    columns = {column.line() for column in now.columns}
    gone = [
        line
        for line in recorded
        if line not in columns and not any(function.serves(line) for function in now.functions)
    ]
    known = {line.split()[1] for line in recorded if line.startswith("column ")}
    tables = {name.partition(".")[0] for name in known}
    demanding = [
        f"new, not nullable and without a default: {column.line()}"
        for column in now.columns
        if column.table in tables and f"{column.table}.{column.name}" not in known and not column.is_free
    ]
    return gone + demanding


def recorded(path: Path = FILE) -> tuple[str, list[str]]:
    """Return the commit of the recorded release, and the lines."""
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    return first.removeprefix(_RELEASE), [line for line in lines if line and not line.startswith("#")]


def write(commit: str, schema: Schema, path: Path = FILE) -> None:
    """Record a release."""
    path.write_text("\n".join([f"{_RELEASE}{commit}", *schema.lines()]) + "\n", encoding="utf-8")


def _called() -> set[str]:
    return {name for text in _sources() for name in re.findall(r"\btasks_[a-z_]+", text)}


def _sources() -> Iterator[str]:
    for package in _CALLERS:
        for path in (ROOT / package).rglob("*.py"):
            if not {"tests", "migrations"} & set(path.relative_to(ROOT).parts):
                yield path.read_text(encoding="utf-8")
