"""Hostile and damaged files through upload and worker: crashes, hangs and network calls.

Counted are pool processes of the worker that have died, documents that did not end or stayed locked, and connections
of the worker's processes to other machines or to the port that the files name.
"""

import re
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.formats.hostile_files import write_hostile_files
from benchmarks.formats.network_calls import NetworkCalls
from benchmarks.formats.product import crashes, process
from benchmarks.processes import cpu_seconds, process_tree
from cartulary_client import Client
from cartulary_client.records import Document
from config.stack.testing import Process

FOLDERS = ("robust_pdf", "verapdf", "hostile_xml", "encrypted_office", "office_misc", "email")
SEEDS = 10
_FINAL_STATES = frozenset({"ready", "partial", "failed"})
_BOMBS = re.compile(r"bomb|laughs|quadratic|png_\d|huge|many_members|nested")
_DEATH = re.compile(r"WorkerLostError|exited prematurely|signal 9 \(SIGKILL\)")


def measure(client: Client, worker: Process, data: Path, results: Path) -> dict[str, float]:
    """Upload the collected and the generated files and return the counts."""
    folder = results / "hostile"
    for seed in range(SEEDS):
        write_hostile_files(folder / str(seed), seed)
    collected = [file for name in FOLDERS for file in sorted((data / name).glob("*")) if file.is_file()]
    generated = sorted(file for file in folder.rglob("*") if file.is_file())
    before = worker.children()
    with NetworkCalls(worker.pid) as network_calls:
        bombs = _measure_bombs(client, worker, sorted((folder / "0").glob("*")))
        documents = process(client, [*collected, *generated])
    counts = _count([*collected, *generated], documents)
    deaths = max(len(set(before) - set(worker.children())), len(_DEATH.findall(worker.output())))
    return {**counts, "worker_deaths": deaths, "outbound": network_calls.count, **bombs}


def _measure_bombs(client: Client, worker: Process, files: Sequence[Path]) -> dict[str, float]:
    """Upload each bomb alone; return the longest time until its end and the highest CPU time of the worker."""
    slowest = most_cpu = 0.0
    for file in files:
        if _BOMBS.search(file.name):
            began, cpu = time.monotonic(), _cpu_of(worker)
            document = process(client, [file]).get(file)
            seconds = time.monotonic() - began if document is None else _processing_seconds(document)
            cpu = _cpu_of(worker) - cpu
            slowest, most_cpu = max(slowest, seconds), max(most_cpu, cpu)
            print(f"{file.name}: {seconds:.2f} s, {cpu:.2f} s of CPU")
    return {"bomb_slowest_s": round(slowest, 2), "bomb_slowest_cpu_s": round(most_cpu, 2)}


def _cpu_of(worker: Process) -> float:
    return cpu_seconds(*process_tree(worker.pid))


def _processing_seconds(document: Document) -> float:
    """Return the time by the server's clock; a client that polls notices the end later."""
    assert document.processing_finished is not None  # `process` returns documents that have ended
    return (document.processing_finished - document.created).total_seconds()


def _count(files: Sequence[Path], documents: dict[Path, Document]) -> dict[str, float]:
    """Count states. A refused file has no document; every other must have ended, with a code if it failed."""
    ended = list(documents.values())
    states = Counter(document.state.lower() for document in ended)
    stuck = [d for d in ended if d.state.lower() not in _FINAL_STATES or d.backend_lock]
    without_code = [d for d in ended if d.state.lower() == "failed" and not (d.failure or {}).get("code")]
    for document in (*stuck, *without_code):
        print(f"{document.filename}: {document.state} {document.failure}")
    return {
        "hostile_files": len(files),
        "hostile_refused": len(files) - len(ended),
        **{f"hostile_{state}": states[state] for state in sorted(_FINAL_STATES)},
        "hostile_without_code": len(without_code),
        "hostile_parser_crashed": crashes(ended),
        "stuck": len(stuck),
    }
