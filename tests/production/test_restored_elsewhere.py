"""A backup of the running installation, restored into another database and another bucket."""

import os
import signal
from contextlib import contextmanager

import psycopg
import pytest
from psycopg import sql

from tests.api.seaweed import BUCKET
from tests.production.clients import client_of
from tests.production.conftest import Site
from tests.production.figures import record
from tests.timeouts import until

pytestmark = pytest.mark.full

ELSEWHERE = "elsewhere"


def test_every_row_and_every_byte_is_the_same(site, administrator, tmp_path):
    bucket = site.production.bucket
    with client_of(site.webs[0], administrator) as client:
        client.wait(client.upload_contracts(2))
    until(lambda: site.query("select count(*) from tasks_job where finished is null") == [(0,)])
    address = create_database(site)
    bucket.create_bucket(Bucket=ELSEWHERE)
    with suspended(site):
        manage(site, "backup", str(tmp_path))
        manage(site, "restore", str(tmp_path), DATABASE_URL=address, S3_BUCKET=ELSEWHERE)
        here, there = rows_of(site, "cartulary"), rows_of(site, ELSEWHERE)
    differing = {name for name in {*here, *there} if here.get(name) != there.get(name)}
    files, restored = files_of(site, bucket, BUCKET), files_of(site, bucket, ELSEWHERE)
    differing |= {name for name in {*files, *restored} if files.get(name) != restored.get(name)}
    record(restore_differences=len(differing))
    assert differing == set()
    assert min(len(files), here["documents_page"][0], here["tasks_job"][0]) > 0


def manage(site: Site, *arguments: str, **variables: str) -> None:
    ended = site.production.run("web", "python", "manage.py", *arguments, **variables)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def create_database(site: Site) -> str:
    """Create an empty database that the application owns; return its URL."""
    with psycopg.connect(site.cluster.conninfo(), autocommit=True) as link:
        link.execute(f"create database {ELSEWHERE} owner cartulary")
    with psycopg.connect(site.cluster.conninfo(ELSEWHERE)) as link:
        link.execute("create extension vector")
    url = site.production.service("web").environment["DATABASE_URL"]
    server = url.rpartition("/")[0].replace("@postgres:", f"@{site.production.names['postgres']}:")
    return f"{server}/{ELSEWHERE}"


@contextmanager
def suspended(site: Site):
    """Suspend the workers during the block, so that rows stay as they are."""
    for worker in site.workers:
        os.killpg(worker.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for worker in site.workers:
            os.killpg(worker.process.pid, signal.SIGCONT)


def rows_of(site: Site, database: str) -> dict[str, tuple[int, str]]:
    """Return the number of rows of each table, and a hash of all of them."""
    with psycopg.connect(site.cluster.conninfo(database)) as link:
        tables = [table for (table,) in link.execute("select tablename from pg_tables where schemaname = 'public'")]
        text = "select count(*), coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') from {} t"
        return {table: link.execute(sql.SQL(text).format(sql.Identifier(table))).fetchone() for table in tables}


def files_of(site: Site, bucket, name: str) -> dict[str, bytes]:
    """Return the stored files that have a row, by name; files without one wait to be deleted."""
    names = {f"{hash_[:2]}/{hash_[2:4]}/{hash_}" for (hash_,) in site.query("select sha256 from documents_blob")}
    pages = bucket.get_paginator("list_objects_v2").paginate(Bucket=name)
    keys = {item["Key"] for page in pages for item in page.get("Contents", [])}
    return {key: bucket.get_object(Bucket=name, Key=key)["Body"].read() for key in keys & names}
