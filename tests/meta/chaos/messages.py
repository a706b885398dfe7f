"""A log of the messages that start or resume a job, written by all processes outside the system under test."""

import json
import os
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from tasks.runtime import scheduler
from tasks.runtime.transitions import Dispatch
from tests.meta.chaos.system import MESSAGES

_publish = scheduler.publish


def log_messages() -> None:
    """Log every message that this process sends from now on."""
    scheduler.publish = _log_and_publish


def _log_and_publish(dispatches: Sequence[Dispatch]) -> None:
    lines = [json.dumps({"at": time.monotonic(), "job": str(dispatch.job_id)}) for dispatch in dispatches]
    if lines:
        file = os.open(os.environ[MESSAGES], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(file, "".join(f"{line}\n" for line in lines).encode())
        os.close(file)
    _publish(dispatches)


def read_messages(path: Path) -> dict[str, list[float]]:
    """Return when messages of each job were sent, by the monotonic clock."""
    sent: dict[str, list[float]] = defaultdict(list)
    for line in path.read_text().splitlines() if path.exists() else ():
        message = json.loads(line)
        sent[message["job"]].append(message["at"])
    return sent
