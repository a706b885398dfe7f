"""`make bench-code`: figures of the code base itself; write `results/house.json` and `docs/benchmarks.md`.

With `--peer`, the same of another checkout (commit 9050eeb4), whose figures end in `_before`. Without a `.venv` there,
the time of its `django.setup()` is missing.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from benchmarks import report
from benchmarks.checkout import ROOT, clone
from benchmarks.codebase import entered, features, functions, modules, operations, sources
from config.stack.temporary_engines import temporary_engines
from tests.meta import plain_words

RESULTS: Final = Path(__file__).resolve().parents[1] / "results" / "house.json"
_REPEATS: Final = 5
_TEST_SETTINGS: Final = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "LOG_LEVEL": "WARNING"}
_SETUP: Final = """
import time
began = time.process_time()
import django
django.setup()
print(time.process_time() - began)
"""


def main() -> None:
    """Measure this checkout and the peer and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", type=Path, help="another checkout")
    parser.add_argument("--times", action="store_true", help="only starts, tests and .ci/run, in fresh clones")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    figures = measure_times() if arguments.times else measure(arguments.peer)
    report.update(arguments.out, figures)
    if arguments.out == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure_times() -> dict[str, float]:
    """Measure what everybody waits for, each in a fresh clone of the committed state. Nothing else may run."""
    with clone() as checkout:
        with checkout.running():  # fills the caches of the package managers
            pass
        with checkout.running() as product:
            figures = {"run_second_s": round(product.seconds, 1)}
        again = checkout.cloned_again()
        with again.running() as product:
            figures["run_fresh_s"] = round(product.seconds, 1)
        figures["migrate_cpu_s"] = round(_migrate_seconds(again.folder), 1)
        again.make("test")
        figures["test_warm_s"] = round(again.make("test"), 1)
    with clone() as checkout:
        figures["ci_s"] = round(checkout.run("bash", ".ci/run"), 0)
        output = checkout.log("bash").read_text()
    figures["reruns"] = len(re.findall(r"^RERUN ", output, re.MULTILINE))
    figures["browser_tests"] = _count_browser_tests()
    return figures


def _migrate_seconds(folder: Path) -> float:
    """Return the CPU time of `manage.py migrate` in a new database; that of the server is not counted."""
    with temporary_engines(template=None) as engines:
        before = os.times()
        command = [str(folder / ".venv" / "bin" / "python"), "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=folder, env={**os.environ, **engines.environment()}, check=True)
        after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _count_browser_tests() -> int:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-m", "browser and not long", "tests"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sum(int(count) for count in re.findall(r": (\d+)$", listed, re.MULTILINE))


def measure(peer: Path | None) -> dict[str, float]:
    """Return the figures of the sources; those of the peer only if there is one."""
    checkouts = {"": ROOT, **({"_before": peer.resolve()} if peer else {})}
    figures: dict[str, float] = {}
    with temporary_engines() as engines:
        settings = {**engines.environment(), **_TEST_SETTINGS}
        with_environment = {suffix: each for suffix, each in checkouts.items() if _python(each).exists()}
        for suffix, seconds in django_setup_seconds(with_environment, settings).items():
            figures[f"django_setup_s{suffix}"] = seconds
        for suffix, checkout in checkouts.items():
            product = sources.read(checkout)
            found = {**of_sources(checkout, product, settings), **modules_entered(checkout, product)}
            figures |= {f"{name}{suffix}": value for name, value in found.items()}
    figures["words_found"] = len(plain_words.find())
    return figures


def of_sources(checkout: Path, product: sources.Sources, settings: Mapping[str, str]) -> dict[str, float]:
    """Return the figures that are counted in the files of a checkout."""
    rest = operations.rest_operations(checkout, settings)
    return {
        **sources.size(product),
        **functions.figures(product),
        **modules.figures(product, checkout),
        **features.figures(product),
        "operations_declared_twice": len(operations.declared_twice(product.trees, rest)),
        **({"duplicates": count_duplicates(checkout)} if shutil.which("duplicates") else {}),
    }


def modules_entered(checkout: Path, product: sources.Sources) -> dict[str, float]:
    """Return the figures of `benchmarks.codebase.entered`, with the packages of this process."""
    paths = json.dumps([str(path) for path in product.python])
    with temporary_engines() as engines:
        engines.cluster.ensure_database("cartulary")
        environment = {**os.environ, **engines.environment(), **_TEST_SETTINGS, "PYTHONPATH": str(checkout)}
        command = [sys.executable, "-P", entered.__file__]
        ran = subprocess.run(
            command, cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE, input=paths, text=True
        )
    figures: dict[str, float] = json.loads(ran.stdout.splitlines()[-1])
    return figures


def django_setup_seconds(checkouts: Mapping[str, Path], settings: Mapping[str, str]) -> dict[str, float]:
    """Return the median CPU time of `django.setup()` in a new interpreter; the checkouts take turns."""
    times: dict[str, list[float]] = {name: [] for name in checkouts}
    for number in range(_REPEATS + 1):
        for name, checkout in checkouts.items():
            seconds = _run_setup(checkout, settings)
            if number:  # the first run writes the bytecode
                times[name].append(seconds)
    return {name: round(statistics.median(values), 2) for name, values in times.items()}


def _python(checkout: Path) -> Path:
    return Path(sys.executable) if checkout == ROOT else checkout / ".venv" / "bin" / "python"


def _run_setup(checkout: Path, settings: Mapping[str, str]) -> float:
    environment = {**os.environ, **settings, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": ""}
    command = [str(_python(checkout)), "-c", _SETUP]
    output = subprocess.run(command, cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE)
    return float(output.stdout)


def count_duplicates(checkout: Path) -> int:
    """Return the number of pairs of places that repeat each other, counted by the program `duplicates`."""
    command = ["duplicates", "--repo", str(checkout), "--seconds", "300", "--most", "1"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    match = re.match(r"(\d+) pairs", output)
    return int(match[1]) if match else 0


if __name__ == "__main__":
    main()
