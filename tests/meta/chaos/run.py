"""One chaos run, from the first request to the verdict. Imported when the engines run, because it needs Django."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection

from tasks.models import Job, JobLog
from tests.meta.chaos import clock, disk, kinds, lost, oracle, recovery
from tests.meta.chaos.executions import REFUSED, Execution, read_executions
from tests.meta.chaos.faults import FaultInjector
from tests.meta.chaos.load import Client, with_retries
from tests.meta.chaos.messages import log_messages, read_messages
from tests.meta.chaos.oracle import Verdict
from tests.meta.chaos.recovery import History, Recovery
from tests.meta.chaos.system import System

SHARE_OF_LOAD = 0.85  # of the duration of faults: jobs still run during the last ones
KILLS = ("F-1 child", "F-2 worker", "F-2 host")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The number of jobs, the duration of the faults in seconds, their seed, and a single fault to inject."""

    jobs: int
    seconds: float
    seed: int
    patience: float
    only: str = ""


def run(system: System, plan: Plan) -> dict[str, Any]:
    """Return the figures; `problems` has the details of those that are not zero."""
    call_command("migrate", verbosity=0)
    call_command("prepare_models", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(kinds.EFFECTS)
        cursor.execute("checkpoint")  # recovery reads the writes of this run, not the migrations
    log_messages()
    system.replace_ended_workers()
    for worker in system.workers:
        worker.wait_ready()
    share = plan.seconds * SHARE_OF_LOAD
    injector = FaultInjector(system, random.Random(plan.seed), only=plan.only)
    client = Client(
        jobs=plan.jobs,
        seconds=share,
        seed=plan.seed,
        log=system.folder / "client.jsonl",
        wants_documents=lambda: injector.parsers_left > 0,
    )
    client.start()
    start = time.monotonic()
    injector.run(at_least=plan.seconds, is_load_done=client.is_done)
    fault_seconds = time.monotonic() - start
    injector.stop()
    _wait_until_settled(system, plan.patience)
    _write_lines(system.folder / "injections.jsonl", map(asdict, injector.injections))
    executions = read_executions(system.executions)
    verdict = oracle.verify(client.promises, executions, injector.injections)
    recoveries = recovery.recoveries_of(
        History(
            injections=injector.injections,
            executions=executions,
            sent=read_messages(system.messages),
            endings=recovery.logged_endings(),
        )
    )
    _write_lines(system.folder / "recoveries.jsonl", map(asdict, recoveries))
    _write_lines(
        system.folder / "lines.jsonl", JobLog.objects.order_by("id").values("job_id", "at", "attempt", "message")
    )
    verdict.lost += client.errors
    figures = _figures(injector, [execution for execution in executions if execution.state != REFUSED], verdict)
    figures |= _recovery_figures(recoveries)
    figures["problems"] = [*verdict.lost, *verdict.doubled, *verdict.unexpected][:50]
    figures["lost_jobs"] = lost.details_of(verdict.lost_jobs, system.folder / "logs")
    times = {"raged_s": round(fault_seconds, 1), "settled_s": round(time.monotonic() - start, 1)}
    return {"seed": plan.seed, **times, "skipped": _skipped(), **figures}


def _skipped() -> list[str]:
    """Return the faults that this machine does not support, with the reason."""
    reasons = {"F-8 clock": clock.unavailable_reason(), "F-10 disk": disk.unavailable_reason()}
    return [f"{fault}: {why}" for fault, why in reasons.items() if why]


def _write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(row, default=str)}\n" for row in rows))


def _wait_until_settled(system: System, patience: float) -> None:
    end = time.monotonic() + patience
    for is_over in (oracle.is_quiet, oracle.is_settled):
        while time.monotonic() < end and not with_retries(is_over):
            system.replace_ended_workers()
            time.sleep(0.2)


def _figures(injector: FaultInjector, executions: Sequence[Execution], verdict: Verdict) -> dict[str, Any]:
    kinds_of_jobs = Counter(Job.objects.values_list("kind", flat=True))
    jobs = sum(kinds_of_jobs.values())
    small = sum(number for kind, number in kinds_of_jobs.items() if kind.startswith("chaos."))
    runs = Counter((execution.job, execution.step) for execution in executions)
    return {
        "jobs": jobs,
        "jobs_of_documents": jobs - small,
        "lost": len(verdict.lost),
        "doubled": len(verdict.doubled),
        "unexpected": len(verdict.unexpected),
        "dead_letters": len(verdict.dead_lettered),
        "doubled_names": injector.doubled_names,
        "executions": len(executions),
        "steps_run_again": sum(times - 1 for times in runs.values()),
        "steps_interrupted": sum(execution.end is None for execution in executions),
        "steps_failed": sum(execution.state == "FAILURE" for execution in executions),
        "kills": sum(injection.fault in KILLS for injection in injector.injections),
        "faults": dict(Counter(injection.fault for injection in injector.injections)),
    }


def _recovery_figures(recoveries: Sequence[Recovery]) -> dict[str, Any]:
    """Return the figures with a bound, and those of each class."""
    bounded = {
        "recovery": ("child", "worker"),
        "recovery_host": ("host",),
        "recovery_any": ("child", "worker", "last_worker", "combined"),
    }
    found = {
        f"rescue_{name}": recovery.noticed_of([one for one in recoveries if one.name == name])
        for name in ("child", "worker")
    }
    for name, classes in bounded.items():
        found[name] = recovery.statistics_of([one.seconds for one in recoveries if one.name in classes])
    flat = {f"{name}_{key}": value for name, values in found.items() for key, value in values.items()}
    return {**flat, "recoveries": recovery.figures_of(recoveries)}
