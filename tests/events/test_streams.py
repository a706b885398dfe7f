"""Streams of a real web server: who hears what, what a client that comes back is told, how a stream ends."""

import contextlib
import time
from uuid import uuid4

import httpx
import pytest
from django.db import connection

from core.db.ids import uuid7
from events import outbox
from events.outbox import Entity
from tasks.models import Job
from tasks.runtime import queue
from tasks.testing import run_jobs
from tasks.tests import sample_jobs  # noqa: F401  # kinds
from tests.events.conftest import SOON, Web, cookies_of
from tests.jobs.conftest import until
from users.accounts.token_pairs import access_token_for
from users.models import User

EVENTS = "/api/v1/events"


def record(owner, changed=("state",)):
    uuid = uuid7()
    outbox.record(Entity.DOCUMENT, uuid, owner_id=owner.pk, changed=changed, subject_id=uuid)
    return str(uuid)


def uuids(frames):
    return [frame.data["uuid"] for frame in frames]


def submit(owner, kind="sample.note", **args):
    return queue.enqueue(kind, args=args or {"word": "x"}, tenant_id=owner.tenant_id, owner_id=owner.pk)


# proves: S3-40 S3-43
def test_a_stream_is_one_to_every_proxy_and_shows_that_it_lives(web):
    with web.stream() as stream:
        headers = stream.response.headers
        assert headers["content-type"].startswith("text/event-stream")
        assert "no-cache" in headers["cache-control"]
        assert headers["x-accel-buffering"] == "no"
        assert "content-length" not in headers
        assert headers["x-request-id"]
        stream.until("ready")
        assert stream.until(":").data == "keep-alive"


def test_head_is_answered_and_over(web):
    answer = web.client.head(EVENTS)
    assert (answer.status_code, answer.headers["content-type"], answer.content) == (200, "text/event-stream", b"")


# proves: X-22
def test_an_event_says_what_changed_and_not_what_it_is_now(web, owner):
    with web.stream() as stream:
        stream.until("ready")
        uuid = record(owner, changed=["state", "revision"])
        (told,) = stream.changes(1)
    assert told.data == {
        "id": told.data["id"],
        "entity": "document",
        "uuid": uuid,
        "version": told.data["id"],
        "subject": uuid,
        "changed": ["state", "revision"],
    }


# proves: S3-44
def test_nobody_hears_of_what_is_not_theirs(web, owner):
    other_user = User.objects.create_user(f"eve-{uuid4()}")
    with web.stream() as stream:
        stream.until("ready")
        record(other_user)
        mine = record(owner)
        assert uuids(stream.changes(1)) == [mine]


# proves: S3-44
@pytest.mark.parametrize("path", [EVENTS, "/api/v1/jobs/{job}/events"])
def test_a_stream_is_refused_in_json_to_who_may_not_listen(web, owner, path):
    job = submit(owner)
    other_user = User.objects.create_user(f"eve-{uuid4()}")
    bearer = {"Authorization": f"Bearer {access_token_for(other_user)}", "Accept": "text/event-stream"}
    url = f"{web.client.base_url}{path.format(job=job)}"
    nobody = httpx.get(url, headers={"Accept": "text/event-stream"})
    assert (nobody.status_code, nobody.json()["error"]["code"]) == (401, "not_authenticated")
    if path != EVENTS:
        other = httpx.get(url, headers=bearer)
        unknown = httpx.get(url.replace(str(job), str(uuid4())), headers=bearer)
        assert (other.status_code, other.json()["error"]["code"]) == (404, "not_found")
        assert unknown.json()["error"]["message"] == other.json()["error"]["message"]


def test_a_program_listens_with_its_token(web, owner):
    bearer = {"Authorization": f"Bearer {access_token_for(owner)}"}
    with httpx.Client(base_url=web.client.base_url) as client, Web(client).stream(**bearer) as stream:
        stream.until("ready")
        mine = record(owner)
        assert uuids(stream.changes(1)) == [mine]


# proves: S3-G9
@pytest.mark.parametrize("in_address", [False, True])
def test_who_comes_back_hears_what_was_missed_once(web, owner, in_address):
    with web.stream() as stream:
        stream.until("ready")
        record(owner)
        place = stream.changes(1)[0].id
    missed = [record(owner) for _ in range(3)]
    path = f"{EVENTS}?last_event_id={place}" if in_address else EVENTS
    with web.stream(path, **({} if in_address else {"Last-Event-ID": place})) as stream:
        assert uuids(stream.changes(3)) == missed
        again = stream.until("ready").id
        last = record(owner)
        assert uuids(stream.changes(1)) == [last]
    with web.stream(**{"Last-Event-ID": again}) as stream:
        assert uuids(stream.changes(1)) == [last]


# proves: S3-G9
@pytest.mark.parametrize("place", ["999999999-1", "nonsense"])
def test_who_comes_back_from_nowhere_is_told_to_begin_anew(web, owner, place):
    with web.stream(**{"Last-Event-ID": place}) as stream:
        fresh = stream.until("reset")
        mine = record(owner)
        assert uuids(stream.changes(1)) == [mine]
    with web.stream(**{"Last-Event-ID": fresh.id}) as stream:
        assert uuids(stream.changes(1)) == [mine]


# proves: S3-39
def test_a_jobs_stream_tells_its_states_and_ends_with_it(web, owner):
    job = submit(owner)
    with web.stream(f"/api/v1/jobs/{job}/events") as stream:
        first = stream.until("status")
        run_jobs()
        rest = [frame for frame in stream.frames() if frame.event == "status"]
    assert (first.data["id"], first.data["status"]) == (str(job), "queued")
    assert [frame.data["status"] for frame in rest][-1] == "succeeded"
    with web.stream(f"/api/v1/jobs/{job}/events") as stream:
        assert [frame.data["state"] for frame in stream.frames() if frame.event == "status"] == ["success"]
    after = web.client.get(f"/api/v1/jobs/{job}/events", headers={"Last-Event-ID": rest[-1].id})
    assert after.status_code == 204  # a browser would come back for ever


# proves: S3-41
def test_a_jobs_stream_ends_when_its_time_is_over(web, owner):
    job = submit(owner)
    began = time.monotonic()
    with web.stream(f"/api/v1/jobs/{job}/events") as stream:
        frames = list(stream.frames())
    assert time.monotonic() - began > 2.5
    assert {frame.event for frame in frames} == {"status", ":"}
    assert Job.objects.get(pk=job).state == "waiting"


def test_a_job_is_told_of_in_the_transaction_that_changes_it(web, owner):
    with web.stream() as stream:
        stream.until("ready")
        job = submit(owner)
        run_jobs()
        told = stream.changes(3)
    assert {(frame.data["entity"], frame.data["uuid"]) for frame in told} == {("job", str(job))}
    assert [frame.data["changed"] for frame in told] == [["state"], ["state"], ["state", "progress"]]


def test_streams_need_no_redis(shared_processes, owner):
    _, url = shared_processes.web(env={"REDIS_URL": "unix:///nowhere?db=0"}, wait=False)
    with httpx.Client(base_url=url, cookies=cookies_of(owner), timeout=SOON) as client:
        until(lambda: answers(client))
        with Web(client).stream() as stream:
            stream.until("ready")
            mine = record(owner)
            assert uuids(stream.changes(1)) == [mine]


def answers(client):
    with contextlib.suppress(httpx.TransportError):
        return client.get("/health/live").status_code == 200


# proves: S0-21
def test_streams_go_on_when_the_database_has_cut_the_line(web, owner):
    with web.stream() as stream:
        stream.until("ready")
        with connection.cursor() as cursor:
            cursor.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where application_name = 'cartulary-web' and datname = current_database()"
            )
        mine = record(owner)
        assert uuids(stream.changes(1)) == [mine]
