"""Jobs per second on one, two and four worker hosts, and how five tenants share them.

A host is a worker with two processes. For root it is in a network namespace of its own, and reaches the engines by
their sockets. A job sleeps for 50 ms: the cores of this machine are not what limits it. Needs the settings.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from benchmarks.jobs.fairness import delete_jobs, enqueue_sleeps, jain_index
from benchmarks.jobs.kinds import PREFIX, store
from config.stack.testing import Process, Processes
from users.models import Tenant

HOSTS: Final = (1, 2, 4)
SECONDS: Final = 0.05
SLOTS: Final = 2
TENANTS: Final = 5
WINDOW_S: Final = 15.0
_WARM_UP_S: Final = 3.0


def measure(processes: Processes) -> dict[str, float]:
    """Return jobs per second and the Jain index of the tenants, by number of hosts; and the ratio of four to one."""
    tenants = [Tenant.objects.create(name=f"tenant-{number}").pk for number in range(TENANTS)]
    figures: dict[str, float] = {}
    workers: list[Process] = []
    for number in HOSTS:
        workers += [_start_host(processes) for _ in range(number - len(workers))]
        per_second, jain = _window(tenants, hosts=number)
        figures |= {f"hosts{number}_jobs_per_s": round(per_second, 1), f"hosts{number}_jain": round(jain, 4)}
    for worker in workers:
        worker.stop()
    ratio = figures["hosts4_jobs_per_s"] / figures["hosts1_jobs_per_s"]
    return {**figures, "hosts4_ratio": round(ratio, 2)}


def _start_host(processes: Processes) -> Process:
    return processes.worker(
        processes=SLOTS, arguments=("--include", "benchmarks.jobs.worker_steps"), enter=_enter_namespace()
    )


def _enter_namespace() -> tuple[str, ...]:
    """Return the words that start a command in a new network namespace; none where that is not permitted."""
    words = ("unshare", "--net")
    if os.geteuid() != 0 or shutil.which(words[0]) is None:
        return ()
    return words if subprocess.run([*words, "true"], check=False, capture_output=True).returncode == 0 else ()


def _window(tenants: Sequence[UUID], *, hosts: int) -> tuple[float, float]:
    """Return jobs per second and the Jain index of the jobs of the tenants, all of which have more than can be done."""
    each = int(2 * (WINDOW_S + _WARM_UP_S) * hosts * SLOTS / SECONDS / len(tenants))
    enqueue_sleeps(dict.fromkeys(tenants, (each, SECONDS)))
    time.sleep(_WARM_UP_S)
    store().delete(f"{PREFIX}:used", f"{PREFIX}:jobs")
    began = time.monotonic()
    time.sleep(WINDOW_S)
    done = [int(store().hget(f"{PREFIX}:jobs", str(tenant)) or 0) for tenant in tenants]
    per_second = sum(done) / (time.monotonic() - began)
    delete_jobs()
    return per_second, jain_index([float(number) for number in done])
