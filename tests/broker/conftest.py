"""The tests' kinds on a real worker that speaks to a RabbitMQ of its own, and this process with it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import current_app

from config.stack.testing import Process, Processes
from tasks.runtime import scheduler
from tests.broker.rabbitmq import RabbitMq, rabbitmq, why_not
from tests.jobs.conftest import QUICK, STEPS, shared_processes, user

__all__ = ["shared_processes", "user"]


@pytest.fixture(scope="module")
def rabbit(tmp_path_factory) -> Iterator[RabbitMq]:
    if reason := why_not():
        pytest.skip(reason)
    with rabbitmq(tmp_path_factory.mktemp("rabbitmq")) as broker:
        yield broker


@pytest.fixture(scope="module")
def shared_worker(shared_processes: Processes, rabbit: RabbitMq) -> Iterator[Process]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CELERY_BROKER_URL", rabbit.url)  # which Celery asks before its settings
        _connect_anew()
        yield shared_processes.worker(arguments=STEPS, env={**QUICK, "CELERY_BROKER_URL": rabbit.url})
    _connect_anew()


@pytest.fixture
def store_of_the_worker(settings) -> None:
    """Store files in the folder of the module's worker."""
    folder = Path(os.environ["DATA_DIR"])
    options = {"location": str(folder / "blobs"), "allow_overwrite": True}
    settings.DATA_DIR = folder
    settings.STORAGES = settings.STORAGES | {"default": {**settings.STORAGES["default"], "OPTIONS": options}}


def _connect_anew() -> None:
    """Reset Celery's app, which keeps its connections and their settings."""
    app = current_app._get_current_object()
    if app._pool is not None:
        app._pool.force_close_all()
    app._pool = app.amqp._producer_pool = None
    scheduler.continuation_priorities.cache_clear()
