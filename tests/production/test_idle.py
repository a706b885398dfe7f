"""Memory and transactions of an idle installation: a web server, two workers, Flower, nginx and the engines."""

import time

import psutil
import pytest

from tests.production.conftest import Site
from tests.production.figures import record
from tests.timeouts import until

pytestmark = pytest.mark.full

SECONDS = 20.0
# What it may need; the aim is 1,000 and 10.
MEGABYTES, TRANSACTIONS = 1_200, 20
MODELS_KEPT = 40.0  # seconds: MODELS_KEEP_SECONDS of the installation, and some


@pytest.fixture
def flower(site):
    container = site.production.start("flower")
    yield container
    container.stop()


def test_an_idle_installation_needs_little(site, flower, proxy):
    until(lambda: site.beating() == 2)
    until(lambda: site.query("select count(*) from tasks_job where finished is null") == [(0,)])
    time.sleep(MODELS_KEPT)  # and the connections of the last jobs
    before, began = transactions(site), time.monotonic()
    time.sleep(SECONDS)
    per_second = (transactions(site) - before) / (time.monotonic() - began)
    roots = [site.production.engines, [proxy.process], (each.process for each in (site.webs[0], *site.workers, flower))]
    megabytes = sum(memory_of(process.pid) for group in roots for process in group)
    record(idle_pss_mb=round(megabytes), idle_transactions_s=round(per_second, 1))
    assert per_second <= TRANSACTIONS
    assert megabytes <= MEGABYTES


def transactions(site: Site) -> int:
    ((count,),) = site.query("select xact_commit + xact_rollback from pg_stat_database where datname = 'cartulary'")
    return count


def memory_of(pid: int) -> float:
    """Return the proportional set size of a process and its descendants, in megabytes."""
    root = psutil.Process(pid)
    return sum(map(_size_of, (root, *root.children(recursive=True)))) / 1e6


def _size_of(process: psutil.Process) -> int:
    try:
        return process.memory_full_info().pss
    except psutil.NoSuchProcess:  # it has ended meanwhile
        return 0
