"""Measure a page of a contract: time, memory of the worker, and rows in the database. Needs the settings.

The contracts are uploaded over HTTP into a corpus, so that they are read and embedded. A worker with two processes
does it, and runs already.
"""

import time
from typing import Final

from django.db import connection
from django.db.models import Sum

from benchmarks.processes import MemoryMonitor
from benchmarks.setup import CONTRACTS, Server
from cartulary_client import Destination
from documents.models import Document
from tasks.models import Job

PROCESSES: Final = 2
_FIRST: Final = 2  # contracts that are uploaded before, so that models are loaded


def measure(server: Server) -> dict[str, float]:
    """Return pages per second, the memory of processes (MB) and the bytes of a page in the database."""
    client = server.log_in()
    corpus = client.create_corpus("Contracts").id
    files = sorted(CONTRACTS.glob("*.pdf"))
    worker = server.start_worker()
    list(client.upload_all(*files[:_FIRST], destination=Destination(corpus=corpus)))
    _wait()
    before, known = _database_bytes(), _pages()
    with MemoryMonitor(worker.pid) as memory:
        began = time.monotonic()
        list(client.upload_all(*files[_FIRST:], destination=Destination(corpus=corpus)))
        _wait()
        seconds = time.monotonic() - began
    pages = _pages() - known
    worker.stop()
    return {
        "capacity_pages": pages,
        "capacity_pages_per_s": round(pages / seconds, 1),
        "capacity_worker_pss_mb": round(memory.peak["pss"]),
        "capacity_web_pss_mb": round(MemoryMonitor(server.web.pid).sample()["pss"]),
        "capacity_database_kb_per_page": round((_database_bytes() - before) / pages / 1e3, 1),
    }


def _wait() -> None:
    """Wait until all jobs have ended."""
    while Job.objects.filter(finished=None).exists():
        time.sleep(0.1)


def _pages() -> int:
    return Document.objects.aggregate(pages=Sum("page_count"))["pages"] or 0


def _database_bytes() -> int:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT pg_database_size(current_database())")
        (size,) = cursor.fetchone()
    return int(size)
