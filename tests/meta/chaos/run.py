"""One chaos run from the first request to the verdict. Needs Django, so it is imported when the engines stand."""

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
from tests.meta.chaos.faults import Trouble
from tests.meta.chaos.load import Client, insisting
from tests.meta.chaos.oracle import Execution, Verdict
from tests.meta.chaos.stage import Stage

SHARE_OF_LOAD = 0.85  # of the time of faults: the last of them strike while work is still being done
CHILD, WORKER = ("F-1 child",), ("F-2 worker",)
CHILD_OR_WORKER = CHILD + WORKER
HOST = ("F-3 zombie",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is asked for, how long faults strike (seconds), which of them (all, unless named), in what order."""

    jobs: int
    seconds: float
    seed: int
    patience: float
    only: str = ""


def run(stage: Stage, plan: Plan) -> dict[str, Any]:
    """Give the figures; `problems` says what is behind those that are not zero."""
    call_command("migrate", verbosity=0)
    call_command("prepare_models", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(kinds.EFFECTS)
        cursor.execute("checkpoint")  # what recovers later is what this run wrote, not the migrations
    stage.tend()
    for worker in stage.workers:
        worker.wait_ready()
    share = plan.seconds * SHARE_OF_LOAD
    client = Client(jobs=plan.jobs, seconds=share, seed=plan.seed, log=stage.folder / "client.jsonl")
    trouble = Trouble(stage, random.Random(plan.seed), only=plan.only)
    client.start()
    began = time.monotonic()
    trouble.rage(at_least=plan.seconds, is_over=client.is_done)
    raged = time.monotonic() - began
    trouble.heal()
    _settle(stage, plan.patience)
    _write_down(stage.folder / "strikes.jsonl", map(asdict, trouble.strikes))
    executions = oracle.read_executions(stage.executions)
    verdict = oracle.judge(client.promises, executions, trouble.strikes)
    executions = [execution for execution in executions if execution.state != oracle.REFUSED]
    _write_down(
        stage.folder / "lines.jsonl", JobLog.objects.order_by("id").values("job_id", "at", "attempt", "message")
    )
    verdict.lost += client.errors
    figures = _figures(trouble, executions, verdict)
    times = {"raged_s": round(raged, 1), "settled_s": round(time.monotonic() - began, 1)}
    return {"seed": plan.seed, **times, "skipped": _skipped(), **figures}


def _skipped() -> list[str]:
    """Faults that cannot be had on this machine, and why."""
    reasons = {"F-8 clock": clock.why_not(), "F-10 disk": disk.why_not()}
    return [f"{fault}: {why}" for fault, why in reasons.items() if why]


def _write_down(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(row, default=str)}\n" for row in rows))


def _settle(stage: Stage, patience: float) -> None:
    end = time.monotonic() + patience
    for is_over in (oracle.is_quiet, oracle.is_settled):
        while time.monotonic() < end and not insisting(is_over):
            stage.tend()
            time.sleep(0.2)


def _figures(trouble: Trouble, executions: Sequence[Execution], verdict: Verdict) -> dict[str, Any]:
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
        "dead_letters": len(verdict.buried),
        "doubled_names": trouble.doubled_names,
        "executions": len(executions),
        "steps_run_again": sum(times - 1 for times in runs.values()),
        "steps_interrupted": sum(execution.end is None for execution in executions),
        "steps_failed": sum(execution.state == "FAILURE" for execution in executions),
        "kills": sum(strike.fault in CHILD_OR_WORKER for strike in trouble.strikes),
        "faults": dict(Counter(strike.fault for strike in trouble.strikes)),
        **_recovery("rescue_child", oracle.rescues(trouble.strikes, executions, noticed, faults=CHILD)),
        **_recovery("rescue_worker", oracle.rescues(trouble.strikes, executions, noticed, faults=WORKER)),
        **_recovery("recovery", oracle.recoveries(trouble.strikes, executions, faults=CHILD_OR_WORKER, is_calm=True)),
        **_recovery(
            "recovery_any", oracle.recoveries(trouble.strikes, executions, faults=CHILD_OR_WORKER, is_calm=False)
        ),
        **_recovery("recovery_host", oracle.recoveries(trouble.strikes, executions, faults=HOST, is_calm=False)),
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
