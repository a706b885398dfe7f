"""GraphQL of the job runtime, for staff: dead letters, queue stages, workers, tenants, the scheduler."""

from itertools import pairwise
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.api.testing import ApiClient
from core.db.ids import uuid7
from tasks.models import DeadLetter, Job, SchedulerState, TenantQueue, WorkerBeat
from tasks.runtime import queue, transitions
from tasks.testing import run_jobs
from tests.api.jobs import enqueue, make_jobs
from users.models import User

pytestmark = pytest.mark.django_db

DEAD_LETTERS = """query ($reason: String, $since: DateTime, $kind: String) {
    deadLetters(reason: $reason, since: $since, kind: $kind) { totalCount edges { node {
        id uuid kind title reason error { code } attempts crashes firstFailed lastFailed
        tenant { name kind } args traceback
        job { state steps { name } log { message } document { title } } } } } }"""
WORKERS = "{ workers { name slots alive stopping beatSeconds running { job { uuid log { id } } step since } } }"
TENANTS = """{ tenantQueues { totalCount edges { node {
    id tenant { name } cap rate weight paused retryUnknown running waiting } } } }"""
STAGES = """{ queueStages { kind title step waiting scheduled running stuck oldestSeconds p50Ms p95Ms succeeded failed
    openFailures overdue } }"""
GROUPS = "query ($kind: String) { failureGroups(kind: $kind) { kind title reason code message count lastFailed } }"
DISCARD_MANY = """mutation ($input: DiscardDeadLettersInput!) { discardDeadLetters(input: $input) {
    discarded errors { code field } } }"""
SCHEDULER = "{ scheduler { policy window highShare lowShare maxStuckStreak } }"
DISCARD = "mutation ($id: ID!) { discardDeadLetter(input: {id: $id}) { deadLetter { discarded } errors { code } } }"
CHANGE = """mutation ($input: SetTenantQueueInput!) { setTenantQueue(input: $input) {
    tenantQueue { cap rate weight paused } errors { code field } } }"""
RULES = """mutation ($input: SetSchedulerInput!) { setScheduler(input: $input) {
    scheduler { policy window } errors { code field } } }"""
REQUEUE = """mutation ($input: RequeueDeadLettersInput!) { requeueDeadLetters(input: $input) {
    requeued remaining errors { code field } } }"""


@pytest.fixture
def staff_api(db) -> ApiClient:
    return ApiClient(User.objects.create_user("staff", is_staff=True))


def fail_jobs(owner, number, name="sample_api.work"):
    ids = [enqueue(owner, name, fails=True) for _ in range(number)]
    run_jobs()
    return ids


def requeue(api, **selection):
    return api.execute(REQUEUE, {"input": selection})["requeueDeadLetters"]


def dead_letters(api, **filters):
    return [edge["node"] for edge in api.execute(DEAD_LETTERS, filters)["deadLetters"]["edges"]]


def queries_of(api, query):
    with CaptureQueriesContext(connection) as captured:
        api.execute(query)
    return len(captured)


@pytest.mark.parametrize(
    "query",
    [DEAD_LETTERS, WORKERS, TENANTS, STAGES, SCHEDULER, GROUPS, f'{{ deadLetter(id: "{UUID(int=1)}") {{ id }} }}'],
)
def test_only_staff_may_query(api, anonymous_api, query):
    # proves: S3-49
    assert api.graphql(query).codes == ["not_allowed"]
    assert anonymous_api.graphql(query).codes == ["not_authenticated"]


def test_only_staff_may_mutate(api, user):
    # proves: S3-49
    fail_jobs(user, 1)
    dead_letter = DeadLetter.objects.get()
    answers = [
        api.execute(DISCARD, {"id": str(dead_letter.pk)})["discardDeadLetter"],
        requeue(api, all=True),
        api.execute(CHANGE, {"input": {"id": str(user.tenant_id), "cap": 9}})["setTenantQueue"],
        api.execute(RULES, {"input": {"window": 9}})["setScheduler"],
    ]
    assert [result["errors"][0]["code"] for result in answers] == ["not_allowed"] * 4
    assert not DeadLetter.objects.exclude(requeued_at=None, discarded_at=None).exists()
    assert not TenantQueue.objects.filter(cap=9).exists()
    assert not SchedulerState.objects.filter(window=9).exists()


def test_failure_groups_are_sorted_by_frequency(staff_api, user, django_assert_max_num_queries):
    fail_jobs(user, 2, name="sample_api.other")
    fail_jobs(user, 3)
    with django_assert_max_num_queries(4):
        groups = staff_api.execute(GROUPS)["failureGroups"]
    assert [(each["kind"], each["title"], each["reason"], each["code"], each["count"]) for each in groups] == [
        ("sample_api.work", "Work", "error", "internal_error", 3),
        ("sample_api.other", "Other work", "error", "internal_error", 2),
    ]
    newest = DeadLetter.objects.order_by("-last_failed_at").first()
    assert (groups[0]["lastFailed"], groups[0]["message"]) == (newest.last_failed_at.isoformat(), newest.error_message)
    assert [each["count"] for each in staff_api.execute(GROUPS, {"kind": "sample_api.other"})["failureGroups"]] == [2]


def test_dead_letters_are_discarded_by_group(staff_api, api, user):
    fail_jobs(user, 2)
    fail_jobs(user, 1, name="sample_api.other")

    def discard(client, **selection):
        return client.execute(DISCARD_MANY, {"input": selection})["discardDeadLetters"]

    assert discard(api, all=True)["errors"][0]["code"] == "not_allowed"
    assert discard(staff_api)["errors"][0] == {"code": "invalid", "field": "all"}
    selection = {"kind": "sample_api.work", "reason": "error", "code": "internal_error"}
    assert [discard(staff_api, **selection)["discarded"] for _ in range(2)] == [2, 0]
    assert [dead_letter["kind"] for dead_letter in dead_letters(staff_api)] == ["sample_api.other"]


def test_queue_stage_counts_failures_until_they_are_settled(staff_api, user):
    fail_jobs(user, 2)

    def stage():
        (stage,) = [each for each in staff_api.execute(STAGES)["queueStages"] if each["kind"] == "sample_api.work"]
        return stage["failed"], stage["openFailures"]

    assert stage() == (2, 2)
    staff_api.execute(DISCARD, {"id": str(DeadLetter.objects.first().pk)})
    assert stage() == (2, 1)
    requeue(staff_api, all=True)
    assert stage()[1] == 0


def test_overdue_jobs_are_counted_in_their_stage(staff_api, user):
    enqueue(user)
    (dispatch,) = transitions.reconcile(slots=1)
    lease = transitions.Lease(dispatch.job_id, dispatch.fence, 1)
    transitions.start(lease, "sample_api.work", is_optional=False, worker_key=None, using=connection)

    def overdue():
        return {stage["kind"]: stage["overdue"] for stage in staff_api.execute(STAGES)["queueStages"]}[
            "sample_api.work"
        ]

    assert overdue() == 0
    Job.objects.update(deadline=timezone.now())
    assert overdue() == 1


def test_a_dead_letter_has_the_details_of_its_job(staff_api, user):
    # proves: S3-45
    (job_id,) = fail_jobs(user, 1)
    (dead_letter,) = dead_letters(staff_api)
    assert (dead_letter["kind"], dead_letter["title"], dead_letter["reason"]) == ("sample_api.work", "Work", "error")
    assert (dead_letter["error"]["code"], dead_letter["attempts"]) == ("internal_error", 1)
    assert dead_letter["tenant"]["name"] == "ada"
    assert dead_letter["args"] == '{"fails": true}'
    assert "ZeroDivisionError: deep inside" in dead_letter["traceback"]
    assert dead_letter["job"]["state"] == "FAILED"
    assert Job.objects.get(pk=job_id).dead_letter.pk.hex == dead_letter["uuid"].replace("-", "")


@pytest.mark.parametrize(
    ("filters", "count"),
    [
        ({}, 3),
        ({"reason": "error"}, 3),
        ({"reason": "timeout"}, 0),
        ({"kind": "sample_api.other"}, 1),
        ({"since": "2020-01-01T00:00:00Z"}, 3),
        ({"since": "2100-01-01T00:00:00Z"}, 0),
    ],
)
def test_dead_letters_are_filtered(staff_api, user, filters, count):
    # proves: S3-46
    fail_jobs(user, 2)
    fail_jobs(user, 1, "sample_api.other")
    assert len(dead_letters(staff_api, **filters)) == count


@pytest.mark.parametrize("query", [DEAD_LETTERS, TENANTS, WORKERS, STAGES])
def test_the_number_of_queries_is_constant(staff_api, user, query):
    def grow(number):
        fail_jobs(User.objects.create_user(f"user {number}"), 2)
        WorkerBeat.objects.create(key=number + 1, name=f"w{number}", slots=2)

    grow(0)
    few = queries_of(staff_api, query)
    for number in range(1, 6):
        grow(number)
    assert queries_of(staff_api, query) <= few


def test_a_requeued_job_runs_again(staff_api, user):
    (job_id,) = fail_jobs(user, 1)
    (dead_letter,) = dead_letters(staff_api)
    assert requeue(staff_api, ids=[dead_letter["id"]]) == {"requeued": 1, "remaining": 0, "errors": []}
    assert requeue(staff_api, ids=[dead_letter["id"]])["requeued"] == 0
    assert (dead_letters(staff_api), queue.job_view(job_id).is_finished) == ([], False)


def test_jobs_of_a_kind_are_requeued_at_a_limited_rate(staff_api, user):
    fail_jobs(user, 3, "sample_api.other")
    fail_jobs(user, 1)
    assert requeue(staff_api, kind="sample_api.other", perSecond=2)["requeued"] == 3
    due = sorted(Job.objects.filter(kind="sample_api.other").values_list("run_at", flat=True))
    assert all((later - earlier).total_seconds() >= 0.5 for earlier, later in pairwise(due))
    assert [dead_letter["kind"] for dead_letter in dead_letters(staff_api)] == ["sample_api.work"]


@pytest.mark.parametrize(
    ("selection", "field"), [({}, "all"), ({"all": False}, "all"), ({"all": True, "perSecond": 0}, "per_second")]
)
def test_an_empty_selection_is_rejected(staff_api, user, selection, field):
    fail_jobs(user, 1)
    assert requeue(staff_api, **selection)["errors"] == [{"code": "invalid", "field": field}]
    assert len(dead_letters(staff_api)) == 1


def test_a_discarded_job_stays_failed(staff_api, user):
    (job_id,) = fail_jobs(user, 1)
    (dead_letter,) = dead_letters(staff_api)
    result = staff_api.execute(DISCARD, {"id": dead_letter["id"]})["discardDeadLetter"]
    again = staff_api.execute(DISCARD, {"id": dead_letter["id"]})["discardDeadLetter"]
    assert result["deadLetter"]["discarded"]
    assert again["errors"] == [{"code": "dead_letter_closed"}]
    assert (dead_letters(staff_api), queue.job_view(job_id).state) == ([], "failed")


def test_a_stage_counts_current_and_ended_jobs(staff_api, user):
    make_jobs(user)
    stages = {(stage["kind"], stage["step"]): stage for stage in staff_api.execute(STAGES)["queueStages"]}
    stage = stages["sample_api.work", "sample_api.work"]
    assert [stage[name] for name in ("title", "waiting", "running", "succeeded", "failed")] == ["Work", 1, 0, 1, 1]
    assert stage["oldestSeconds"] >= 0
    assert stage["p50Ms"] <= stage["p95Ms"]
    assert stages["documents.process", "documents.ingest_doc"]["waiting"] == 0


def test_a_worker_without_heartbeat_is_not_alive(staff_api):
    WorkerBeat.objects.create(key=7, name="dead", slots=2)
    (worker,) = staff_api.execute(WORKERS)["workers"]
    assert (worker["name"], worker["alive"], worker["running"]) == ("dead", False, [])


def test_a_tenant_is_limited_and_paused(staff_api, user):
    enqueue(user)
    key = str(user.tenant_id)
    changed = staff_api.execute(CHANGE, {"input": {"id": key, "cap": 2, "rate": 60, "weight": 1.5, "paused": True}})
    assert changed["setTenantQueue"]["tenantQueue"] == {"cap": 2, "rate": 60, "weight": 1.5, "paused": True}
    assert run_jobs() == 0
    freed = staff_api.execute(CHANGE, {"input": {"id": key, "cap": None, "rate": None, "paused": False}})
    assert freed["setTenantQueue"]["tenantQueue"] == {"cap": None, "rate": None, "weight": 1.5, "paused": False}
    assert run_jobs() == 1
    (edge,) = staff_api.execute(TENANTS)["tenantQueues"]["edges"]
    assert (edge["node"]["id"], edge["node"]["waiting"]) == (key, 0)


@pytest.mark.parametrize(
    ("change", "field"), [({"cap": -1}, "cap"), ({"weight": 0.0}, "weight"), ({"rate": 0}, "rate")]
)
def test_settings_out_of_bounds_are_rejected(staff_api, user, change, field):
    result = staff_api.execute(CHANGE, {"input": {"id": str(user.tenant_id), **change}})["setTenantQueue"]
    assert result["errors"] == [{"code": "invalid", "field": field}]
    assert not TenantQueue.objects.exists()


def test_an_unknown_tenant_is_not_found(staff_api):
    result = staff_api.execute(CHANGE, {"input": {"id": str(uuid7()), "cap": 1}})["setTenantQueue"]
    assert result["errors"] == [{"code": "not_found", "field": None}]


def test_settings_of_the_scheduler_change(staff_api):
    assert staff_api.execute(SCHEDULER)["scheduler"]["policy"] == "TIME"
    changed = staff_api.execute(RULES, {"input": {"policy": "TURNS", "window": 0}})["setScheduler"]
    assert changed["scheduler"] == {"policy": "TURNS", "window": 0}
    assert staff_api.execute(RULES, {"input": {"window": -1}})["setScheduler"]["errors"][0]["field"] == "window"
    assert staff_api.execute(SCHEDULER)["scheduler"] == {
        "policy": "TURNS", "window": 0, "highShare": 2, "lowShare": 1, "maxStuckStreak": 3,
    }  # fmt: skip


def test_stale_changes_are_rejected(staff_api, user):
    key = str(user.tenant_id)
    staff_api.execute(CHANGE, {"input": {"id": key, "paused": True}})
    (edge,) = staff_api.execute("{ tenantQueues { edges { node { version } } } }")["tenantQueues"]["edges"]
    rules = staff_api.execute("{ scheduler { version } }")["scheduler"]["version"]
    for number, expected in ((1, []), (2, ["edit_conflict"])):
        account = {"input": {"id": key, "cap": number, "version": edge["node"]["version"]}}
        scheduler = {"input": {"window": number, "version": rules}}
        assert [each["code"] for each in staff_api.execute(CHANGE, account)["setTenantQueue"]["errors"]] == expected
        assert [each["code"] for each in staff_api.execute(RULES, scheduler)["setScheduler"]["errors"]] == expected
    assert TenantQueue.objects.get().cap == 1
