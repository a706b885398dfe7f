"""Liveness and readiness probes for load balancers and supervisors."""

import pytest
from django.db import OperationalError, connection

pytestmark = pytest.mark.django_db

NOWHERE = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}


def test_being_alive_needs_nothing(anonymous_api, settings, django_assert_num_queries):
    # proves: S3-56
    settings.CACHES = NOWHERE
    with django_assert_num_queries(0):
        response = anonymous_api.get("/health/live")
    assert (response.status_code, response.json()) == (200, {"status": "live"})


def test_being_ready_means_that_everything_is_there(anonymous_api):
    # proves: S3-57
    response = anonymous_api.get("/health/ready")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ready",
        "checks": {"database": "ok", "redis": "ok", "object_store": "ok"},
        "workers": 0,
    }


def break_redis(settings, tmp_path):
    settings.CACHES = NOWHERE


def break_store(settings, tmp_path):
    (tmp_path / "a file").touch()
    default = {**settings.STORAGES["default"], "OPTIONS": {"location": str(tmp_path / "a file" / "blobs")}}
    settings.STORAGES = settings.STORAGES | {"default": default}


@pytest.mark.parametrize(("name", "break_it"), [("redis", break_redis), ("object_store", break_store)])
def test_what_is_not_there_is_named(anonymous_api, settings, tmp_path, name, break_it):
    # proves: S3-57 S3-51
    break_it(settings, tmp_path)
    response = anonymous_api.get("/health/ready")
    assert response.status_code == 503
    assert (response.json()["error"]["code"], response.json()["error"]["failing"]) == ("not_ready", [name])


def test_a_lost_database_is_named(anonymous_api):
    # proves: S3-57
    def refuse(*_: object) -> None:
        raise OperationalError("gone")

    with connection.execute_wrapper(refuse):
        response = anonymous_api.get("/health/ready")
    assert (response.status_code, response.json()["error"]["failing"]) == (503, ["database"])
