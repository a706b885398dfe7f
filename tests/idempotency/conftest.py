"""Scenarios in an empty database, run by jobs in this process or by a real worker."""

import json
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction

from core.db.transactions import atomic_with_retry
from tasks.models import Job, StepRun
from tasks.states import ENDED
from tests.idempotency.scenarios import SCENARIOS, model_says, product_kinds
from tests.idempotency.snapshot import PACKAGES, snapshot
from tests.idempotency.worker_steps import KILLED, PLAN
from tests.upstreams import ScriptedServer, scripted_server
from users.models import User

# A worker that is alive makes no second beat of its own while its rows are taken away.
_KEPT = {"tasks_workerbeat", "tasks_schedulerstate"}


@pytest.fixture
def language_model(settings) -> Iterator[ScriptedServer]:
    """Start a language model that always gives the same answer."""
    with scripted_server([], choose=model_says) as server:
        settings.LLM_MODEL, settings.LLM_API_KEY, settings.LLM_BASE_URL = "scripted", "key-of-the-tests", server.url
        yield server


@atomic_with_retry  # the worker, which goes on, reads several of them at once
def truncate(tables: list[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"truncate {', '.join(tables)} cascade")


def begin(kind: str) -> None:
    """Empty the tables and the store, then create the rows that start a job of this kind."""
    tables = [model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    truncate([table for table in tables if table.partition("_")[0] in PACKAGES and table not in _KEPT])
    shutil.rmtree(Path(settings.DATA_DIR) / "blobs", ignore_errors=True)
    with transaction.atomic():
        SCENARIOS[kind](User.objects.create_user("ada"))


class Play:
    """A real worker with one slot, which is killed when the plan says so."""

    def __init__(self, plan: Path) -> None:
        self._plan = plan
        self._journal = plan.with_suffix(".journal")

    def run(self, kind: str, *, kill_after: int = 0) -> Counter[str]:
        """Run a scenario to its end and return the snapshot it leaves."""
        steps = [step.name for step in product_kinds()[kind].steps]
        self._journal.unlink(missing_ok=True)
        self._plan.write_text(json.dumps({"steps": steps, "kill_after": kill_after}))
        begin(kind)
        self._wait()
        assert set(Job.objects.values_list("state", flat=True)) <= {"success", "cancelled"}, list(Job.objects.values())
        return snapshot()

    def commits(self) -> list[str]:
        return self._journal.read_text().splitlines()

    def was_killed(self) -> bool:
        return KILLED in self.commits()

    def has_skipped(self) -> bool:
        return StepRun.objects.filter(state="skipped").exists()

    def _wait(self) -> None:
        end = time.monotonic() + 180
        while Job.objects.exclude(state__in=ENDED).exists() or Job.objects.filter(charged=True).exists():
            assert time.monotonic() < end, list(Job.objects.values())
            time.sleep(0.02)


@pytest.fixture
def play(language_model, processes, tmp_path) -> Play:
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps({"steps": [], "kill_after": 0}))
    processes.worker(
        processes=1,
        arguments=("--include", "tests.idempotency.worker_steps"),
        env={
            PLAN: str(plan),
            "LLM_BASE_URL": language_model.url,
            "LLM_MODEL": "scripted",
            "LLM_API_KEY": "key-of-the-tests",
        },
    )
    return Play(plan)
