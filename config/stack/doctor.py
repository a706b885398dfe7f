"""`doctor`: check this machine and advise what to do. Changes nothing."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import psutil

from config import plugins
from config.stack import run_config
from config.stack.engines import Engine, find_postgres, find_redis
from config.stack.paths import LAYOUT_VERSION, StackError, StackPaths
from config.stack.postgres import user_namespaces_work
from config.stack.processes import lock_holder
from config.stack.run_config import database_answers, redis_answers
from config.stack.setup import FRONTEND, BuildMarker, find_browser, hash_inputs, ui_sources
from config.stack.status import StatusBoard
from core.errors import DomainError
from documents.pipeline import registry
from documents.pipeline.office.libreoffice import PACKAGES, find_program
from documents.pipeline.sandbox import IsolationReport, Sandbox, check_isolation
from documents.pipeline.sandbox.isolation import Isolation

_LEAST_DISK_GB = 2.0
_LEAST_MEMORY_GB = 3.0
_MARKS = {True: ("✔", "32"), False: ("✘", "31"), None: ("!", "33")}
_LAYERS = {
    "network_namespace": "network namespace",
    "process_namespace": "process namespace",
    "confined_files": "Landlock",
    "filtered_calls": "seccomp",
}
_ESCAPES = {
    "reaches_network": "reach the network",
    "reads_other_files": "read other files",
    "writes_other_files": "write other files",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact. `good` is None if the stack works, but not as well as it could."""

    subject: str
    good: bool | None
    fact: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class SandboxCheck:
    """The isolation layers that the kernel granted and did not grant, and what a parser could do nevertheless."""

    active: tuple[str, ...]
    missing: tuple[str, ...]
    escapes: tuple[str, ...]

    @classmethod
    def of(cls, granted: Isolation, tried: IsolationReport) -> "SandboxCheck":
        return cls(
            active=tuple(name for layer, name in _LAYERS.items() if getattr(granted, layer)),
            missing=tuple(name for layer, name in _LAYERS.items() if not getattr(granted, layer)),
            escapes=tuple(escape for fact, escape in _ESCAPES.items() if getattr(tried, fact)),
        )


def check_sandbox() -> SandboxCheck | None:
    """Start a sandbox and try to escape from it; None if it does not start."""
    sandbox = Sandbox()
    try:
        return SandboxCheck.of(sandbox.isolation(), check_isolation(sandbox))
    except DomainError:
        return None
    finally:
        sandbox.close()


def examine(paths: StackPaths, board: StatusBoard) -> int:
    """Print every finding; return 1 if one of them prevents the stack from starting."""
    findings = list(examination(paths))
    for finding in findings:
        mark, colour = _MARKS[finding.good]
        board.print(f"  {board.paint(mark, colour)} {finding.subject:<16} {finding.fact}")
        if finding.advice:
            board.print(f"    {'':<16} → {finding.advice}")
    return int(any(finding.good is False for finding in findings))


def examination(paths: StackPaths) -> Iterator[Finding]:
    """Check everything that the stack depends on."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("Python", sys.version_info >= (3, 11), f"{version}, {sys.prefix}")
    yield _engine("PostgreSQL", "DATABASE_URL", find_postgres, database_answers)
    yield _engine("Redis", "REDIS_URL", find_redis, redis_answers)
    yield _user()
    yield sandbox_finding(check_sandbox())
    yield office_finding(os.environ.get("LIBREOFFICE", ""))
    yield plugins_finding()
    folder = next(parent for parent in (paths.root, *paths.root.parents) if parent.exists())
    disk = shutil.disk_usage(folder).free / 1e9
    yield Finding("Disk", disk > _LEAST_DISK_GB, f"{disk:.1f} GB free, {_LEAST_DISK_GB:.0f} required")
    memory = psutil.virtual_memory().available / 1e9
    fact = f"{memory:.1f} GB free, {_LEAST_MEMORY_GB:.0f} recommended"
    yield Finding("Memory", True if memory > _LEAST_MEMORY_GB else None, fact)
    for port in (run_config.WEB_PORT, run_config.FLOWER_PORT):
        is_free = run_config.free_port(port) == port
        yield Finding(f"Port {port}", is_free or None, "free" if is_free else "taken; a free one is chosen")
    yield _folder(paths)
    if BuildMarker(FRONTEND / "dist" / ".sources").matches(hash_inputs(ui_sources())):
        yield Finding("User interface", good=True, fact="built, up to date")
    else:
        yield Finding("User interface", None, "outdated or not built", "`make run` builds it, or `make ui`.")
    browser = find_browser(paths)
    yield (
        Finding("Browser", good=True, fact=str(browser.program))
        if browser
        else Finding("Browser", None, "none; only tests need one", "`make browser`")
    )
    pid = lock_holder(paths.lock)
    yield Finding("Stack", good=True, fact="not running" if pid is None else f"running, supervisor {pid}")


def _engine(subject: str, variable: str, find: Callable[[], Engine], answers: Callable[[str], bool]) -> Finding:
    url = os.environ.get(variable, "")
    if url:
        good = answers(url)
        return Finding(subject, good, f"external, {variable}", "" if good else "Nothing answers there.")
    try:
        return Finding(subject, good=True, fact=str(find()))
    except StackError as error:
        return Finding(subject, good=False, fact=str(error.args[0]), advice=error.hint)


def _user() -> Finding:
    if os.geteuid() != 0:
        return Finding("User", good=True, fact="an ordinary user")
    if user_namespaces_work():
        return Finding("User", good=True, fact="root; PostgreSQL runs as nobody in a user namespace")
    advice = "The checkout must be where every user may enter, or run as an ordinary user."
    return Finding("User", None, "root without user namespaces; PostgreSQL runs through setpriv", advice)


def sandbox_finding(check: SandboxCheck | None) -> Finding:
    """Describe the isolation of the parsers."""
    if check is None:
        advice = "Documents cannot be read. Is the virtual environment complete, and the temporary directory writable?"
        return Finding("Sandbox", good=False, fact="it does not start", advice=advice)
    layers = f"isolated by {', '.join(check.active) or 'nothing'}"
    missing = ", ".join(check.missing)
    if check.escapes:
        advice = f"Missing: {missing}. Allow them, or let only trusted users upload."
        return Finding("Sandbox", None, f"parsers can {' and '.join(check.escapes)}; {layers}", advice)
    advice = f"Missing: {missing}. The others suffice; these would be a second layer." if missing else ""
    fact = f"parsers reach no network and no other files; {layers}"
    return Finding("Sandbox", None if missing else True, fact, advice)


def office_finding(configured: str) -> Finding:
    """Check whether old Office files can be read; `configured` is the setting LIBREOFFICE."""
    program = find_program(configured)
    if program is not None:
        return Finding("LibreOffice", good=True, fact=f"{program}; old Office files are read")
    fact = f"LIBREOFFICE is {configured}, which is no program" if configured else "none: old Office files are refused"
    return Finding("LibreOffice", None, fact, f"Install {PACKAGES}, or set LIBREOFFICE to the program.")


def plugins_finding() -> Finding:
    """List the parsers of installed packages, and the problems of plug-ins."""
    added = sorted({*registry.parsers().names()} - {*registry.BUILT_IN_PARSERS})
    problems = plugins.problems()
    fact = f"parsers of packages: {', '.join(added) or 'none'}"
    return Finding("Plug-ins", None if problems else True, fact, " ".join(f"{each.sentence()}." for each in problems))


def _folder(paths: StackPaths) -> Finding:
    if not paths.version.exists():
        return Finding("Stack folder", good=True, fact=f"{paths.root}, not created yet")
    version = paths.version.read_text().strip()
    if version != LAYOUT_VERSION:
        return Finding(
            "Stack folder", good=False, fact=f"layout {version}, expected {LAYOUT_VERSION}", advice="`make reset`"
        )
    made_by = paths.postgres / "PG_VERSION"
    if made_by.exists() and made_by.read_text().strip() != (ours := find_postgres().major_version()):
        fact = f"{paths.postgres} was made by PostgreSQL {made_by.read_text().strip()}, not {ours}"
        return Finding("Stack folder", good=False, fact=fact, advice="Dump it with the old version, or `make reset`.")
    return Finding("Stack folder", good=True, fact=str(paths.root))
