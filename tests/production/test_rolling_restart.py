"""Web servers and workers are replaced one after the other, while clients upload, create and list."""

from tests.production.clients import client_of_proxy
from tests.production.figures import record
from tests.production.load import Load, crashed_jobs
from tests.timeouts import until


def test_no_request_fails_and_no_job_counts_as_crashed(site, administrator, proxy):
    until(lambda: site.beating() == 2)
    with Load(lambda: client_of_proxy(proxy, administrator)).running() as load:
        load.serve_more()
        site.restart_workers()
        site.restart_webs()
        load.serve_more()
    record(failed_requests_rolling=len(load.failed))
    assert load.failed == []
    assert crashed_jobs(site, administrator, load) == 0
