"""The upgrade of the manual, of an installation of the last release with data: its database is migrated while it serves
requests, then its processes are replaced, and come back.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.meta.rolling.release import release
from tests.nginx import MISSING, find_nginx
from tests.production.clients import PASSWORD, client_of, client_of_proxy
from tests.production.compose_file import PROJECT
from tests.production.conftest import Site, start_site
from tests.production.containers import Production
from tests.production.load import Load, crashed_jobs
from tests.production.proxy import Proxy
from tests.timeouts import until

__all__ = ["release"]

BUCKET = "of-the-release"
USER = "demo"


@pytest.fixture(scope="module")
def installation(production: Production, release: Path) -> Iterator[Site]:
    """Return an installation of the last release, with engines of its own, which its own `prepare` has filled."""
    if find_nginx() is None:
        pytest.skip(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="cartulary-release-")).resolve()
    folder.chmod(0o711)
    production.bucket.create_bucket(Bucket=BUCKET)
    variables = production.variables | {"S3_BUCKET": BUCKET, "TLS_FOLDER": str(folder / "tls")}
    old = Production(network=production.network, bucket=production.bucket, folder=folder, variables=variables)
    old.sources = release
    try:
        yield start_site(old)
    finally:
        old.close()
        shutil.rmtree(folder, ignore_errors=True)


def replace(site: Site, sources: Path) -> None:
    """Replace the workers, then the web servers, by processes of these sources."""
    site.production.sources = sources
    site.restart_workers()
    site.restart_webs()
    for container in (*site.workers, *site.webs):
        assert Path(f"/proc/{container.process.pid}/cwd").resolve() == sources.resolve()


def migrations(site: Site) -> set[tuple[str, ...]]:
    return set(site.query("select app, name from django_migrations"))


def read(site: Site, documents: list[str]) -> list[dict]:
    """Return what a web server says about documents, and the text of each."""
    with client_of(site.webs[0], USER) as client:
        paths = [f"/api/v1/documents/{document}" for document in documents]
        rows = [client.get(path).raise_for_status().json() for path in paths]
        texts = [client.get(f"{path}/text").raise_for_status().text for path in paths]
    names = ("id", "title", "filename", "state", "page_count")
    return [{name: row[name] for name in names} | {"text": text} for row, text in zip(rows, texts, strict=True)]


def fill(site: Site) -> None:
    """Create the sample corpus with its annotations, and upload contracts; wait until everything is processed."""
    arguments = ("seed_demo", "--username", USER, "--password", PASSWORD)
    demo = site.production.run("web", "python", "manage.py", *arguments)
    assert demo.returncode == 0, demo.stderr
    with client_of(site.webs[0], USER) as client:
        client.upload_contracts(2)
    until(lambda: site.query("select count(*) from tasks_job where finished is null") == [(0,)])


# proves: T-13
def test_no_request_fails_while_the_last_release_is_upgraded_and_comes_back(installation, release):
    site = installation
    fill(site)
    documents = [key for (key,) in site.query("select id::text from documents_document where state = 'ready'")]
    before, old = read(site, documents), migrations(site)
    assert len(before) > 4
    counts = {table: site.query(f"select count(*) from {table}") for table in ("corpuses_annotation", "corpuses_label")}
    assert all(number > 0 for ((number,),) in counts.values())
    proxy = Proxy(site.production, site.webs)
    with Load(lambda: client_of_proxy(proxy, USER)).running() as load:
        load.serve_more()
        site.production.sources = PROJECT
        site.prepare()
        assert migrations(site) >= old
        load.serve_more()
        for sources in (PROJECT, release):
            replace(site, sources)
            load.serve_more()
            assert read(site, documents) == before
    assert load.failed == []
    assert crashed_jobs(site, USER, load) == 0
    assert site.query("select name from tasks_schedule where not enabled") == []
    assert {table: site.query(f"select count(*) from {table}") for table in counts} == counts
