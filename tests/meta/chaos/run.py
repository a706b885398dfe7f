"""One chaos run, from the first request to the verdict. Imported when the engines run, because it needs Django."""

import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection

from tasks.models import Job, JobLog
from tests.meta.chaos import clock, disk, kinds, oracle
from tests.meta.chaos.faults import FaultInjector
from tests.meta.chaos.load import Client, with_retries
from tests.meta.chaos.oracle import Execution, Verdict
from tests.meta.chaos.system import System

SHARE_OF_LOAD = 0.85  # of the duration of faults: jobs still run during the last ones
CHILD, WORKER = ("F-1 child",), ("F-2 worker",)
CHILD_OR_WORKER = CHILD + WORKER
HOST = ("F-3 zombie",)


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
    system.replace_ended_workers()
    for worker in system.workers:
        worker.wait_ready()
    share = plan.seconds * SHARE_OF_LOAD
    client = Client(jobs=plan.jobs, seconds=share, seed=plan.seed, log=system.folder / "client.jsonl")
    injector = FaultInjector(system, random.Random(plan.seed), only=plan.only)
    client.start()
    start = time.monotonic()
    injector.run(at_least=plan.seconds, is_load_done=client.is_done)
    fault_seconds = time.monotonic() - start
    injector.stop()
    _wait_until_settled(system, plan.patience)
    _write_lines(system.folder / "injections.jsonl", map(asdict, injector.injections))
    executions = oracle.read_executions(system.executions)
    verdict = oracle.verify(client.promises, executions, injector.injections)
    executions = [execution for execution in executions if execution.state != oracle.REFUSED]
    _write_lines(
        system.folder / "lines.jsonl", JobLog.objects.order_by("id").values("job_id", "at", "attempt", "message")
    )
    verdict.lost += client.errors
    figures = _figures(injector, executions, verdict)
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
    noticed = oracle.noticed_losses()
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
        "kills": sum(injection.fault in CHILD_OR_WORKER for injection in injector.injections),
        "faults": dict(Counter(injection.fault for injection in injector.injections)),
        **_recovery("rescue_child", oracle.rescues(injector.injections, executions, noticed, faults=CHILD)),
        **_recovery("rescue_worker", oracle.rescues(injector.injections, executions, noticed, faults=WORKER)),
        **_recovery(
            "recovery", oracle.recoveries(injector.injections, executions, faults=CHILD_OR_WORKER, is_calm=True)
        ),
        **_recovery(
            "recovery_any", oracle.recoveries(injector.injections, executions, faults=CHILD_OR_WORKER, is_calm=False)
        ),
        **_recovery("recovery_host", oracle.recoveries(injector.injections, executions, faults=HOST, is_calm=False)),
        "problems": [*verdict.lost, *verdict.doubled, *verdict.unexpected][:50],
    }


def _recovery(name: str, seconds: Sequence[float]) -> dict[str, float]:
    if len(seconds) < 2:
        only = round(seconds[0], 3) if seconds else 0.0
        return {f"{name}_n": len(seconds), f"{name}_p50_s": only, f"{name}_p95_s": only, f"{name}_max_s": only}
    return {
        f"{name}_n": len(seconds),
        f"{name}_p50_s": round(statistics.median(seconds), 3),
        f"{name}_p95_s": round(statistics.quantiles(seconds, n=20, method="inclusive")[-1], 3),
        f"{name}_max_s": round(max(seconds), 3),
    }
