"""Pytest plug-in (`-p config.stack.testing`): real engines for the tests, started before Django reads its settings.

The engines belong to this run alone and end with it, also when pytest is killed. Parallel processes share the servers,
never a database: pytest-django names one per process, and each gets its own two Redis numbers here.
"""

import os
import secrets
from collections.abc import Generator, Mapping
from contextlib import ExitStack

import pytest

from config.stack.throwaway import ThrowAway, throw_away_engines

pytest_plugins = ["config.stack.fixtures"]

# Set by the process that started the engines, inherited by xdist's workers.
SOCKET = "CARTULARY_TEST_REDIS_SOCKET"

_engines = ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, object, object]:
    """A wrapper comes before pytest-django's own hook, which imports the settings."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        os.environ.update(environment_of(_engines.enter_context(throw_away_engines())))
    os.environ.update(redis_numbers(os.environ, worker=os.environ.get("PYTEST_XDIST_WORKER", "")))
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


def redis_numbers(environment: Mapping[str, str], *, worker: str = "") -> dict[str, str]:
    """Number 0 and 1 for a plain run or the controller, then a pair for each of gw0, gw1, …"""
    broker = 2 * (int(worker.removeprefix("gw")) + 1) if worker else 0
    socket = environment[SOCKET]
    return {
        "REDIS_URL": f"unix://{socket}?db={broker + 1}",
        "CELERY_BROKER_URL": f"redis+socket://{socket}?virtual_host={broker}",
    }
