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
    MigrationRecorder(connection).record_unapplied("users", "0004_token_limits")
    assert schema.missing_migrations(connection) == ["users.0004_token_limits"]
    assert "users.0004_token_limits" in schema.problems(connection)[0]
    assert list(schema.check_database(databases=["default"])) == [], "`migrate` would create the tables"


def test_a_restore_that_lost_a_table_is_recognised():
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE corpuses_passage CASCADE")
    assert schema.problems(connection) == ["The table corpuses_passage does not exist."]
    (error,) = schema.check_database(databases=["default"])
    assert (error.id, error.msg) == ("core.E003", "The table corpuses_passage does not exist.")
    assert "extension vector" in error.hint
