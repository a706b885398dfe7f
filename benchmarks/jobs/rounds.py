"""The interleaved part: every round gives every system the same work, and ratios are taken within a round."""

import statistics
from collections import defaultdict
from collections.abc import Sequence

from benchmarks.jobs.systems import System

ROUNDS = 4
BACKLOG = 1500
CHAINS = 400
PICKUPS = 60
PAUSE = 0.02

Measured = dict[str, dict[str, list[float]]]


def measure(systems: Sequence[System], *, with_chains: Sequence[str]) -> Measured:
    """Return jobs/s, chains/s (a value per round) and pickups in ms (all of them) of each system."""
    measured: Measured = defaultdict(lambda: defaultdict(list))
    for number in range(ROUNDS):
        first = number % len(systems)
        for system in [*systems[first:], *systems[:first]]:
            values = measured[system.name]
            values["jobs_per_s"].append(system.drain(system.enqueue_backlog, BACKLOG))
            if system.name in with_chains:
                values["chains_per_s"].append(system.drain(system.enqueue_chains, CHAINS))
            values["pickup_ms"] += [1000 * seconds for seconds in system.pickup(PICKUPS, pause=PAUSE)]
            print(f"round {number + 1} {system.name}: {values['jobs_per_s'][-1]:.0f} jobs/s", flush=True)
    return measured


def ratio(measured: Measured, peer: str, name: str) -> float:
    """Return the median of the rounds' ratios of Cartulary to a peer."""
    pairs = zip(measured["ours"][name], measured[peer][name], strict=True)
    return round(statistics.median(cartulary / other for cartulary, other in pairs), 3)


def summarize(measured: Measured) -> dict[str, float]:
    """Return the medians of the rates and the percentiles of the pickups by name."""
    figures: dict[str, float] = {}
    for system, values in measured.items():
        for name in ("jobs_per_s", "chains_per_s"):
            if values[name]:
                figures[f"{system}_{name}"] = round(statistics.median(values[name]))
        for percent in (50, 95, 99):
            figures[f"{system}_pickup_p{percent}_ms"] = percentile(values["pickup_ms"], percent)
    return figures


def percentile(values: Sequence[float], percent: int) -> float:
    """Return a percentile, interpolated."""
    return round(statistics.quantiles(values, n=100, method="inclusive")[percent - 1], 3)
