"""REST of the job runtime, for staff: failed jobs, queues, workers, tenants, the scheduler."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from core.api.testing import ApiClient
from core.db.ids import uuid7
from tasks.api import dead_letter_selection
from tasks.models import DeadLetter, Job, TenantQueue
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.api.jobs import enqueue, make_jobs
from users.models import User

ADMIN = "/api/v1/admin"
FAILED = f"{ADMIN}/failed-jobs"

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff_api(db) -> ApiClient:
    return ApiClient(User.objects.create_user("staff", is_staff=True))


@pytest.fixture
def dead_letter(user):
    enqueue(user, fails=True)
    run_jobs()
    return DeadLetter.objects.get()


def error_of(response):
    return response.status_code, response.json()["error"]["code"]


ROUTES = [
    *(("GET", f"{FAILED}{route}") for route in ("", "/depth", "/{id}")),
    *(("POST", f"{FAILED}{route}") for route in ("/requeue", "/{id}/requeue", "/{id}/discard")),
    *(("GET", f"{ADMIN}{route}") for route in ("/queues", "/workers", "/tenants", "/scheduler")),
    *(("PATCH", f"{ADMIN}{route}") for route in ("/tenants/{id}", "/scheduler")),
]


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_only_staff_have_access(api, anonymous_api, dead_letter, method, route):
    # proves: S3-49 X-19
    url, body = route.format(id=dead_letter.pk), None if method == "GET" else {"all": True}
    assert error_of(api.send(method, url, body)) == (403, "not_allowed")
    assert error_of(anonymous_api.send(method, url, body)) == (401, "not_authenticated")
    assert DeadLetter.objects.filter(requeued_at=None, discarded_at=None).count() == 1


@pytest.mark.parametrize(
    ("filters", "count"),
    [
        ({}, 3),
        ({"reason": "error"}, 3),
        ({"reason": "timeout"}, 0),
        ({"kind": "sample_api.other"}, 1),
        ({"queue": "sample_api.other"}, 1),
        ({"since": "2020-01-01T00:00:00Z"}, 3),
        ({"since": "2100-01-01T00:00:00Z", "kind": "sample_api.work"}, 0),
    ],
)
def test_failed_jobs_are_listed_and_counted(staff_api, user, filters, count):
    # proves: S3-45 S3-46 S3-47 X-23
    for kind in ("sample_api.work", "sample_api.work", "sample_api.other"):
        enqueue(user, kind, fails=True)
    run_jobs()
    assert len(staff_api.get(FAILED, filters).json()["results"]) == count
    assert staff_api.get(f"{FAILED}/depth", filters).json() == {"depth": count}


@pytest.mark.parametrize("query", ["since=yesterday", "reason=%00", "cursor=cD14"])
def test_invalid_filters_are_rejected(staff_api, dead_letter, query):
    assert staff_api.get(f"{FAILED}?{query}").status_code == 400


def test_pages_of_failed_jobs_follow_each_other(staff_api, user):
    job_ids = {str(enqueue(user, fails=True)) for _ in range(5)}
    run_jobs()
    first, url = [], f"{FAILED}?page_size=2"
    while url:
        page = staff_api.get(url).json()
        first += [each["job_id"] for each in page["results"]]
        url = page["next"]
    assert (len(first), set(first)) == (5, job_ids)


def test_a_failed_job_has_details(staff_api, dead_letter):
    # proves: S3-45
    body = staff_api.get(f"{FAILED}/{dead_letter.pk}").json()
    assert (body["reason"], body["error"]["code"], body["attempts"]) == ("error", "internal_error", 1)
    assert (body["args"], body["job"]["id"]) == ('{"fails": true}', str(dead_letter.job_id))
    assert "ZeroDivisionError" in body["traceback"]
    assert "ZeroDivisionError" in body["log"][-1]["fields"]["traceback"]
    assert error_of(staff_api.get(f"{FAILED}/{uuid7()}")) == (404, "dead_letter_not_found")


def test_a_failed_job_is_requeued_once(staff_api, dead_letter):
    # proves: S3-48
    first = staff_api.send("POST", f"{FAILED}/{dead_letter.pk}/requeue")
    assert (first.status_code, first.json()) == (202, {"job": str(dead_letter.job_id)})
    assert error_of(staff_api.send("POST", f"{FAILED}/{dead_letter.pk}/requeue")) == (409, "dead_letter_closed")
    assert staff_api.get(f"{FAILED}/depth").json() == {"depth": 0}
    assert run_jobs() == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_requeues_result_in_one_run(staff_api, dead_letter):
    # proves: S3-48
    user = User.objects.get(username="staff")

    def requeue(_):
        try:
            return ApiClient(user).send("POST", f"{FAILED}/{dead_letter.pk}/requeue").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        assert sorted(pool.map(requeue, range(10))) == [202] + [409] * 9
    assert run_jobs() == 1


def test_a_request_requeues_a_batch_and_returns_the_number_that_remains(staff_api, user, monkeypatch):
    # proves: S3-G11
    monkeypatch.setattr(dead_letter_selection, "BATCH", 2)
    for _ in range(3):
        enqueue(user, fails=True)
    run_jobs()
    selection = {"reason": "error"}
    answers = [staff_api.send("POST", f"{FAILED}/requeue", selection).json() for _ in range(3)]
    assert answers == [{"requeued": n, "remaining": left} for n, left in ((2, 1), (1, 0), (0, 0))]
    fast = staff_api.send("POST", f"{FAILED}/requeue", selection | {"per_second": 1_000_000})
    assert error_of(fast) == (400, "invalid")


def test_all_are_requeued_at_a_limited_rate(staff_api, user):
    # proves: S3-G11
    for _ in range(3):
        enqueue(user, fails=True)
    run_jobs()
    assert error_of(staff_api.send("POST", f"{FAILED}/requeue", {})) == (400, "invalid")
    response = staff_api.send("POST", f"{FAILED}/requeue", {"all": True, "per_second": 1})
    assert (response.status_code, response.json()) == (202, {"requeued": 3, "remaining": 0})
    due = sorted(Job.objects.values_list("run_at", flat=True))
    assert (due[-1] - due[0]).total_seconds() >= 2


def test_a_discarded_job_stays_failed(staff_api, dead_letter):
    assert staff_api.send("POST", f"{FAILED}/{dead_letter.pk}/discard").json()["discarded"]
    assert error_of(staff_api.send("POST", f"{FAILED}/{dead_letter.pk}/discard")) == (409, "dead_letter_closed")
    assert (staff_api.get(FAILED).json()["results"], queue.job_view(dead_letter.job_id).state) == ([], "failed")


def test_queues_and_workers_are_listed(staff_api, user):
    make_jobs(user)
    stages = {(each["kind"], each["step"]): each for each in staff_api.get(f"{ADMIN}/queues").json()["queues"]}
    stage = stages["sample_api.work", "sample_api.work"]
    assert (stage["waiting"], stage["succeeded"], stage["failed"]) == (1, 1, 1)
    assert staff_api.get(f"{ADMIN}/workers").json() == {"workers": []}


def test_settings_of_a_tenant_change(staff_api, user):
    enqueue(user)
    url = f"{ADMIN}/tenants/{user.tenant_id}"
    assert staff_api.send("PATCH", url, {"cap": 3, "paused": True}).json()["cap"] == 3
    assert run_jobs() == 0
    body = staff_api.send("PATCH", url, {"cap": None, "paused": False, "weight": 2}).json()
    assert (body["cap"], body["weight"], body["name"], body["waiting"]) == (None, 2.0, "ada", 1)
    assert run_jobs() == 1
    assert [row["id"] for row in staff_api.get(f"{ADMIN}/tenants").json()["results"]] == [str(user.tenant_id)]


@pytest.mark.parametrize("change", [{"cap": -1}, {"weight": 0}, {"weight": None}, {"rate": 0}, {"paused": "perhaps"}])
def test_invalid_settings_are_rejected(staff_api, user, change):
    response = staff_api.send("PATCH", f"{ADMIN}/tenants/{user.tenant_id}", change)
    assert (*error_of(response), response.json()["error"]["field"]) == (400, "invalid", next(iter(change)))
    assert not TenantQueue.objects.exists()


def test_settings_of_the_scheduler_change(staff_api):
    assert staff_api.get(f"{ADMIN}/scheduler").json()["policy"] == "time"
    body = staff_api.send("PATCH", f"{ADMIN}/scheduler", {"policy": "turns", "high_share": 3}).json()
    del body["version"]
    assert body == {"policy": "turns", "window": 2, "high_share": 3, "low_share": 1, "max_stuck_streak": 3}
    assert error_of(staff_api.send("PATCH", f"{ADMIN}/scheduler", {"policy": "luck"})) == (400, "invalid")


@pytest.mark.parametrize("change", [{"cap": 3}, {"cap": 3, "weight": 2}])
def test_a_stale_change_of_a_tenant_is_rejected(staff_api, user, change):
    url = f"{ADMIN}/tenants/{user.tenant_id}"
    first = staff_api.send("PATCH", url, {"paused": True})
    assert first["ETag"] == f'"{first.json()["version"]}"'
    mine = staff_api.send("PATCH", url, change, **{"If-Match": first["ETag"]})
    assert (mine.status_code, mine.json()["paused"]) == (200, True)
    late = staff_api.send("PATCH", url, {"paused": False}, **{"If-Match": first["ETag"]})
    assert error_of(late) == (412, "edit_conflict")
    assert late.json()["error"]["current"] == mine.json()
    assert staff_api.send("PATCH", url, {"paused": False}).status_code == 200


def test_a_stale_change_of_the_scheduler_is_rejected(staff_api):
    url = f"{ADMIN}/scheduler"
    first = staff_api.get(url)
    assert staff_api.send("PATCH", url, {"window": 5}, **{"If-Match": first["ETag"]}).status_code == 200
    late = staff_api.send("PATCH", url, {"policy": "turns"}, **{"If-Match": first["ETag"]})
    assert error_of(late) == (412, "edit_conflict")
    assert (late.json()["error"]["current"]["window"], late.json()["error"]["current"]["policy"]) == (5, "time")
