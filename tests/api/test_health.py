"""Liveness and readiness probes for load balancers and supervisors."""

import socket
import time

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from config.health import DEADLINE_SECONDS, check_schema

pytestmark = pytest.mark.django_db

UNREACHABLE = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
}


def test_liveness_needs_no_service(anonymous_api, settings, django_assert_num_queries):
    # proves: S3-56
    settings.CACHES = UNREACHABLE
    with django_assert_num_queries(0):
        response = anonymous_api.get("/health/live")
    assert (response.status_code, response.json()) == (200, {"status": "live"})


def test_readiness_checks_every_service(anonymous_api):
    # proves: S3-57
    response = anonymous_api.get("/health/ready")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ready",
        "checks": {"database": "ok", "schema": "ok", "redis": "ok", "broker": "ok", "object_store": "ok"},
        "workers": 0,
    }


def without_redis(settings, tmp_path):
    settings.CACHES = UNREACHABLE


def without_store(settings, tmp_path):
    (tmp_path / "a file").touch()
    default = {**settings.STORAGES["default"], "OPTIONS": {"location": str(tmp_path / "a file" / "blobs")}}
    settings.STORAGES = settings.STORAGES | {"default": default}


@pytest.mark.parametrize(("name", "make_unavailable"), [("redis", without_redis), ("object_store", without_store)])
def test_unavailable_services_are_named(anonymous_api, settings, tmp_path, name, make_unavailable):
    # proves: S3-57 S3-51
    make_unavailable(settings, tmp_path)
    response = anonymous_api.get("/health/ready")
    assert response.status_code == 503
    assert (response.json()["error"]["code"], response.json()["error"]["failing"]) == ("not_ready", [name])
    assert int(response["Retry-After"]) > 0  # S4-16


def test_an_unavailable_database_is_named(anonymous_api, monkeypatch):
    # proves: S3-57
    def refuse(*_: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection.Database, "connect", refuse)  # the check has a connection of its own
    response = anonymous_api.get("/health/ready")
    assert (response.status_code, response.json()["error"]["failing"]) == (503, ["database"])


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_an_unavailable_broker_is_named(anonymous_api, monkeypatch, scheme):
    # proves: S3-57
    monkeypatch.setenv("CELERY_BROKER_URL", f"{scheme}://127.0.0.1:1//")  # Celery reads it before its settings
    response = anonymous_api.get("/health/ready")
    assert (response.status_code, response.json()["error"]["failing"]) == (503, ["broker"])


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_hangs_is_named_in_time(anonymous_api, monkeypatch, scheme):
    # proves: S3-57
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts connections, and never responds
        monkeypatch.setenv("CELERY_BROKER_URL", f"{scheme}://127.0.0.1:{silent.getsockname()[1]}//")
        started = time.monotonic()
        response = anonymous_api.get("/health/ready")
        seconds = time.monotonic() - started
    assert (response.status_code, response.json()["error"]["failing"]) == (503, ["broker"])
    assert seconds < DEADLINE_SECONDS + 1


@pytest.mark.django_db(transaction=True)
def test_a_database_without_the_newest_migration_is_not_ready(anonymous_api):
    recorder = MigrationRecorder(connection)
    newest = max(name for app, name in recorder.applied_migrations() if app == "corpuses")
    check_schema.cache_clear()
    recorder.record_unapplied("corpuses", newest)
    try:
        response = anonymous_api.get("/health/ready")
        assert (response.status_code, response.json()["error"]["failing"]) == (503, ["schema"])
    finally:
        recorder.record_applied("corpuses", newest)
    assert anonymous_api.get("/health/ready").status_code == 200
