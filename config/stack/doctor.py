"""`doctor`: what this machine has, what it lacks, and what to do about each. Changes nothing."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from config.stack import browser, kernel, ports, ui
from config.stack.addresses import database_answers, redis_answers
from config.stack.binaries import Engine, find_postgres, find_redis
from config.stack.board import Board
from config.stack.errors import StackError
from config.stack.layout import LAYOUT_VERSION, Layout
from config.stack.lock import holder
from config.stack.postgres import major_version
from config.stack.stamps import Stamp, fingerprint

if TYPE_CHECKING:
    from config.stack.walls import Walls

LEAST_DISK_GB = 2.0
LEAST_MEMORY_GB = 3.0
_MARKS = {True: ("✔", "32"), False: ("✘", "31"), None: ("!", "33")}


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact. `good` is None where the stack works but something is worse than it could be."""

    subject: str
    good: bool | None
    fact: str
    advice: str = ""


def examine(layout: Layout, board: Board) -> int:
    """Print every finding; 1 when one of them keeps the stack from starting."""
    findings = list(examination(layout))
    for finding in findings:
        mark, colour = _MARKS[finding.good]
        board.say(f"  {board.paint(mark, colour)} {finding.subject:<16} {finding.fact}")
        if finding.advice:
            board.say(f"    {'':<16} → {finding.advice}")
    return int(any(finding.good is False for finding in findings))


def examination(layout: Layout) -> Iterator[Finding]:
    """Look at everything the stack depends on."""
    yield _python()
    yield _engine("PostgreSQL", "DATABASE_URL", find_postgres, database_answers)
    yield _engine("Redis", "REDIS_URL", find_redis, redis_answers)
    yield _user()
    yield _sandbox()
    yield office_finding(os.environ.get("LIBREOFFICE", ""))
    yield plugins_finding()
    yield _disk(layout)
    yield _memory()
    yield from map(_port, (ports.WEB, ports.FLOWER))
    yield _folder(layout)
    yield _interface()
    yield _browser(layout)
    yield _running(layout)


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", sys.version_info >= (3, 11), f"{version}, {sys.prefix}")


def _engine(subject: str, variable: str, find: Callable[[], Engine], answers: Callable[[str], bool]) -> Finding:
    url = os.environ.get(variable, "")
    if url:
        good = answers(url)
        return Finding(subject, good, f"external, {variable}", "" if good else "Nothing answers there.")
    try:
        engine = find()
    except StackError as error:
        return Finding(subject, good=False, fact=str(error.args[0]), advice=error.hint)
    return Finding(subject, good=True, fact=f"embedded, {engine.source} {engine.version()}")


def _user() -> Finding:
    if os.geteuid() != 0:
        return Finding("User", good=True, fact="an ordinary user")
    if kernel.user_namespaces_work():
        return Finding("User", good=True, fact="root; PostgreSQL runs as nobody in a user namespace")
    advice = "The checkout must stand where every user may enter, or run as an ordinary user."
    return Finding(
        "User", good=None, fact="root without user namespaces; PostgreSQL runs through setpriv", advice=advice
    )


def _sandbox() -> Finding:
    from config.stack.walls import standing  # noqa: PLC0415  # heavy: nothing else of the stack reads documents

    return sandbox_finding(standing())


def sandbox_finding(walls: "Walls | None") -> Finding:
    """What an operator must know about the walls around the parsers."""
    if walls is None:
        advice = "Documents cannot be read. Is the virtual environment complete, and the temporary directory writable?"
        return Finding("Sandbox", good=False, fact="it does not start", advice=advice)
    held = f"walls: {', '.join(walls.up) or 'none'}"
    if walls.leaks:
        advice = f"Missing: {', '.join(walls.missing)}. Allow them, or let only trusted people upload."
        return Finding("Sandbox", good=None, fact=f"parsers can {' and '.join(walls.leaks)}; {held}", advice=advice)
    advice = f"Missing: {', '.join(walls.missing)}. What holds suffices; with these there would be a second wall."
    return Finding(
        "Sandbox",
        good=None if walls.missing else True,
        fact=f"parsers reach no network and no other files; {held}",
        advice=advice if walls.missing else "",
    )


def office_finding(named: str) -> Finding:
    """Whether old Office files can be read; `named` is what the operator says."""
    from documents.pipeline.office.libreoffice import PACKAGES, find_program  # noqa: PLC0415  # as above

    found = find_program(named)
    if found is not None:
        return Finding("LibreOffice", good=True, fact=f"{found}; old Office files are read")
    fact = (
        f"LIBREOFFICE is {named}, where no program is" if named else "none: Word and PowerPoint before 2007 are refused"
    )
    return Finding(
        "LibreOffice", good=None, fact=fact, advice=f"Install {PACKAGES}, or name the program in LIBREOFFICE."
    )


def plugins_finding() -> Finding:
    """Which installed packages add to the product, and what is wrong with some."""
    from config import plugins  # noqa: PLC0415  # heavy: nothing else of the stack reads documents
    from documents.pipeline import registry  # noqa: PLC0415  # the same

    added = sorted({*registry.parsers().names()} - {*registry.BUILT_IN_PARSERS})
    fact = f"parsers of packages: {', '.join(added) or 'none'}"
    found = plugins.problems()
    advice = " ".join(f"{each.sentence()}." for each in found)
    return Finding("Plug-ins", good=None if found else True, fact=fact, advice=advice)


def _disk(layout: Layout) -> Finding:
    folder = next(parent for parent in (layout.root, *layout.root.parents) if parent.exists())
    free = shutil.disk_usage(folder).free / 1e9
    return Finding("Disk", free > LEAST_DISK_GB, f"{free:.1f} GB free, {LEAST_DISK_GB:.0f} wanted")


def _memory() -> Finding:
    lines = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text().splitlines())
    free = int(lines["MemAvailable"].split()[0]) / 1e6
    return Finding(
        "Memory", True if free > LEAST_MEMORY_GB else None, f"{free:.1f} GB free, {LEAST_MEMORY_GB:.0f} wanted"
    )


def _port(port: int) -> Finding:
    if ports.free_port(port) == port:
        return Finding(f"Port {port}", good=True, fact="free")
    return Finding(f"Port {port}", good=None, fact="taken; a free one is chosen")


def _folder(layout: Layout) -> Finding:
    if not layout.version.exists():
        return Finding("Stack folder", good=True, fact=f"{layout.root}, not made yet")
    found = layout.version.read_text().strip()
    if found != LAYOUT_VERSION:
        return Finding(
            "Stack folder", good=False, fact=f"layout {found}, wanted {LAYOUT_VERSION}", advice="`make reset`"
        )
    made_by = layout.postgres / "PG_VERSION"
    if made_by.exists() and made_by.read_text().strip() != (wanted := major_version(find_postgres().program)):
        fact = f"{layout.postgres} was made by PostgreSQL {made_by.read_text().strip()}, not {wanted}"
        return Finding("Stack folder", good=False, fact=fact, advice="Dump it with the old version, or `make reset`.")
    return Finding("Stack folder", good=True, fact=str(layout.root))


def _interface() -> Finding:
    if Stamp(ui.FRONTEND / "dist" / ".sources").matches(fingerprint(ui.source_files())):
        return Finding("User interface", good=True, fact="built, current")
    return Finding("User interface", good=None, fact="stale or not built", advice="`make run` builds it, or `make ui`.")


def _browser(layout: Layout) -> Finding:
    found = browser.find(layout)
    if found is None:
        return Finding("Browser", good=None, fact="none; only tests need one", advice="`make browser`")
    return Finding("Browser", good=True, fact=str(found.program))


def _running(layout: Layout) -> Finding:
    pid = holder(layout.lock)
    return Finding("Stack", good=True, fact="not running" if pid is None else f"running, supervisor {pid}")
