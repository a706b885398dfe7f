"""The order of a run. Imported once Django is set up."""

from pathlib import Path

from benchmarks.jobs import claim, fairness, rounds
from benchmarks.jobs.systems import Cartulary, PlainCelery, Procrastinate, System, warm_up
from config.stack.testing import Processes
from users.models import Tenant

TENANTS = 10
WITH_CHAINS = ("ours", "raw")


def run(processes: Processes, python: Path, environment: dict[str, str]) -> dict[str, float]:
    """Return all figures by name."""
    tenants = [Tenant.objects.create(name=f"tenant-{number}").pk for number in range(TENANTS)]
    cartulary = Cartulary(tenants)
    systems = _start(cartulary, processes, python, environment)
    for system in systems:
        warm_up(system)
    measured = rounds.measure(systems, with_chains=WITH_CHAINS)
    for system in systems[1:]:
        _stop(system)
    figures = {**_ratios(measured), **rounds.summarize(measured), **fairness.measure(tenants[:5])}
    _stop(cartulary)
    return figures | claim.durable_commit() | claim.measure()


def _start(cartulary: Cartulary, processes: Processes, python: Path, environment: dict[str, str]) -> list[System]:
    raw = PlainCelery("raw", environment)
    results = PlainCelery("results", environment, backend=environment["PEER_RESULTS"])
    one = Procrastinate("procrastinate1", environment, task="async", python=python)
    two = Procrastinate("procrastinate2", environment, task="sync", python=python)
    cartulary.start(processes)
    raw.start(processes, python)
    results.start(processes, python)
    one.create_tables()
    one.start(processes, number=1, concurrency=2)
    two.start(processes, number=2, concurrency=1)
    return [cartulary, raw, results, one, two]


def _stop(system: System) -> None:
    for process in (system.worker, *system.others):
        if process is not None:
            process.stop()


def _ratios(measured: rounds.Measured) -> dict[str, float]:
    return {
        "ratio_raw_celery": rounds.ratio(measured, "raw", "jobs_per_s"),
        "ratio_chain3": rounds.ratio(measured, "raw", "chains_per_s"),
        "ratio_celery_results": rounds.ratio(measured, "results", "jobs_per_s"),
        "ratio_procrastinate": rounds.ratio(measured, "procrastinate2", "jobs_per_s"),
        "ratio_procrastinate_async": rounds.ratio(measured, "procrastinate1", "jobs_per_s"),
        "pickup_p95_ms": rounds.percentile(measured["ours"]["pickup_ms"], 95),
    }
