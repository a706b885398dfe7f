"""Pytest plug-in (`-p config.stack.testing`): real engines for the tests, started before Django reads its settings.

The engines belong to this process alone and end with it, also when pytest is killed. Each of xdist's processes has its
own, so that a test may cut, empty or restart what it likes.
"""

import os
import secrets
from collections.abc import Generator, Mapping
from contextlib import ExitStack

import pytest

from config.stack.throwaway import ThrowAway, throw_away_engines

pytest_plugins = ["config.stack.fixtures"]

SOCKET = "CARTULARY_TEST_REDIS_SOCKET"

_engines = ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, object, object]:
    """A wrapper comes before pytest-django's own hook, which imports the settings."""
    os.environ.update(environment_of(_engines.enter_context(throw_away_engines())))
    os.environ.update(redis_numbers(os.environ))
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    _engines.close()


def environment_of(engines: ThrowAway) -> dict[str, str]:
    """What a program needs to find these engines."""
    return {
        "DATABASE_URL": engines.cluster.django_url("cartulary"),
        "DATA_DIR": str(engines.data),
        "MODELS_DIR": str(engines.data / "models"),
        "SECRET_KEY": secrets.token_urlsafe(48),
        "JWT_SECRET": secrets.token_urlsafe(48),
        SOCKET: str(engines.valkey.socket),
    }


def redis_numbers(environment: Mapping[str, str]) -> dict[str, str]:
    """Number 0 is the broker's, number 1 the cache's."""
    socket = environment[SOCKET]
    return {
        "REDIS_URL": f"unix://{socket}?db=1",
        "CELERY_BROKER_URL": f"redis+socket://{socket}?virtual_host=0",
    }
