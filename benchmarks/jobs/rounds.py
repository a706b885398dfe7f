"""The interleaved part: every round asks every system for the same, and ratios are taken within it."""

import statistics
from collections import defaultdict
from collections.abc import Sequence

from benchmarks.jobs.systems import System

ROUNDS = 4
BACKLOG = 1500
CHAINS = 400
ASKED = 60
PAUSE = 0.02

Figures = dict[str, dict[str, list[float]]]


def measure(systems: Sequence[System], *, chained: Sequence[str]) -> Figures:
    """Give jobs/s, chains/s and pickups (ms) of each system, a value for each round (pickups: all of them)."""
    found: Figures = defaultdict(lambda: defaultdict(list))
    for number in range(ROUNDS):
        turn = number % len(systems)
        for system in [*systems[turn:], *systems[:turn]]:
            figures = found[system.name]
            figures["jobs_per_s"].append(system.drain(system.fill, BACKLOG))
            if system.name in chained:
                figures["chains_per_s"].append(system.drain(system.fill_chains, CHAINS))
            figures["pickup_ms"] += [1000 * seconds for seconds in system.pickup(ASKED, pause=PAUSE)]
            print(f"round {number + 1} {system.name}: {figures['jobs_per_s'][-1]:.0f} jobs/s", flush=True)
    return found


def ratio(found: Figures, ours: str, other: str, what: str) -> float:
    """The median, over the rounds, of ours to theirs in the same round."""
    pairs = zip(found[ours][what], found[other][what], strict=True)
    return round(statistics.median(mine / theirs for mine, theirs in pairs), 3)


def flat(found: Figures) -> dict[str, float]:
    """Medians of rates, percentiles of pickups, by name."""
    figures: dict[str, float] = {}
    for name, values in found.items():
        for what in ("jobs_per_s", "chains_per_s"):
            if values[what]:
                figures[f"{name}_{what}"] = round(statistics.median(values[what]))
        for percent in (50, 95, 99):
            figures[f"{name}_pickup_p{percent}_ms"] = percentile(values["pickup_ms"], percent)
    return figures


def percentile(values: Sequence[float], percent: int) -> float:
    """The value below which so many percent lie."""
    return round(statistics.quantiles(values, n=100, method="inclusive")[percent - 1], 3)
