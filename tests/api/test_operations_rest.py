"""The operators' part of REST: failed jobs under both of their addresses, lanes, workers, tenants, the scheduler."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from core.api.testing import ApiClient
from core.db.ids import uuid7
from tasks.api import requeueing
from tasks.models import DeadLetter, Job, TenantQueue
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.api.jobs import enqueue, make_jobs
from users.models import User

ADMIN = "/api/v1/admin"
FAILED = f"{ADMIN}/failed-jobs"
DLQ = "/api/dlq"

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff_api(db) -> ApiClient:
    return ApiClient(User.objects.create_user("operator", is_staff=True))


@pytest.fixture
def letter(user):
    enqueue(user, fails=True)
    run_jobs()
    return DeadLetter.objects.get()


def refused(response):
    return response.status_code, response.json()["error"]["code"]


ROUTES = [
    *(("GET", f"{at}{route}") for at in (FAILED, DLQ) for route in ("", "/depth", "/{id}")),
    *(("POST", f"{at}{route}") for at in (FAILED, DLQ) for route in ("/requeue", "/{id}/requeue", "/{id}/discard")),
    *(("GET", f"{ADMIN}{route}") for route in ("/lanes", "/workers", "/tenants", "/scheduler")),
    *(("PATCH", f"{ADMIN}{route}") for route in ("/tenants/{id}", "/scheduler")),
]


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_only_operators_enter(api, anonymous_api, letter, method, route):
    # proves: S3-49 X-19
    address, body = route.format(id=letter.pk), None if method == "GET" else {"all": True}
    assert refused(api.send(method, address, body)) == (403, "not_allowed")
    assert refused(anonymous_api.send(method, address, body)) == (401, "not_authenticated")
    assert DeadLetter.objects.filter(requeued_at=None, discarded_at=None).count() == 1


@pytest.mark.parametrize("address", [FAILED, DLQ])
@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ({}, 3),
        ({"reason": "error"}, 3),
        ({"reason": "timeout"}, 0),
        ({"kind": "doors.other"}, 1),
        ({"queue": "doors.other"}, 1),
        ({"since": "2020-01-01T00:00:00Z"}, 3),
        ({"since": "2100-01-01T00:00:00Z", "kind": "doors.work"}, 0),
    ],
)
def test_failed_jobs_are_listed_and_counted(staff_api, user, address, wanted, count):
    # proves: S3-45 S3-46 S3-47 X-23
    for kind in ("doors.work", "doors.work", "doors.other"):
        enqueue(user, kind, fails=True)
    run_jobs()
    assert len(staff_api.get(address, wanted).json()["results"]) == count
    assert staff_api.get(f"{address}/depth", wanted).json() == {"depth": count}


@pytest.mark.parametrize("query", ["since=yesterday", "reason=%00", "cursor=cD14"])
def test_a_filter_that_makes_no_sense_is_refused(staff_api, letter, query):
    assert staff_api.get(f"{FAILED}?{query}").status_code == 400


def test_pages_of_failed_jobs_follow_each_other(staff_api, user):
    made = {str(enqueue(user, fails=True)) for _ in range(5)}
    run_jobs()
    seen, address = [], f"{FAILED}?page_size=2"
    while address:
        page = staff_api.get(address).json()
        seen += [letter["job_id"] for letter in page["results"]]
        address = page["next"]
    assert (len(seen), set(seen)) == (5, made)


def test_a_failed_job_is_looked_into(staff_api, letter):
    # proves: S3-45
    body = staff_api.get(f"{FAILED}/{letter.pk}").json()
    assert (body["reason"], body["error"]["code"], body["attempts"]) == ("error", "internal_error", 1)
    assert (body["args"], body["job"]["id"]) == ('{"fails": true}', str(letter.job_id))
    assert "ZeroDivisionError" in body["traceback"]
    assert "ZeroDivisionError" in body["log"][-1]["fields"]["traceback"]
    assert refused(staff_api.get(f"{FAILED}/{uuid7()}")) == (404, "dead_letter_not_found")


def test_one_is_requeued_once(staff_api, letter):
    # proves: S3-48
    first = staff_api.send("POST", f"{FAILED}/{letter.pk}/requeue")
    assert (first.status_code, first.json()) == (202, {"job": str(letter.job_id)})
    assert refused(staff_api.send("POST", f"{FAILED}/{letter.pk}/requeue")) == (409, "dead_letter_closed")
    assert staff_api.get(f"{FAILED}/depth").json() == {"depth": 0}
    assert run_jobs() == 1


@pytest.mark.django_db(transaction=True)
def test_ten_who_requeue_at_once_give_one_run(staff_api, letter):
    # proves: S3-48
    user = User.objects.get(username="operator")

    def press(_):
        try:
            return ApiClient(user).send("POST", f"{DLQ}/{letter.pk}/requeue").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        assert sorted(pool.map(press, range(10))) == [202] + [409] * 9
    assert run_jobs() == 1


def test_no_request_requeues_more_than_it_may_and_it_tells_what_remains(staff_api, user, monkeypatch):
    # proves: S3-G11
    monkeypatch.setattr(requeueing, "AT_ONCE", 2)
    for _ in range(3):
        enqueue(user, fails=True)
    run_jobs()
    wish = {"reason": "error"}
    answers = [staff_api.send("POST", f"{FAILED}/requeue", wish).json() for _ in range(3)]
    assert answers == [{"requeued": n, "remaining": left} for n, left in ((2, 1), (1, 0), (0, 0))]
    fast = staff_api.send("POST", f"{FAILED}/requeue", wish | {"per_second": 1_000_000})
    assert refused(fast) == (400, "invalid")


def test_all_are_requeued_at_a_pace(staff_api, user):
    # proves: S3-G11
    for _ in range(3):
        enqueue(user, fails=True)
    run_jobs()
    assert refused(staff_api.send("POST", f"{FAILED}/requeue", {})) == (400, "invalid")
    answer = staff_api.send("POST", f"{FAILED}/requeue", {"all": True, "per_second": 1})
    assert (answer.status_code, answer.json()) == (202, {"requeued": 3, "remaining": 0})
    due = sorted(Job.objects.values_list("run_at", flat=True))
    assert (due[-1] - due[0]).total_seconds() >= 2


def test_a_discarded_one_is_gone_and_stays_failed(staff_api, letter):
    assert staff_api.send("POST", f"{FAILED}/{letter.pk}/discard").json()["discarded"]
    assert refused(staff_api.send("POST", f"{FAILED}/{letter.pk}/discard")) == (409, "dead_letter_closed")
    assert (staff_api.get(FAILED).json()["results"], queue.job_view(letter.job_id).state) == ([], "failed")


def test_lanes_and_workers_are_shown(staff_api, user):
    make_jobs(user)
    lanes = {(lane["kind"], lane["step"]): lane for lane in staff_api.get(f"{ADMIN}/lanes").json()["lanes"]}
    lane = lanes["doors.work", "doors.work"]
    assert (lane["waiting"], lane["succeeded"], lane["failed"]) == (1, 1, 1)
    assert staff_api.get(f"{ADMIN}/workers").json() == {"workers": []}


def test_a_tenant_is_steered(staff_api, user):
    enqueue(user)
    address = f"{ADMIN}/tenants/{user.tenant_id}"
    assert staff_api.send("PATCH", address, {"cap": 3, "paused": True}).json()["cap"] == 3
    assert run_jobs() == 0
    body = staff_api.send("PATCH", address, {"cap": None, "paused": False, "weight": 2}).json()
    assert (body["cap"], body["weight"], body["name"], body["waiting"]) == (None, 2.0, "ada", 1)
    assert run_jobs() == 1
    assert [row["id"] for row in staff_api.get(f"{ADMIN}/tenants").json()["results"]] == [str(user.tenant_id)]


@pytest.mark.parametrize("change", [{"cap": -1}, {"weight": 0}, {"weight": None}, {"rate": 0}, {"paused": "perhaps"}])
def test_settings_that_make_no_sense_are_refused(staff_api, user, change):
    answer = staff_api.send("PATCH", f"{ADMIN}/tenants/{user.tenant_id}", change)
    assert (*refused(answer), answer.json()["error"]["field"]) == (400, "invalid", next(iter(change)))
    assert not TenantQueue.objects.exists()


def test_the_scheduler_is_steered(staff_api):
    assert staff_api.get(f"{ADMIN}/scheduler").json()["policy"] == "time"
    body = staff_api.send("PATCH", f"{ADMIN}/scheduler", {"policy": "turns", "high_share": 3}).json()
    del body["version"]
    assert body == {"policy": "turns", "window": 2, "high_share": 3, "low_share": 1, "max_stuck_streak": 3}
    assert refused(staff_api.send("PATCH", f"{ADMIN}/scheduler", {"policy": "luck"})) == (400, "invalid")


@pytest.mark.parametrize("change", [{"cap": 3}, {"cap": 3, "weight": 2}])
def test_an_operator_overwrites_no_account_unseen(staff_api, user, change):
    address = f"{ADMIN}/tenants/{user.tenant_id}"
    seen = staff_api.send("PATCH", address, {"paused": True})
    assert seen["ETag"] == f'"{seen.json()["version"]}"'
    mine = staff_api.send("PATCH", address, change, **{"If-Match": seen["ETag"]})
    assert (mine.status_code, mine.json()["paused"]) == (200, True)
    late = staff_api.send("PATCH", address, {"paused": False}, **{"If-Match": seen["ETag"]})
    assert refused(late) == (412, "edit_conflict")
    assert late.json()["error"]["current"] == mine.json()
    assert staff_api.send("PATCH", address, {"paused": False}).status_code == 200


def test_an_operator_overwrites_no_rules_unseen(staff_api):
    address = f"{ADMIN}/scheduler"
    seen = staff_api.get(address)
    assert staff_api.send("PATCH", address, {"window": 5}, **{"If-Match": seen["ETag"]}).status_code == 200
    late = staff_api.send("PATCH", address, {"policy": "turns"}, **{"If-Match": seen["ETag"]})
    assert refused(late) == (412, "edit_conflict")
    assert (late.json()["error"]["current"]["window"], late.json()["error"]["current"]["policy"]) == (5, "time")
