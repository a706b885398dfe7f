"""Write `docs/benchmarks.md` from `results/`: the figures, what they mean, the machine and the date."""

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results"
PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"


_JOBS = """`make bench-jobs`: two slots each, the same PostgreSQL (durable) and Valkey, all systems in turn in every
round; a ratio is the median over the rounds of ours to theirs. A job of ours counts as done when its end is durable.
`raw` is Celery alone, `results` Celery with its results in PostgreSQL, `procrastinate1` one process with an event loop,
`procrastinate2` two processes."""

_API = """`make bench-api`: one uvicorn process, PostgreSQL that waits for the disk; who asks shares the cores of this
machine. Times: one request after the other, all operations in turn. Requests a second: the same by eight callers at
once. The worker runs only while the many files come in."""

_FORMATS = """`make bench-formats`: every file is uploaded over REST, processed by a worker, and read back over REST.
Names end in the peer that read the same files in the same run; `_published` are scores that others have published of
the same documents; in `_default` tables with spans are HTML, as in every download, else they are as the truth has them.
`nid` is text and order, `teds` tables, `mhs` headings with their text, `overall` the mean of those
that a document has; see `benchmarks/formats/scoring`. CPU figures are those of one process, in these ways: `pdfium` raw
text, `tokens` words with their boxes, `full` with layout, tables and DoclingDocument, `auto` with text in pictures,
`ocr` the same over mere scans, `docling` the pipeline of docling-slim over the layout that we found, without OCR and
without the structure of tables: its models are in no package, and want torch."""

# File, heading, how it is made.
SECTIONS = (
    ("main", "The main job", "`make bench`: all through upload, API and browser, in a fresh clone."),
    ("jobs", "The job runtime", _JOBS),
    ("streams", "Event streams", "`make bench-streams`: readers and server share the cores of this machine."),
    ("api", "The API", _API),
    ("formats", "Formats", _FORMATS),
    (
        "chaos",
        "The job runtime while everything is killed",
        "`make chaos`: see `docs/testing.md`. At least half of the jobs are documents.",
    ),
)
NOTES = ("problems", "faults", "seed")

MEANING = {
    "run_cold_s": "`make run` in a fresh clone with an empty HOME: until everything is ready, seconds",
    "run_second_s": "`make run` again in the same clone, seconds",
    "test_cold_s": "`make test` in a fresh clone, building the environment and the interface included, seconds",
    "test_warm_s": "`make test` where everything is built already, seconds",
    "contracts20_pages": "pages of the 20 CUAD contracts",
    "contracts20_sent_s": "the 20 contracts: all uploaded, one after the other, seconds",
    "contracts20_ready_s": "the 20 contracts: from the first byte to all ready and embedded, seconds",
    "parse_s_per_page": "the same per page: thumbnail, tokens, structure, storage, embedding",
    "pdfium_s_per_page": "beside it: raw text of the same files by pdfium, one process, seconds per page",
    "open_document_pages": "pages of the document that is opened",
    "open_document_queries": "opening it in a new browser profile: SQL queries of all requests",
    "open_document_bytes": "bytes over the wire, the application's code included",
    "open_document_first_page_s": "until its first page is drawn, seconds",
    "ratio_raw_celery": "jobs/s of a drained backlog of no-ops, ours to raw Celery",
    "ratio_chain3": "chains of three a second, ours to raw Celery",
    "ratio_celery_results": "jobs/s, ours to Celery with results in PostgreSQL",
    "ratio_procrastinate": "jobs/s, ours to procrastinate with two processes",
    "ratio_procrastinate_async": "jobs/s, ours to procrastinate with one process and an event loop",
    "pickup_p95_ms": "idle: from enqueueing to the first line of the job, p95, ms",
    "claim_p95_ms_1k": "giving one job out while 1,000 wait in 1,000 tenants, p95, ms",
    "claim_p95_ms_100k": "the same, 100,000 waiting",
    "claim_p95_ms_1m": "the same, 1,000,000 waiting",
    "jain_time": "policy `time`: Jain index of worker time of five tenants, one with jobs of 300 ms, four with 10 ms",
    "jain_turns": "policy `turns`: Jain index of jobs of the same tenants",
    "durable_commit_p50_ms": "one durable commit of one row on this disk, p50, ms",
    "quiet_tenant_p50_ms": "pickup of a tenant's only job while another has 10,000 queued of 10 ms, p50, ms",
    "quiet_tenant_p95_ms": "the same, p95",
    "quiet_tenant_loud_left": "of the 10,000, still queued at the end of that",
    "streams": "open streams (`/api/v1/events`) on one uvicorn process",
    "opened_s": "until all of them were open, 50 at a time, seconds",
    "open_p95_ms": "opening one of them, p95, ms",
    "idle_cpu_percent": "of one core, all of them open and nothing happening",
    "delivered": "events that arrived, a few of one person's at a time",
    "delivered_p50_ms": "from recording an event to reading it in another process, p50, ms",
    "delivered_p95_ms": "the same, p95",
    "burst_delivered": "events that arrived, one for every person at once",
    "burst_p95_ms": "from recording one of them to reading it, p95, ms",
    "rss_before_mb": "memory of the process before, MiB",
    "rss_mb": "memory of the process with all of them open, MiB",
    "threads": "threads of the process with all of them open",
    "lost": "promises that were not kept",
    "doubled": "effects that a person sees twice",
    "unexpected": "things that nobody asked for",
    "kills": "SIGKILLs of pool processes and of whole workers",
    "steps_run_again": "steps that ran more than once",
    "recovery_p95_s": "from a kill to the next run of the job it hit, while nothing else was broken, p95, seconds",
    "recovery_any_p95_s": "the same, whatever else was broken",
    "upload_mb_s": "one file of 64 MiB in parts (tus) through the client, MiB/s",
    "disk_mb_s": "the same bytes written to the same disk and synced, in turn with it, MiB/s",
    "ratio_disk": "the one to the other, median over the rounds",
    "upload_1000_s": "1,000 files of 500 kB through the client: hashed, asked about, sent four at a time, seconds",
    "upload_1000_mb_s": "the same, MiB/s",
    "upload_1000_client_cpu_s": "of that, CPU time of the client, seconds",
    "upload_1000_again_s": "the same folder once more: nothing is sent, seconds",
    "matrix_cells": "cells of the matrix of permissions: operations times roles",
    "leaks": "cells that open what they must not",
    "schemathesis_cases": "requests of `make fuzz`",
    "server_errors": "of those, answered with 5xx",
    "recovery_host_p95_s": "the same for a worker that stood still for longer than its lease",
}

MEANING |= {
    "dpbench_overall": "DP-Bench: the mean of NID, TEDS and MHS of each document",
    "icdar_f1": "ICDAR-2013 tables: which cells stand next to which, F1",
    "words_f1": "words with their boxes, beside those of docling-parse, F1",
    "rtl_words_f1": "the same on Arabic and Farsi pages",
    "cuad_similarity": "text of contracts, beside the text that CUAD gives: letters and digits in their order",
    "ocr_clean": "characters read off clean scans, as a share",
    "ocr_noisy": "the same off skewed, noisy ones",
    "s_per_page": "CPU seconds a page: words, layout, tables, DoclingDocument; no OCR",
    "speed_pages": "pages of DP-Bench and ICDAR that this was measured on; the best of three runs counts",
    "speed_scanned_pages": "pages that are nothing but a scan, for `ocr`",
    "long_pages": "pages of a document that is uploaded and processed",
    "long_first_page_s": "from its upload until its first page can be read, seconds",
    "long_ready_s": "until all of it is ready, seconds",
    "long_rss_mb": "the most memory of worker, pool and sandboxes meanwhile, what they share counted for each, MiB",
    "long_pss_mb": "the same, what they share counted once, MiB",
    "long_idle_rss_mb": "memory of the worker and its pool before, what they share counted for each, MiB",
    "long_sandbox_mb": "the most memory of one process alone, the sandbox, MiB",
    "hostile_files": "damaged and hostile files that were sent",
    "hostile_refused": "of those, refused at once",
    "hostile_without_code": "of those that failed, without a code",
    "worker_deaths": "pool processes of the worker that died",
    "stuck": "documents that did not end, or stayed locked",
    "outbound": "connections that the worker's processes tried to make to other machines, or to where the files point",
    "bomb_slowest_cpu_s": "the one that costs the worker most: processor time, seconds",
    "bomb_slowest_s": "the slowest of the bombs, one at a time: from the upload to its end, seconds",
}

# What is measured of each of many: the rest of the name says of which.
OF_EACH = {
    "p50_ms_": "half of the requests take at most this, ms",
    "p95_ms_": "95 in 100 take at most this, ms",
    "per_s_": "requests a second",
    "s_per_page_": "CPU seconds a page",
    "pages_per_s_": "pages a second of one processor",
    "peak_mb_": "the most memory of the process, MiB",
}


def write() -> None:
    """Replace the page by what the results on disk say."""
    lines = _head()
    for name, heading, how in SECTIONS:
        path = RESULTS / f"{name}.json"
        if path.exists():
            lines += _section(heading, how, json.loads(path.read_text()), path)
    PAGE.write_text("\n".join(lines))


def _section(heading: str, how: str, figures: dict[str, object], path: Path) -> list[str]:
    made = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
    rows = [f"| {_meaning(name)} | `{name}` | {value} |" for name, value in figures.items() if name not in NOTES]
    return [
        f"## {heading}",
        "",
        f"{how} Made on {made:%Y-%m-%d}.",
        "",
        "| what | name | value |",
        "|---|---|---|",
        *rows,
        "",
    ]


def _meaning(name: str) -> str:
    for prefix, meaning in OF_EACH.items():
        if name.startswith(prefix):
            return f"{name.removeprefix(prefix).replace('_', ' ')}: {meaning}"
    return MEANING.get(name, name)


def _head() -> list[str]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    machine = f"{os.cpu_count()} cores, {memory:.0f} GiB, Python {platform.python_version()}, {platform.system()}"
    return ["# Benchmarks", "", f"On {machine}.", ""]


if __name__ == "__main__":
    write()
