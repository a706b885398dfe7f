"""The figures of `make production-test`, which `tests/production` measures."""

from collections.abc import Mapping
from typing import Final

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "failed_requests_rolling": "Requests that failed while web servers and workers were replaced one after the other",
    "host_lost_s": "From a host being cut off from the network until its jobs are done elsewhere (s)",
    "restore_differences": "Tables and files of a restored backup that differ from the original",
    "idle_pss_mb": "Idle: memory (PSS) of a web server, two workers, Flower, nginx and the engines (MB)",
    "idle_transactions_s": "The same with a second web server: transactions of PostgreSQL per second",
}
