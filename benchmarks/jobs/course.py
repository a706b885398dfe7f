"""The order of a run. Needs Django, so it is imported when the engines stand."""

from pathlib import Path

from django.core.management import call_command

from benchmarks.jobs import claim, fairness, rounds
from benchmarks.jobs.systems import Ours, PlainCelery, Procrastinate, System, warm_up
from config.stack.processes import Processes
from users.models import Tenant

TENANTS = 10
CHAINED = ("ours", "raw")


def run(processes: Processes, python: Path, environment: dict[str, str]) -> dict[str, float]:
    """Give all figures, flat."""
    call_command("migrate", verbosity=0)
    tenants = [Tenant.objects.create(name=f"tenant-{number}").pk for number in range(TENANTS)]
    ours = Ours(tenants)
    systems = _start(ours, processes, python, environment)
    for system in systems:
        warm_up(system)
    found = rounds.measure(systems, chained=CHAINED)
    for system in systems[1:]:
        _stop(system)
    figures = {**_ratios(found), **rounds.flat(found), **fairness.measure(tenants[:5])}
    _stop(ours)
    return figures | claim.durable_commit() | claim.measure()


def _start(ours: Ours, processes: Processes, python: Path, environment: dict[str, str]) -> list[System]:
    raw = PlainCelery("raw", environment)
    results = PlainCelery("results", environment, backend=environment["PEER_RESULTS"])
    one = Procrastinate("procrastinate1", environment, task="async", python=python)
    two = Procrastinate("procrastinate2", environment, task="sync", python=python)
    ours.start(processes)
    raw.start(processes, python)
    results.start(processes, python)
    one.prepare()
    one.start(processes, number=1, concurrency=2)
    two.start(processes, number=2, concurrency=1)
    return [ours, raw, results, one, two]


def _stop(system: System) -> None:
    for process in (system.worker, *system.others):
        if process is not None:
            process.stop()


def _ratios(found: rounds.Figures) -> dict[str, float]:
    return {
        "ratio_raw_celery": rounds.ratio(found, "ours", "raw", "jobs_per_s"),
        "ratio_chain3": rounds.ratio(found, "ours", "raw", "chains_per_s"),
        "ratio_celery_results": rounds.ratio(found, "ours", "results", "jobs_per_s"),
        "ratio_procrastinate": rounds.ratio(found, "ours", "procrastinate2", "jobs_per_s"),
        "ratio_procrastinate_async": rounds.ratio(found, "ours", "procrastinate1", "jobs_per_s"),
        "pickup_p95_ms": rounds.percentile(found["ours"]["pickup_ms"], 95),
    }
