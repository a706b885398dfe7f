"""A PostgreSQL with the current schema, which checks whether mutated SQL is valid."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg

from config.stack.temporary_engines import temporary_engines
from tests.copies import ROOT

_DATABASE = "cartulary"

IsValid = Callable[[str], bool]


@contextmanager
def server() -> Iterator[IsValid]:
    """Yield a function that checks whether the server accepts a text."""
    with temporary_engines() as engines:
        environment = {**os.environ, **engines.environment(), "DJANGO_SETTINGS_MODULE": "config.settings.test"}
        engines.cluster.ensure_database(_DATABASE)
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        with psycopg.connect(engines.cluster.conninfo(_DATABASE)) as connection:
            yield lambda source: _is_valid(connection, source)


def _is_valid(connection: psycopg.Connection, source: str) -> bool:
    try:
        connection.execute(source.encode())
    except psycopg.Error:
        return False
    finally:
        connection.rollback()
    return True
