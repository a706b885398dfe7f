"""The role of production.yml: it owns its database, is no superuser, and finds the extension that it may not create."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from config.stack.temporary_engines import temporary_engines

PROJECT = Path(__file__).resolve().parents[2]
INIT = PROJECT / "compose" / "postgres" / "init.sh"


@pytest.fixture(scope="module")
def engines():
    with temporary_engines() as started:
        started.cluster.ensure_database("cartulary")
        yield started


def migrate(engines, role: str) -> subprocess.CompletedProcess[str]:
    url = engines.cluster.django_url("cartulary").replace("postgres://postgres@", f"postgres://{role}@")
    environment = {**os.environ, **engines.environment(), "DATABASE_URL": url}
    argv = [sys.executable, "manage.py", "migrate", "--noinput"]
    return subprocess.run(argv, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.full
def test_migrate_names_the_extension_that_an_ordinary_role_lacks(engines):
    with psycopg.connect(engines.cluster.conninfo(), autocommit=True) as connection:
        connection.execute("create role visitor login")
    ended = migrate(engines, "visitor")
    assert ended.returncode == 1
    assert "The database has no extension vector." in ended.stderr
    assert "CREATE EXTENSION vector" in ended.stderr


@pytest.mark.full
def test_the_script_of_the_container_prepares_the_database_for_migrations(engines):
    cluster = engines.cluster
    programs = f"{cluster.engine.program.parent}:{os.environ['PATH']}"
    environment = {"PATH": programs, "PGHOST": str(cluster.sockets), "POSTGRES_PASSWORD": "it's a secret"}
    subprocess.run(["sh", str(INIT)], env=environment, check=True, capture_output=True)
    ended = migrate(engines, "cartulary")
    assert ended.returncode == 0, ended.stderr
    assert "Loaded the schema of this version." in ended.stdout
    with psycopg.connect(cluster.conninfo("cartulary")) as connection:
        roles = (
            "select rolname, rolsuper, rolpassword is null from pg_authid where rolname in ('cartulary', 'postgres')"
        )
        assert set(connection.execute(roles)) == {("cartulary", False, False), ("postgres", True, True)}
        owner = connection.execute("select tableowner from pg_tables where tablename = 'corpuses_passage'").fetchone()
        assert owner == ("cartulary",)
