"""The operators' part of GraphQL: dead letters, lanes, workers, tenants' accounts, the scheduler."""

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

LETTERS = """query ($reason: String, $since: DateTime, $kind: String) {
    deadLetters(reason: $reason, since: $since, kind: $kind) { totalCount edges { node {
        id uuid kind title reason error { code } attempts crashes firstFailed lastFailed
        tenant { name kind } args traceback
        job { state steps { name } log { message } document { title } } } } } }"""
WORKERS = "{ workers { name slots alive stopping beatSeconds running { job { uuid log { id } } step since } } }"
TENANTS = """{ tenantQueues { totalCount edges { node {
    id tenant { name } cap rate weight paused retryUnknown running waiting } } } }"""
LANES = """{ lanes { kind title step waiting scheduled running stuck oldestSeconds p50Ms p95Ms succeeded failed
    unsettled overdue } }"""
CAUSES = "query ($kind: String) { causes(kind: $kind) { kind title reason code message count lastFailed } }"
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
    return ApiClient(User.objects.create_user("operator", is_staff=True))


def fail_jobs(owner, number, name="doors.work"):
    ids = [enqueue(owner, name, fails=True) for _ in range(number)]
    run_jobs()
    return ids


def requeue(api, **wish):
    return api.ask(REQUEUE, {"input": wish})["requeueDeadLetters"]


def letters(api, **wanted):
    return [edge["node"] for edge in api.ask(LETTERS, wanted)["deadLetters"]["edges"]]


def queries_of(api, query):
    with CaptureQueriesContext(connection) as captured:
        api.ask(query)
    return len(captured)


@pytest.mark.parametrize(
    "query", [LETTERS, WORKERS, TENANTS, LANES, SCHEDULER, CAUSES, f'{{ deadLetter(id: "{UUID(int=1)}") {{ id }} }}']
)
def test_only_operators_look(api, anonymous_api, query):
    # proves: S3-49
    assert api.graphql(query).codes == ["not_allowed"]
    assert anonymous_api.graphql(query).codes == ["not_authenticated"]


def test_only_operators_act(api, user):
    # proves: S3-49
    fail_jobs(user, 1)
    letter = DeadLetter.objects.get()
    answers = [
        api.ask(DISCARD, {"id": str(letter.pk)})["discardDeadLetter"],
        requeue(api, all=True),
        api.ask(CHANGE, {"input": {"id": str(user.tenant_id), "cap": 9}})["setTenantQueue"],
        api.ask(RULES, {"input": {"window": 9}})["setScheduler"],
    ]
    assert [answer["errors"][0]["code"] for answer in answers] == ["not_allowed"] * 4
    assert not DeadLetter.objects.exclude(requeued_at=None, discarded_at=None).exists()
    assert not TenantQueue.objects.filter(cap=9).exists()
    assert not SchedulerState.objects.filter(window=9).exists()


def test_causes_are_ranked_by_how_many_failed(staff_api, user, django_assert_max_num_queries):
    fail_jobs(user, 2, name="doors.other")
    fail_jobs(user, 3)
    with django_assert_max_num_queries(4):
        causes = staff_api.ask(CAUSES)["causes"]
    assert [(each["kind"], each["title"], each["reason"], each["code"], each["count"]) for each in causes] == [
        ("doors.work", "Work", "error", "internal_error", 3),
        ("doors.other", "Other work", "error", "internal_error", 2),
    ]
    newest = DeadLetter.objects.order_by("-last_failed_at").first()
    assert (causes[0]["lastFailed"], causes[0]["message"]) == (newest.last_failed_at.isoformat(), newest.error_message)
    assert [each["count"] for each in staff_api.ask(CAUSES, {"kind": "doors.other"})["causes"]] == [2]


def test_many_are_discarded_by_their_cause(staff_api, api, user):
    fail_jobs(user, 2)
    fail_jobs(user, 1, name="doors.other")

    def discard(client, **wish):
        return client.ask(DISCARD_MANY, {"input": wish})["discardDeadLetters"]

    assert discard(api, all=True)["errors"][0]["code"] == "not_allowed"
    assert discard(staff_api)["errors"][0] == {"code": "invalid", "field": "all"}
    wish = {"kind": "doors.work", "reason": "error", "code": "internal_error"}
    assert [discard(staff_api, **wish)["discarded"] for _ in range(2)] == [2, 0]
    assert [letter["kind"] for letter in letters(staff_api)] == ["doors.other"]


def test_a_lane_counts_failures_until_they_are_settled(staff_api, user):
    fail_jobs(user, 2)

    def lane():
        (found,) = [each for each in staff_api.ask(LANES)["lanes"] if each["kind"] == "doors.work"]
        return found["failed"], found["unsettled"]

    assert lane() == (2, 2)
    staff_api.ask(DISCARD, {"id": str(DeadLetter.objects.first().pk)})
    assert lane() == (2, 1)
    requeue(staff_api, all=True)
    assert lane()[1] == 0


def test_a_job_beyond_its_deadline_is_counted_where_it_hangs(staff_api, user):
    enqueue(user)
    (dispatch,) = transitions.reconcile(slots=1)
    lease = transitions.Lease(dispatch.job_id, dispatch.fence, 1)
    transitions.start(lease, "doors.work", is_optional=False, worker_key=None, using=connection)

    def overdue():
        return {lane["kind"]: lane["overdue"] for lane in staff_api.ask(LANES)["lanes"]}["doors.work"]

    assert overdue() == 0
    Job.objects.update(deadline=timezone.now())
    assert overdue() == 1


def test_a_letter_tells_all_about_its_job(staff_api, user):
    # proves: S3-45
    (job_id,) = fail_jobs(user, 1)
    (letter,) = letters(staff_api)
    assert (letter["kind"], letter["title"], letter["reason"]) == ("doors.work", "Work", "error")
    assert (letter["error"]["code"], letter["attempts"], letter["tenant"]["name"]) == ("internal_error", 1, "ada")
    assert letter["args"] == '{"fails": true}'
    assert "ZeroDivisionError: deep inside" in letter["traceback"]
    assert letter["job"]["state"] == "FAILED"
    assert Job.objects.get(pk=job_id).dead_letter.pk.hex == letter["uuid"].replace("-", "")


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ({}, 3),
        ({"reason": "error"}, 3),
        ({"reason": "timeout"}, 0),
        ({"kind": "doors.other"}, 1),
        ({"since": "2020-01-01T00:00:00Z"}, 3),
        ({"since": "2100-01-01T00:00:00Z"}, 0),
    ],
)
def test_letters_are_narrowed(staff_api, user, wanted, count):
    # proves: S3-46
    fail_jobs(user, 2)
    fail_jobs(user, 1, "doors.other")
    assert len(letters(staff_api, **wanted)) == count


@pytest.mark.parametrize("query", [LETTERS, TENANTS, WORKERS, LANES])
def test_what_operators_see_costs_the_same_however_much_there_is(staff_api, user, query):
    def grow(number):
        fail_jobs(User.objects.create_user(f"person {number}"), 2)
        WorkerBeat.objects.create(key=number + 1, name=f"w{number}", slots=2)

    grow(0)
    few = queries_of(staff_api, query)
    for number in range(1, 6):
        grow(number)
    assert queries_of(staff_api, query) <= few


def test_one_is_requeued_and_runs_again(staff_api, user):
    (job_id,) = fail_jobs(user, 1)
    (letter,) = letters(staff_api)
    assert requeue(staff_api, ids=[letter["id"]]) == {"requeued": 1, "remaining": 0, "errors": []}
    assert requeue(staff_api, ids=[letter["id"]])["requeued"] == 0
    assert (letters(staff_api), queue.job_view(job_id).is_finished) == ([], False)


def test_those_of_a_kind_are_requeued_one_after_another(staff_api, user):
    fail_jobs(user, 3, "doors.other")
    fail_jobs(user, 1)
    assert requeue(staff_api, kind="doors.other", perSecond=2)["requeued"] == 3
    due = sorted(Job.objects.filter(kind="doors.other").values_list("run_at", flat=True))
    assert all((later - earlier).total_seconds() >= 0.5 for earlier, later in pairwise(due))
    assert [letter["kind"] for letter in letters(staff_api)] == ["doors.work"]


@pytest.mark.parametrize(
    ("wish", "field"), [({}, "all"), ({"all": False}, "all"), ({"all": True, "perSecond": 0}, "per_second")]
)
def test_a_wish_that_names_nothing_is_refused(staff_api, user, wish, field):
    fail_jobs(user, 1)
    assert requeue(staff_api, **wish)["errors"] == [{"code": "invalid", "field": field}]
    assert len(letters(staff_api)) == 1


def test_a_discarded_letter_is_gone_and_its_job_stays_failed(staff_api, user):
    (job_id,) = fail_jobs(user, 1)
    (letter,) = letters(staff_api)
    done = staff_api.ask(DISCARD, {"id": letter["id"]})["discardDeadLetter"]
    again = staff_api.ask(DISCARD, {"id": letter["id"]})["discardDeadLetter"]
    assert done["deadLetter"]["discarded"]
    assert again["errors"] == [{"code": "dead_letter_closed"}]
    assert (letters(staff_api), queue.job_view(job_id).state) == ([], "failed")


def test_a_lane_counts_what_is_there_and_what_ended(staff_api, user):
    make_jobs(user)
    lanes = {(lane["kind"], lane["step"]): lane for lane in staff_api.ask(LANES)["lanes"]}
    lane = lanes["doors.work", "doors.work"]
    assert (lane["title"], lane["waiting"], lane["running"], lane["succeeded"], lane["failed"]) == ("Work", 1, 0, 1, 1)
    assert lane["oldestSeconds"] >= 0
    assert lane["p50Ms"] <= lane["p95Ms"]
    assert lanes["documents.process", "documents.ingest_doc"]["waiting"] == 0


def test_a_worker_that_does_not_beat_is_not_alive(staff_api):
    WorkerBeat.objects.create(key=7, name="gone", slots=2)
    (worker,) = staff_api.ask(WORKERS)["workers"]
    assert (worker["name"], worker["alive"], worker["running"]) == ("gone", False, [])


def test_a_tenant_is_capped_paused_and_let_go(staff_api, user):
    enqueue(user)
    key = str(user.tenant_id)
    changed = staff_api.ask(CHANGE, {"input": {"id": key, "cap": 2, "rate": 60, "weight": 1.5, "paused": True}})
    assert changed["setTenantQueue"]["tenantQueue"] == {"cap": 2, "rate": 60, "weight": 1.5, "paused": True}
    assert run_jobs() == 0
    freed = staff_api.ask(CHANGE, {"input": {"id": key, "noCap": True, "noRate": True, "paused": False}})
    assert freed["setTenantQueue"]["tenantQueue"] == {"cap": None, "rate": None, "weight": 1.5, "paused": False}
    assert run_jobs() == 1
    (edge,) = staff_api.ask(TENANTS)["tenantQueues"]["edges"]
    assert (edge["node"]["id"], edge["node"]["waiting"]) == (key, 0)


@pytest.mark.parametrize(
    ("change", "field"), [({"cap": -1}, "cap"), ({"weight": 0.0}, "weight"), ({"rate": 0}, "rate")]
)
def test_settings_out_of_bounds_are_refused(staff_api, user, change, field):
    answer = staff_api.ask(CHANGE, {"input": {"id": str(user.tenant_id), **change}})["setTenantQueue"]
    assert answer["errors"] == [{"code": "invalid", "field": field}]
    assert not TenantQueue.objects.exists()


def test_nobodys_account_is_not_found(staff_api):
    answer = staff_api.ask(CHANGE, {"input": {"id": str(uuid7()), "cap": 1}})["setTenantQueue"]
    assert answer["errors"] == [{"code": "not_found", "field": None}]


def test_the_scheduler_goes_by_other_rules(staff_api):
    assert staff_api.ask(SCHEDULER)["scheduler"]["policy"] == "TIME"
    changed = staff_api.ask(RULES, {"input": {"policy": "TURNS", "window": 0}})["setScheduler"]
    assert changed["scheduler"] == {"policy": "TURNS", "window": 0}
    assert staff_api.ask(RULES, {"input": {"window": -1}})["setScheduler"]["errors"][0]["field"] == "window"
    assert staff_api.ask(SCHEDULER)["scheduler"] == {
        "policy": "TURNS", "window": 0, "highShare": 2, "lowShare": 1, "maxStuckStreak": 3,
    }  # fmt: skip


def test_what_another_operator_has_set_is_not_overwritten_unseen(staff_api, user):
    key = str(user.tenant_id)
    staff_api.ask(CHANGE, {"input": {"id": key, "paused": True}})
    (edge,) = staff_api.ask("{ tenantQueues { edges { node { version } } } }")["tenantQueues"]["edges"]
    rules = staff_api.ask("{ scheduler { version } }")["scheduler"]["version"]
    for number, expected in ((1, []), (2, ["edit_conflict"])):
        account = {"input": {"id": key, "cap": number, "version": edge["node"]["version"]}}
        scheduler = {"input": {"window": number, "version": rules}}
        assert [each["code"] for each in staff_api.ask(CHANGE, account)["setTenantQueue"]["errors"]] == expected
        assert [each["code"] for each in staff_api.ask(RULES, scheduler)["setScheduler"]["errors"]] == expected
    assert TenantQueue.objects.get().cap == 1
