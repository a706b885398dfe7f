"""Marks for `make test`: a sample of every file, some journeys, and all tests of the files that a change reaches."""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest

from config.stack.paths import PROJECT

STEP = 20  # of the tests of a file, the first of so many is in the sample
CHOSEN_BY_HAND = ("browser", "full")
PRODUCT = frozenset({"config", "core", "audit", "users", "tasks", "events", "documents", "corpuses"})


def mark(items: Iterable[pytest.Item], changed: Iterable[str]) -> None:
    """Mark with `reached` the tests of files a change reaches, with `full` those that are not in the sample."""
    modules = with_users(set(map(module_of, changed)))
    by_file: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_file[item.path].append(item)
    for own in by_file.values():
        if modules and modules & origins_of(own[0].module):  # type: ignore[attr-defined]  # all are items of Python
            for item in own:
                item.add_marker("reached")
        candidates = [item for item in own if not any(map(item.get_closest_marker, CHOSEN_BY_HAND))]
        for number, item in enumerate(candidates):
            if number % STEP:
                item.add_marker("full")


def module_of(path: str) -> str:
    """Return the module of a file, or of other files the package: `corpuses.search` of corpuses/search/passages.sql."""
    file = Path(path)
    is_module = file.suffix == ".py" and file.name not in {"__init__.py", "conftest.py"}
    return ".".join((file.with_suffix("") if is_module else file.parent).parts)


def with_users(modules: set[str]) -> set[str]:
    """Add the modules of the product that use some of these at their top."""
    if not modules:
        return modules
    product = [module for name, module in tuple(sys.modules.items()) if name.partition(".")[0] in PRODUCT]
    return modules | {module.__name__ for module in product if modules & origins_of(module)}


def origins_of(module: ModuleType) -> set[str]:
    """Return this module and those in which the values of its names were defined, each with its packages."""
    values = [module, *vars(module).values()]
    names = [each.__name__ if isinstance(each, ModuleType) else getattr(each, "__module__", None) for each in values]
    origins = {name for name in names if name and isinstance(name, str)}
    return {name.rsplit(".", number)[0] for name in origins for number in range(name.count(".") + 1)}


def changed_files() -> list[str]:
    """Return what differs from the branch that this one follows, with files that are not committed."""
    base = _git("merge-base", "HEAD", "@{upstream}") or ["HEAD"]
    return _git("diff", "--name-only", *base) + _git("ls-files", "--others", "--exclude-standard")


def _git(*arguments: str) -> list[str]:
    """Return the lines of the output; none if there is no git, no repository, or no such branch."""
    try:
        ended = subprocess.run(("git", *arguments), cwd=PROJECT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return ended.stdout.splitlines()
