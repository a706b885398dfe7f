"""Streams of a real web server: recipients, reconnection, end."""

import contextlib
import itertools
import time
from uuid import uuid4

import httpx
import pytest
from django.db import connection

from core.db.ids import uuid7
from documents.models import DocumentShare
from documents.tests.factories import parsed_document
from events import outbox
from events.outbox import Entity
from tasks.models import Job
from tasks.runtime import queue
from tasks.testing import run_jobs
from tasks.tests import sample_jobs  # noqa: F401  # kinds
from tests.events.conftest import SOON, Web, cookies_of
from tests.timeouts import until
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
def test_a_stream_is_not_buffered_by_proxies_and_sends_keep_alives(web):
    with web.stream() as stream:
        headers = stream.response.headers
        assert headers["content-type"].startswith("text/event-stream")
        assert "no-cache" in headers["cache-control"]
        assert headers["x-accel-buffering"] == "no"
        assert "content-length" not in headers
        assert headers["x-request-id"]
        stream.until("ready")
        assert stream.until(":").data == "keep-alive"


def test_a_stream_says_how_often_it_sends_heartbeats_and_sends_them(web):
    with web.stream() as stream:
        assert stream.until("ready").data == {"heartbeat_seconds": 1.0}
        for _ in range(2):
            beat = stream.until("heartbeat")
            assert (beat.data, beat.id) == ({"seconds": 1.0}, "")


def test_head_returns_headers_only(web):
    answer = web.client.head(EVENTS)
    assert (answer.status_code, answer.headers["content-type"], answer.content) == (200, "text/event-stream", b"")


# proves: X-22
def test_an_event_names_changed_fields_without_values(web, owner):
    with web.stream() as stream:
        stream.until("ready")
        uuid = record(owner, changed=["state", "revision"])
        (change,) = stream.changes(1)
    assert change.data == {
        "id": change.data["id"],
        "entity": "document",
        "uuid": uuid,
        "version": change.data["id"],
        "subject": uuid,
        "changed": ["state", "revision"],
    }


def test_a_transient_change_leaves_the_cursor_where_it_is(web, owner):
    reader = User.objects.create_user(f"reader-{uuid4()}")
    document = parsed_document(owner, "The tenant pays rent.")
    DocumentShare.objects.create(target=document, user=reader, role="viewer", created_by=owner)
    url = web.client.base_url.join(f"/api/v1/documents/{document.pk}/presence")
    with web.stream() as stream:
        stream.until("ready")
        # What is published before the server has subscribed is lost: each keep-alive is followed by another report.
        for page, frame in enumerate(stream.frames(), 1):
            if frame.event == "change" and frame.data["id"] == 0:
                change = frame
                break
            for user in (owner, reader):
                headers = {"Authorization": f"Bearer {access_token_for(user)}"}
                httpx.put(url, json={"page": page}, headers=headers, timeout=SOON).raise_for_status()
    assert change.data == {
        "id": 0,
        "entity": "presence",
        "uuid": str(document.pk),
        "version": 0,
        "subject": None,
        "changed": ["page", "selection", "box"],
    }
    assert change.id == ""


# proves: S3-44
def test_events_of_other_users_are_not_delivered(web, owner):
    other_user = User.objects.create_user(f"eve-{uuid4()}")
    with web.stream() as stream:
        stream.until("ready")
        record(other_user)
        own = record(owner)
        assert uuids(stream.changes(1)) == [own]


# proves: S3-44
@pytest.mark.parametrize("path", [EVENTS, "/api/v1/jobs/{job}/events"])
def test_errors_are_json(web, owner, path):
    job = submit(owner)
    other_user = User.objects.create_user(f"eve-{uuid4()}")
    bearer = {"Authorization": f"Bearer {access_token_for(other_user)}", "Accept": "text/event-stream"}
    url = f"{web.client.base_url}{path.format(job=job)}"
    anonymous = httpx.get(url, headers={"Accept": "text/event-stream"})
    assert (anonymous.status_code, anonymous.json()["error"]["code"]) == (401, "not_authenticated")
    if path != EVENTS:
        other = httpx.get(url, headers=bearer)
        unknown = httpx.get(url.replace(str(job), str(uuid4())), headers=bearer)
        assert (other.status_code, other.json()["error"]["code"]) == (404, "not_found")
        assert unknown.json()["error"]["message"] == other.json()["error"]["message"]


def test_a_stream_accepts_a_token(web, owner):
    bearer = {"Authorization": f"Bearer {access_token_for(owner)}"}
    with httpx.Client(base_url=web.client.base_url) as client, Web(client).stream(**bearer) as stream:
        stream.until("ready")
        own = record(owner)
        assert uuids(stream.changes(1)) == [own]


# proves: S3-G9
@pytest.mark.parametrize("in_url", [False, True])
def test_a_reconnecting_client_receives_missed_events_once(web, owner, in_url):
    with web.stream() as stream:
        stream.until("ready")
        record(owner)
        cursor = stream.changes(1)[0].id
    missed = [record(owner) for _ in range(3)]
    path = f"{EVENTS}?last_event_id={cursor}" if in_url else EVENTS
    with web.stream(path, **({} if in_url else {"Last-Event-ID": cursor})) as stream:
        assert uuids(stream.changes(3)) == missed
        again = stream.until("ready").id
        last = record(owner)
        assert uuids(stream.changes(1)) == [last]
    with web.stream(**{"Last-Event-ID": again}) as stream:
        assert uuids(stream.changes(1)) == [last]


# proves: S3-G9
@pytest.mark.parametrize("cursor", ["999999999-1", "nonsense"])
def test_an_unknown_cursor_resets_the_client(web, owner, cursor):
    with web.stream(**{"Last-Event-ID": cursor}) as stream:
        fresh = stream.until("reset")
        own = record(owner)
        assert uuids(stream.changes(1)) == [own]
    with web.stream(**{"Last-Event-ID": fresh.id}) as stream:
        assert uuids(stream.changes(1)) == [own]


# proves: S3-39
def test_a_job_stream_sends_states_until_the_job_ends(web, owner):
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
    assert after.status_code == 204  # browsers would reconnect forever


# proves: S3-41
@pytest.mark.full
def test_a_job_stream_ends_after_its_maximum_duration(web, owner):
    job = submit(owner)
    began = time.monotonic()
    with web.stream(f"/api/v1/jobs/{job}/events") as stream:
        frames = list(stream.frames())
    assert time.monotonic() - began > 9.5
    assert {frame.event for frame in frames} == {"status", ":"}
    assert Job.objects.get(pk=job).state == "waiting"


def test_changes_of_a_job_are_events(web, owner):
    with web.stream() as stream:
        stream.until("ready")
        job = submit(owner)
        run_jobs()
        change = stream.changes(3)
    assert {(frame.data["entity"], frame.data["uuid"]) for frame in change} == {("job", str(job))}
    assert [frame.data["changed"] for frame in change] == [["state"], ["state"], ["state", "progress"]]


@pytest.mark.full
def test_streams_need_no_redis(shared_processes, owner):
    _, url = shared_processes.web(env={"REDIS_URL": "unix:///nowhere?db=0"}, wait=False)
    with httpx.Client(base_url=url, cookies=cookies_of(owner), timeout=SOON) as client:
        until(lambda: answers(client))
        with Web(client).stream() as stream:
            stream.until("ready")
            own = record(owner)
            assert uuids(stream.changes(1)) == [own]


def answers(client):
    with contextlib.suppress(httpx.TransportError):
        return client.get("/health/live").status_code == 200


# proves: S0-21
def test_streams_survive_lost_database_connections(web, owner):
    with web.stream() as stream:
        stream.until("ready")
        with connection.cursor() as cursor:
            cursor.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where application_name = 'cartulary-web' and datname = current_database()"
            )
        own = record(owner)
        assert uuids(stream.changes(1)) == [own]


@pytest.mark.parametrize("path", [EVENTS, "/api/v1/jobs/{job}/events"])
def test_the_streams_of_an_account_end_when_it_becomes_inactive(web, owner, path):
    job = submit(owner)
    with web.stream(path.format(job=job)) as stream:
        stream.until("ready" if path == EVENTS else "status")
        User.objects.filter(pk=owner.pk).update(is_active=False)  # by a command, which ends no session
        time.sleep(3)  # longer than two keep-alives, of which one may just have begun
        late = record(owner)
        # The job was submitted just before, which may be reported after the stream has begun.
        assert late not in {frame.data.get("uuid") for frame in itertools.islice(stream.frames(), 20) if frame.data}
        assert next(stream.frames(), None) is None
    assert web.client.get(path.format(job=job)).status_code == 401
