"""Databases that the replaced migrations made are accepted if they have all of them, and refused if not."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.meta.rolling.scratch import APPS

pytestmark = pytest.mark.django_db


@pytest.fixture
def replaced() -> list[tuple[str, str]]:
    """Record the replaced migrations instead of the squashed one, as in a database of before; return them."""
    recorder = MigrationRecorder(connection)
    squashed = {key: node.replaces for key, node in MigrationLoader(None).disk_migrations.items() if node.replaces}
    assert {app for app, _ in squashed} == set(APPS) - {"audit", "events"}
    for key in squashed:
        recorder.record_unapplied(*key)
    names = [name for names in squashed.values() for name in names]
    assert set(names) <= set(recorder.applied_migrations())
    return names


# proves: T-13
def test_a_database_with_all_replaced_migrations_needs_no_other(replaced):
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    call_command("migrate", verbosity=0, skip_checks=False)
    call_command("migrate", check_unapplied=True, verbosity=0)
    assert all(key in MigrationRecorder(connection).applied_migrations() for key in executor.loader.replacements)


# proves: T-13
@pytest.mark.parametrize("app", ["documents", "tasks"])
def test_a_database_with_some_of_the_replaced_migrations_is_refused(replaced, app):
    last = max(key for key in replaced if key[0] == app and key[1] != "0013_bin")
    MigrationRecorder(connection).record_unapplied(*last)
    with pytest.raises(SystemCheckError, match=rf"some of the migrations that {app}\.0001_squashed.* replaces"):
        call_command("migrate", verbosity=0, skip_checks=False)


def test_other_databases_pass(db):
    assert run_checks(tags=["database"], databases=["default"]) == []
