"""The schema of a migrated database in one file, which a new database is loaded from: migrating takes half a minute.

`make migrations WRITE=1` writes it (`config.stack.schema`). A file that was not made from the migrations of now is not
used. This module needs no Django, whose start takes longer than loading.

SQL that models cannot express (functions, triggers, a view, storage) is in `*.sql` files beside what uses it. Each is
safe to run again. A change of one needs a migration that runs those of its package, for databases that exist:
`RunSQL(sql_of("tasks"))`, with a comment `# SQL 0123456789ab`, whose number a test names.
"""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

import psycopg

PROJECT: Final = Path(__file__).resolve().parents[2]
FILE: Final = Path(__file__).with_name("schema.sql")
# Those that have migrations, in the order of their dependencies.
PACKAGES: Final = ("users", "audit", "tasks", "events", "documents", "corpuses")
_DISTRIBUTIONS: Final = ("Django", "django-allauth")  # their migrations are in the file, too
_SOURCES: Final = "-- sources: "

# Two programs that prepare the same new database wait for each other.
_LOCK: Final = "select pg_advisory_xact_lock(hashtext('cartulary schema'))"
_IS_EMPTY: Final = """
select current_schema() = 'public' and not exists (
  select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
)"""


def sql_of(package: str) -> str:
    """Return the SQL of a package, for `migrations.RunSQL`."""
    # An earlier migration installs the functions of today, which may use columns that a later one adds.
    return "\n".join(["set local check_function_bodies = off;", *(file.read_text("utf-8") for file in _sql(package))])


def sql_fingerprint(package: str) -> str:
    """Hash the SQL of a package, for the comment in its newest migration that runs it."""
    return hashlib.sha256(sql_of(package).encode()).hexdigest()[:12]


def sources() -> Iterator[Path]:
    """Return the files that the schema is made from: our migrations and their SQL."""
    for package in PACKAGES:
        yield from sorted((PROJECT / package / "migrations").glob("*.py"))
        yield from _sql(package)


def fingerprint() -> str:
    """Hash what the schema is made from, with the versions of packages that have migrations of their own."""
    digest = hashlib.sha256("".join(f"{name} {version(name)}\0" for name in _DISTRIBUTIONS).encode())
    for file in sources():
        digest.update(f"\0{file.relative_to(PROJECT)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def is_current(file: Path = FILE) -> bool:
    """Check whether the file was made from the migrations of now."""
    with file.open(encoding="utf-8") as lines:
        return lines.readline() == f"{_SOURCES}{fingerprint()}\n"


def compose(schema: str) -> str:
    """Return the text of the file for a schema."""
    return f"{_SOURCES}{fingerprint()}\n{schema}"


def load(connection: "psycopg.Connection[tuple[object, ...]]", file: Path = FILE) -> bool:
    """Create all tables in a database that has none, with the rows of migrations, content types and permissions.

    Return whether it did: not if there are tables or views, or the file is older than the migrations.
    """
    if not is_current(file):
        return False
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(_LOCK)
        if cursor.execute(_IS_EMPTY).fetchone() != (True,):
            return False
        cursor.execute(file.read_bytes())
    return True


def _sql(package: str) -> list[Path]:
    return sorted((PROJECT / package).rglob("*.sql"))
