"""A PostgreSQL with the present schema, to ask whether a mutated file of SQL is one at all."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg

from config.stack.temporary_engines import temporary_engines
from tests.copies import ROOT

_DATABASE = "cartulary"

Takes = Callable[[str], bool]


@contextmanager
def server() -> Iterator[Takes]:
    """Give what tells whether the server takes a text."""
    with temporary_engines() as engines:
        environment = {**os.environ, **engines.environment(), "DJANGO_SETTINGS_MODULE": "config.settings.test"}
        engines.cluster.ensure_database(_DATABASE)
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        with psycopg.connect(engines.cluster.conninfo(_DATABASE)) as connection:
            yield lambda source: _is_taken(connection, source)


def _is_taken(connection: psycopg.Connection, source: str) -> bool:
    try:
        connection.execute(source.encode())
    except psycopg.Error:
        return False
    finally:
        connection.rollback()
    return True
