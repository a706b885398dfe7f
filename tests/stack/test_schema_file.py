"""`core/db/schema.sql`: what the migrations make, loaded into databases without tables only."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from config.stack import schema
from config.stack.temporary_engines import temporary_engines
from core.db import schema_file


@pytest.fixture(scope="module")
def cluster():
    with temporary_engines() as engines:
        yield engines.cluster


@pytest.fixture
def database(cluster, request):
    """Create a database without tables; return its name."""
    cluster.ensure_database(request.node.name)
    return request.node.name


@pytest.mark.parametrize("package", [each for each in schema_file.PACKAGES if schema_file.sql_of(each).count("\n")])
def test_databases_that_exist_get_the_functions_of_now(package):
    migrations = sorted((schema_file.PROJECT / package / "migrations").glob("*.py"))
    newest = [text for file in migrations if "sql_of(" in (text := file.read_text())][-1]
    comment = f"# SQL {schema_file.sql_fingerprint(package)}"
    assert comment in newest, f"the SQL has changed: write a migration that runs it, with {comment}"


def load(cluster, database, **options):
    with psycopg.connect(cluster.conninfo(database)) as connection:
        return schema_file.load(connection, **options)


def tables(cluster, database):
    with psycopg.connect(cluster.conninfo(database)) as connection:
        return connection.execute("select count(*) from pg_tables where schemaname = 'public'").fetchone()[0]


@pytest.mark.full
@pytest.mark.timeout(600)
def test_the_file_is_what_the_migrations_make():
    made = schema_file.compose(schema.migrated_schema())
    assert schema_file.FILE.read_text() == made, "run `make migrations WRITE=1`"


def test_a_loaded_database_has_the_schema_of_the_file(cluster, database):
    assert load(cluster, database)
    assert schema_file.compose(schema.dump(cluster, database)) == schema_file.FILE.read_text()
    assert not load(cluster, database)


def test_two_programs_load_it_once(cluster, database):
    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(lambda _: load(cluster, database), range(2))) == [False, True]


def test_a_database_with_a_table_is_left_alone(cluster, database):
    with psycopg.connect(cluster.conninfo(database)) as connection:
        connection.execute("create table strange (id int)")
    assert not load(cluster, database)
    assert tables(cluster, database) == 1


def test_a_file_of_other_migrations_is_not_used(cluster, database, tmp_path):
    other = tmp_path / "schema.sql"
    other.write_text(schema_file.FILE.read_text().replace(schema_file.fingerprint(), "0" * 64))
    assert not load(cluster, database, file=other)
    assert tables(cluster, database) == 0


def test_a_file_that_fails_leaves_nothing(cluster, database, tmp_path):
    torn = tmp_path / "schema.sql"
    torn.write_text(schema_file.FILE.read_text() + "select 1 / 0;\n")
    with pytest.raises(psycopg.errors.DivisionByZero):
        load(cluster, database, file=torn)
    assert tables(cluster, database) == 0
