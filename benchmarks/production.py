"""The figures of `make production-test`, which `tests/production` measures, and of `make bench-scale`."""

from collections.abc import Mapping
from typing import Final

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "findings_open": "Findings of the review in production that are not mended, or have no test",
    "failed_requests_rolling": "Requests that failed while web servers and workers were replaced one after the other",
    "host_lost_s": "From a host being cut off from the network until its jobs are done elsewhere (s)",
    "restore_differences": "Tables and files of a restored backup that differ from the original",
    "idle_pss_mb": "Idle: memory (PSS) of a web server, two workers, Flower, nginx and the engines (MB)",
    "idle_transactions_s": "The same with a second web server: transactions of PostgreSQL per second",
    "capacity_pages": "Contracts that a worker with two processes reads and embeds: pages",
    "capacity_pages_per_s": "The same: pages per second",
    "capacity_worker_pss_mb": "The same: peak memory (PSS) of the worker, its processes and sandboxes (MB)",
    "capacity_web_pss_mb": "The same: memory (PSS) of the web process afterwards (MB)",
    "capacity_database_kb_per_page": "The same: growth of the database by page (KB)",
    "search_p95_ms_1m": "A million passages, of which the user sees a tenth: search over HTTP, 95th percentile (ms)",
    "vector_index_gb_1m": "The index of their vectors (GB)",
    "database_gb_1m": "The database with them (GB)",
    "list_ratio_100k": "The slowest list of documents: 95th percentile with 100,000 documents ÷ with 1,000",
    **{
        f"{name}_p95_ms_{size}": f"{documents} documents: {text}, 95th percentile (ms)"
        for size, documents in {"small": "1,000", "large": "100,000"}.items()
        for name, text in {
            "list": "first page of all documents",
            "list_of_corpus": "first page of the documents of a corpus, for a user who sees a tenth",
            "list_by_title": "the same of all documents, sorted by title",
            "search_all": "search over HTTP, for a user who sees all",
            "search_tenth": "search over HTTP, for a user who sees a tenth",
            "open": "a document and the words of its page",
            "annotate": "add an annotation",
            "event": "from adding an annotation until its event arrives at another connection",
        }.items()
    },
    **{f"hosts{n}_jobs_per_s": f"Jobs of 50 ms per second on {n} worker hosts of two processes" for n in (1, 2, 4)},
    **{f"hosts{n}_jain": f"The same: Jain's index of the jobs of five tenants on {n} hosts" for n in (1, 2, 4)},
    "hosts4_ratio": "Jobs per second on four hosts ÷ on one",
}
