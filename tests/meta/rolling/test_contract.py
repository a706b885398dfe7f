"""The schema still serves a worker of the last release (T-13); the comparison sees what would not."""

import pytest
from django.db import connection

from tests.meta.rolling import contract
from tests.meta.rolling.__main__ import tables
from tests.meta.rolling.contract import Column, Function, Schema

START = "function tasks_start(uuid, integer) returns TABLE(verdict text)"
STATE = "column tasks_job.state text"
STATE_NOW = Column("tasks_job", "state", "text", True)


# proves: T-13
@pytest.mark.django_db
def test_a_worker_of_the_last_release_finds_what_it_calls():
    with connection.cursor() as cursor:
        now = contract.read(cursor, tables())
    assert len(now.functions) > 10
    assert contract.breaches(contract.recorded()[1], now) == [], "what has to change gets a new name (docs/testing.md)"


def start(*types: str, defaults: int = 0, result: str = "TABLE(verdict text)") -> Function:
    return Function("tasks_start", types, defaults, result)


@pytest.mark.parametrize(
    ("functions", "columns", "number"),
    [
        ([start("uuid", "integer")], [STATE_NOW], 0),
        ([start("uuid", "integer", "text", defaults=1)], [STATE_NOW], 0),  # one more
        ([start("uuid", "integer", "text")], [STATE_NOW], 1),  # which is needed
        ([start("uuid")], [STATE_NOW], 1),  # one less
        ([start("uuid", "bigint")], [STATE_NOW], 1),  # another type
        ([start("uuid", "integer", result="TABLE(verdict text, kind text)")], [STATE_NOW], 1),
        ([], [STATE_NOW], 1),  # gone
        ([start("uuid", "integer")], [], 1),  # a column is gone
        ([start("uuid", "integer")], [Column("tasks_job", "state", "integer", True)], 1),  # of another type
        (
            [start("uuid", "integer")],
            [STATE_NOW, Column("tasks_job", "pid", "integer", False)],
            1,  # an old worker does not fill it
        ),
        (
            [start("uuid", "integer")],
            [STATE_NOW, Column("tasks_job", "pid", "integer", True)],
            0,
        ),
    ],
)
def test_what_an_old_worker_would_miss_is_seen(functions, columns, number):
    now = Schema(functions, columns)
    assert len(contract.breaches([START, STATE], now)) == number
