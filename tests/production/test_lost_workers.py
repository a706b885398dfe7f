"""Workers that are killed or cut off: the other host does their jobs."""

import time

import pytest

from tests.production.clients import client_of
from tests.production.conftest import Site
from tests.production.figures import record
from tests.production.network import why_no_namespaces
from tests.timeouts import until

pytestmark = pytest.mark.full

HOST_SECONDS = 30.0


@pytest.fixture
def client(site, administrator):
    with client_of(site.webs[0], administrator) as client:
        yield client


@pytest.fixture
def last_worker(site):
    """Return the worker of the second host; start another one there at the end, if it was killed."""
    until(lambda: site.beating() == 2)
    yield site.workers[1]
    if site.workers[1].process.popen.poll() is not None:
        site.workers[1] = site.production.start("worker", volume="second-host")
    until(lambda: site.beating() == 2)


def test_the_jobs_of_a_killed_worker_run_elsewhere(site, client, last_worker):
    documents = client.upload_contracts(8)
    lost = until(lambda: running_on(site, last_worker.address))
    last_worker.process.kill_all()
    client.wait(documents)
    until(lambda: ended(site, lost))
    assert states(site, lost) == {"success"}
    assert site.query("select sum(crashes) from tasks_job where subject_id::text = any(%s)", documents) > [(0,)]


@pytest.mark.skipif(bool(why_no_namespaces()), reason=why_no_namespaces())
def test_the_jobs_of_a_host_that_is_cut_off_run_elsewhere(site, client, last_worker):
    documents = client.upload_contracts(8)
    lost = until(lambda: running_on(site, last_worker.address))
    last_worker.host.unplug()
    began = time.monotonic()
    try:
        until(lambda: ended(site, lost))
        seconds = time.monotonic() - began
        client.wait(documents)
    finally:
        last_worker.host.plug_in()
    until(lambda: site.beating() == 2)
    assert states(site, lost) == {"success"}
    record(host_lost_s=round(seconds, 1))
    assert seconds <= HOST_SECONDS


def running_on(site: Site, address: str) -> list:
    """Return the jobs that a worker is running."""
    return [
        job
        for (job,) in site.query(
            "select j.id from tasks_job j join tasks_workerbeat w on w.key = j.worker_key"
            " where j.holder is not null and w.name = %s",
            f"celery@{address}",
        )
    ]


def states(site: Site, jobs: list) -> set[str]:
    return {state for (state,) in site.query("select state from tasks_job where id = any(%s)", jobs)}


def ended(site: Site, jobs: list) -> bool:
    return site.query("select count(*) from tasks_job where id = any(%s) and finished is null", jobs) == [(0,)]
