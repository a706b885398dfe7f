"""The parts of the benchmark, each of which can be measured alone."""

import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Final

from benchmarks.resilience.stack import start_stack

PARTS: Final = ("uploads", "plugins", "breakers", "outage", "search")
OF_UPLOADS: Final = ("uploads", "plugins")
"""The parts that another checkout can measure, too."""


def measure(parts: Sequence[str], keep: Callable[[Mapping[str, float]], None]) -> None:
    """Measure parts on one stack, and keep the figures of each when it has ended."""
    with start_stack() as stack:
        for part in PARTS:
            if part in parts:
                began = time.monotonic()
                # Some of the modules need the settings.
                figures = import_module(f"benchmarks.resilience.{part}").measure(stack)
                print(f"{part}: {time.monotonic() - began:.0f} s, {figures}", flush=True)
                keep(figures)
