"""The upgrade of the manual: processes of the last release are replaced after the migrations, and come back."""

from pathlib import Path

import pytest

from tests.meta.rolling.release import release
from tests.production.clients import client_of_proxy
from tests.production.compose_file import PROJECT
from tests.production.conftest import Site
from tests.production.load import Load, crashed_jobs

__all__ = ["release"]


@pytest.fixture
def upgraded(site: Site):
    """Return the installation, and let it run the current sources again."""
    yield site
    if site.production.sources != PROJECT:
        replace(site, PROJECT)


def replace(site: Site, sources: Path) -> None:
    """Replace the workers, then the web servers, by processes of these sources."""
    site.production.sources = sources
    site.restart_workers()
    site.restart_webs()
    for container in (*site.workers, *site.webs):
        assert Path(f"/proc/{container.process.pid}/cwd").resolve() == sources.resolve()


# proves: T-13
def test_no_request_fails_while_the_last_release_is_replaced_and_comes_back(upgraded, administrator, proxy, release):
    replace(upgraded, release)
    with Load(lambda: client_of_proxy(proxy, administrator)).running() as load:
        for sources in (PROJECT, release):
            load.serve_more()
            replace(upgraded, sources)
        load.serve_more()
    assert load.failed == []
    assert crashed_jobs(upgraded, administrator, load) == 0
    assert upgraded.query("select name from tasks_schedule where not enabled") == []
