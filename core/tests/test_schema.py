"""Databases that lack something that this version needs: `migrate` and `/health/ready` name it."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from core.db import schema

pytestmark = pytest.mark.django_db


def test_a_migrated_database_is_complete():
    assert schema.problems(connection) == []
    assert list(schema.check_database(databases=["default"])) == []


def test_a_database_behind_this_version_is_recognised():
    MigrationRecorder(connection).record_unapplied("users", "0001_initial")
    assert schema.missing_migrations(connection) == ["users.0001_initial"]
    assert "users.0001_initial" in schema.problems(connection)[0]
    assert list(schema.check_database(databases=["default"])) == [], "`migrate` would create the tables"


def test_a_database_with_another_history_is_refused():
    recorder = MigrationRecorder(connection)
    recorder.record_applied("users", "0002_of_the_future")
    assert list(schema.check_database(databases=["default"])) == [], "of a later version: its processes may come back"
    recorder.record_unapplied("users", "0001_initial")
    (error,) = schema.check_database(databases=["default"])
    assert (error.id, "users.0002_of_the_future" in error.msg) == ("core.E001", True)


def test_a_restore_that_lost_a_table_is_recognised():
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE corpuses_passage CASCADE")
    assert schema.problems(connection) == ["The table corpuses_passage does not exist."]
    (error,) = schema.check_database(databases=["default"])
    assert (error.id, error.msg) == ("core.E003", "The table corpuses_passage does not exist.")
    assert "extension vector" in error.hint
