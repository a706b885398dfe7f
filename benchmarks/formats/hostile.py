"""Files that mean harm, and damaged ones, through upload and worker: what died, what hung, what called out.

Counted for real: pool processes of the worker that are gone, documents that never ended or stayed locked, and sockets
of the worker's processes that led off this machine, or to the port that the files name.
"""

import os
import re
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from benchmarks.formats.hostile_files import write_hostile
from benchmarks.formats.ours import process
from benchmarks.formats.outbound import Outbound, family
from cartulary_client import Client
from cartulary_client.records import Document
from config.stack.processes import Process

FOLDERS = ("robust_pdf", "verapdf", "hostile_xml", "encrypted_office", "office_misc", "email")
SEEDS = 10
_ENDED = frozenset({"ready", "partial", "failed"})
_BOMBS = re.compile(r"bomb|laughs|quadratic|png_\d|huge|many_members|nested")
_DEATH = re.compile(r"WorkerLostError|exited prematurely|signal 9 \(SIGKILL\)")


def measure(client: Client, worker: Process, data: Path, results: Path) -> dict[str, float]:
    folder = results / "hostile"
    for seed in range(SEEDS):
        write_hostile(folder / str(seed), seed)
    known = [file for name in FOLDERS for file in sorted((data / name).glob("*")) if file.is_file()]
    made = sorted(file for file in folder.rglob("*") if file.is_file())
    before = worker.children()
    with Outbound(worker.pid) as outbound:
        bombs = _bombs(client, worker, sorted((folder / "0").glob("*")))
        documents = process(client, [*known, *made])
    told = _counted([*known, *made], documents)
    deaths = max(len(set(before) - set(worker.children())), len(_DEATH.findall(worker.output())))
    return {**told, "worker_deaths": deaths, "outbound": outbound.count, **bombs}


def _bombs(client: Client, worker: Process, files: Sequence[Path]) -> dict[str, float]:
    """Each alone: seconds from upload to its end, and processor time of the worker, which no other program changes."""
    slowest = dearest = 0.0
    for file in files:
        if _BOMBS.search(file.name):
            began, used = time.monotonic(), _cpu_seconds(worker.pid)
            document = process(client, [file]).get(file)
            seconds = time.monotonic() - began if document is None else _seconds_of(document)
            used = _cpu_seconds(worker.pid) - used
            slowest, dearest = max(slowest, seconds), max(dearest, used)
            print(f"{file.name}: {seconds:.2f} s, {used:.2f} s of CPU")
    return {"bomb_slowest_s": round(slowest, 2), "bomb_slowest_cpu_s": round(dearest, 2)}


def _cpu_seconds(pid: int) -> float:
    """Of a process, what it has started, and what of that has ended."""
    ticks = 0
    for member in family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _seconds_of(document: Document) -> float:
    """As the server saw it: who asks again and again hears of it later."""
    assert document.processing_finished is not None  # `process` gives those that have ended
    return (document.processing_finished - document.created).total_seconds()


def _counted(files: Sequence[Path], documents: dict[Path, Document]) -> dict[str, float]:
    """Those that were refused at once have no document; the others must have ended, with a code if they failed."""
    ended = list(documents.values())
    states = Counter(document.state.lower() for document in ended)
    stuck = [d for d in ended if d.state.lower() not in _ENDED or d.backend_lock]
    unnamed = [d for d in ended if d.state.lower() == "failed" and not (d.failure or {}).get("code")]
    for document in (*stuck, *unnamed):
        print(f"{document.filename}: {document.state} {document.failure}")
    return {
        "hostile_files": len(files),
        "hostile_refused": len(files) - len(ended),
        **{f"hostile_{state}": states[state] for state in sorted(_ENDED)},
        "hostile_without_code": len(unnamed),
        "stuck": len(stuck),
    }
