"""`make bench-code`: figures of the code base itself; write `results/house.json` and `docs/benchmarks.md`.

With `--peer`, the same of another checkout (commit 35ee46f), whose figures end in `_before`.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from benchmarks import report
from benchmarks.checkout import ROOT, clone
from config.stack.temporary_engines import temporary_engines
from tests.meta import plain_words

RESULTS: Final = Path(__file__).parent / "results" / "house.json"
_REPEATS: Final = 5
_NOT_PRODUCT: Final = frozenset({"tests", "benchmarks", "clients", "migrations"})
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
    parser.add_argument("--peer", type=Path, help="another checkout, with its .venv")
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
    figures: dict[str, float] = {}
    checkouts = {"after": ROOT, **({"before": peer.resolve()} if peer else {})}
    setup_times = django_setup_seconds(checkouts)
    figures["django_setup_s"] = setup_times["after"]
    if peer:
        figures["django_setup_s_before"] = setup_times["before"]
    for name, checkout in sorted(checkouts.items(), reverse=True):
        figures[f"product_lines_{name}"] = count_lines(checkout, _is_product_python)
        figures[f"typescript_lines_{name}"] = count_lines(checkout, _is_product_typescript)
        if shutil.which("duplicates"):
            figures[f"duplicates_{name}"] = count_duplicates(checkout)
    figures["words_found"] = len(plain_words.find())
    return figures


def django_setup_seconds(checkouts: Mapping[str, Path]) -> dict[str, float]:
    """Return the median CPU time of `django.setup()` in a new interpreter; the checkouts take turns."""
    times: dict[str, list[float]] = {name: [] for name in checkouts}
    with temporary_engines() as engines:
        settings = {**engines.environment(), "DJANGO_SETTINGS_MODULE": "config.settings.test"}
        for number in range(_REPEATS + 1):
            for name, checkout in checkouts.items():
                seconds = _run_setup(checkout, settings)
                if number:  # the first run writes the bytecode
                    times[name].append(seconds)
    return {name: round(statistics.median(values), 2) for name, values in times.items()}


def _run_setup(checkout: Path, settings: Mapping[str, str]) -> float:
    python = sys.executable if checkout == ROOT else str(checkout / ".venv" / "bin" / "python")
    environment = {**os.environ, **settings, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": ""}
    output = subprocess.run([python, "-c", _SETUP], cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE)
    return float(output.stdout)


def count_lines(checkout: Path, is_counted: Callable[[PurePosixPath], bool]) -> int:
    """Count the lines of the committed files."""
    command = ["git", "-C", str(checkout), "ls-files"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return sum(len((checkout / path).read_text().splitlines()) for path in listed if is_counted(PurePosixPath(path)))


def count_duplicates(checkout: Path) -> int:
    """Return the number of pairs of places that repeat each other, counted by the program `duplicates`."""
    command = ["duplicates", "--repo", str(checkout), "--seconds", "300", "--most", "1"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    match = re.match(r"(\d+) pairs", output)
    return int(match[1]) if match else 0


def _is_product_python(path: PurePosixPath) -> bool:
    is_product = len(path.parts) > 1 and not _NOT_PRODUCT.intersection(path.parts)
    return path.suffix == ".py" and is_product and path.name != "conftest.py"


def _is_product_typescript(path: PurePosixPath) -> bool:
    is_source = path.suffix in {".ts", ".tsx"} and path.parts[:2] == ("frontend", "src")
    return is_source and ".test." not in path.name and "testing" not in path.parts and path.name != "graphql.ts"


if __name__ == "__main__":
    main()
