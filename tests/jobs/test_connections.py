"""Connections between steps: no uncommitted work is published, no broken connection reused."""

import importlib.util
import re
import sys
import time

import pytest
from django.db import connection

from config.settings import databases
from tasks import database
from tasks.models import JobLog
from tasks.runtime.worker_session import Session
from tests.timeouts import until

pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture
def db(shared_worker):
    """Replace the fixture that rolls back: the worker must see the rows."""


def sessions_in(state: str) -> int:
    sql = "select count(*) as n from pg_stat_activity where datname = current_database() and state = %s"
    return int(database.select(connection, f"{sql} and application_name like 'cartulary-worker%%'", state)[0]["n"])


# proves: S0-23 X-9
@pytest.mark.full
@pytest.mark.parametrize(("after_commit", "state"), [(False, "failed"), (True, "success")])
def test_a_transaction_that_a_step_leaves_open_is_rolled_back(user, after_commit, state):
    view = user.run("sample.leak", after_commit=after_commit)
    assert view.state == state
    assert not JobLog.objects.filter(job=view.id, message="uncommitted").exists()
    until(lambda: sessions_in("idle in transaction") == 0)
    views = [user.run("sample.chain") for _ in range(4)]  # enough to run on both processes
    assert {view.state for view in views} == {"success"}


# proves: S0-23 X-9
@pytest.mark.full
def test_the_pool_of_the_web_rolls_back_uncommitted_work(user, settings):
    wrapper = database.new_connection()
    wrapper.settings_dict = wrapper.settings_dict | {"OPTIONS": {"pool": {"min_size": 1, "max_size": 1}}}
    with wrapper.cursor() as cursor:
        cursor.execute("begin")
        cursor.execute("update users_user set username = 'half' where id = %s", [user.user.pk])
    wrapper.close()  # as at the end of a request
    with wrapper.cursor() as cursor:
        cursor.execute("select username from users_user where id = %s", [user.user.pk])
        assert cursor.fetchone() == (user.user.username,)
    wrapper.close()
    wrapper.close_pool()


# proves: S0-22 X-20
@pytest.mark.parametrize(
    ("program", "max_age", "pool_age"),
    [
        ("/app/config/serve.py", 0, 3600),
        ("/env/bin/uvicorn", 0, 3600),
        ("/env/bin/celery", 3600, None),
        ("manage.py", 0, None),
    ],
)
def test_connections_are_replaced_after_an_hour(monkeypatch, program, max_age, pool_age):
    monkeypatch.setattr(sys, "argv", [program])
    spec = importlib.util.spec_from_file_location("anew", databases.__file__)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    database = module.DATABASES["default"]
    assert database["CONN_MAX_AGE"] == max_age
    assert database["OPTIONS"].get("pool", {}).get("max_lifetime") == pool_age


# proves: S0-22
def test_a_session_reconnects_after_an_hour(monkeypatch):
    def backend() -> int:
        return int(database.select(session.connection, "select pg_backend_pid() as pid")[0]["pid"])

    session = Session(worker_key=None)
    try:
        before, holder = backend(), session.holder
        session.reconnect_when_old()
        assert backend() == before
        monkeypatch.setattr("tasks.runtime.worker_session.time.monotonic", lambda clock=time.monotonic: clock() + 3601)
        session.reconnect_when_old()
        assert backend() != before
        assert session.holder != holder
    finally:
        session.connection.close()


# proves: S0-24 S0-25
def test_a_database_error_in_the_monitor_is_logged_and_it_continues(user, shared_worker):
    def errors() -> int:
        return len(re.findall("monitor.tick_failed", shared_worker.output()))

    for number in (1, 2):
        cut_connections()
        until(lambda number=number: errors() >= number)
        assert user.run("sample.chain").state == "success"


def cut_connections() -> None:
    sql = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> %s"
    own = database.select(connection, "select pg_backend_pid() as pid")[0]["pid"]
    database.select(connection, sql, own)
