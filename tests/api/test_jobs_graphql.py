"""Jobs in GraphQL: list, read, cancel and retry them, as their owner and as staff."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.api.testing import ApiClient
from core.db.ids import uuid7
from documents.services import deletion
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.runtime import queue
from tests.api.jobs import enqueue, make_jobs
from users.models import User

pytestmark = pytest.mark.django_db

ALL_FIELDS = """{ jobs(first: 100) { totalCount edges { node { uuid title state status waiting priority progress
    crashes owner { username }
    due cancelRequested isFinished error { code } steps { name state error { code } } document { title }
    log { message level fields } } } } }"""


@pytest.fixture
def staff_api(db) -> ApiClient:
    return ApiClient(User.objects.create_user("staff", is_staff=True))


@pytest.fixture
def jobs(user):
    return make_jobs(user)


def ids_of(api, arguments=""):
    data = api.execute(f"{{ jobs{arguments} {{ edges {{ node {{ uuid }} }} }} }}")
    return [edge["node"]["uuid"] for edge in data["jobs"]["edges"]]


def mutate(api, name, key, arguments=""):
    query = f"""mutation ($id: ID!) {{ {name}(input: {{id: $id{arguments}}}) {{
        job {{ state status }} errors {{ code }} }} }}"""
    return api.execute(query, {"id": str(key)})[name]


def test_jobs_are_listed_newest_first(api, jobs):
    newest_first = [jobs.waiting, jobs.cancelled, jobs.failed, jobs.succeeded]
    assert ids_of(api) == [str(key) for key in newest_first]


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ("(state: FAILED)", ["failed"]),
        ("(status: QUEUED)", ["waiting"]),
        ("(status: SUCCEEDED)", ["succeeded"]),
        ("(status: PROCESSING)", []),
        ('(kind: "sample_api.work", state: CANCELLED)', ["cancelled"]),
        ('(kind: "sample_api.other")', []),
    ],
)
def test_jobs_are_filtered(api, jobs, arguments, names):
    # proves: S3-32 X-17
    assert ids_of(api, arguments) == [str(getattr(jobs, name)) for name in names]


def test_jobs_of_a_document(api, user, jobs):
    document = parsed_document(user, "Words.")
    (job,) = queue.jobs_of([document.pk])[document.pk]
    assert ids_of(api, f'(documentId: "{document.pk}")') == [str(job.id)]
    assert ids_of(api, f'(documentId: "{uuid7()}")') == []


def test_a_job_keeps_the_title_of_a_deleted_document(api, user):
    document = parsed_document(user, "Words.", title="Lease")
    document.title = "Renamed"
    document.save()
    query = "{ jobs { edges { node { subjectTitle document { title } } } } }"
    nodes = [edge["node"] for edge in api.execute(query)["jobs"]["edges"]]
    assert nodes == [{"subjectTitle": "Lease", "document": {"title": "Renamed"}}]
    deletion.delete_document(document, actor=user)
    nodes = [edge["node"] for edge in api.execute(query)["jobs"]["edges"]]
    assert nodes == [{"subjectTitle": "Lease", "document": None}]


DETAILS = """query ($id: ID!) { job(id: $id) {
    state status waiting error { code } steps { name state } log { message level fields attempt } } }"""


def test_job_has_steps_and_log_lines(api, jobs):
    # proves: S2-35
    job = api.execute(DETAILS, {"id": str(jobs.succeeded)})["job"]
    assert (job["state"], job["status"], job["error"]) == ("SUCCESS", "succeeded", None)
    assert job["steps"] == [{"name": "sample_api.work", "state": "SUCCESS"}]
    assert job["log"][0] == {"message": "looked", "level": "info", "fields": '{"page": 1}', "attempt": 1}


def test_job_has_a_wait_reason(api, jobs):
    assert api.execute(DETAILS, {"id": str(jobs.waiting)})["job"]["waiting"] == "no worker is running"
    assert api.execute(DETAILS, {"id": str(jobs.succeeded)})["job"]["waiting"] == ""


def test_only_staff_see_the_traceback(api, staff_api, jobs):
    nodes = [client.execute(DETAILS, {"id": str(jobs.failed)})["job"] for client in (api, staff_api)]
    assert [job["error"]["code"] for job in nodes] == ["internal_error"] * 2
    assert [job["steps"][0]["state"] for job in nodes] == ["FAILED"] * 2
    assert ["deep inside" in job["log"][-1]["fields"] for job in nodes] == [False, True]


def test_the_log_continues_after_a_line(api, jobs):
    query = "query ($id: ID!, $after: Int) { job(id: $id) { log(after: $after, limit: 1) { id message } } }"
    (first,) = api.execute(query, {"id": str(jobs.succeeded), "after": 0})["job"]["log"]
    (second,) = api.execute(query, {"id": str(jobs.succeeded), "after": first["id"]})["job"]["log"]
    assert (first["message"], second["message"]) == ("looked", "went on")
    assert api.execute(query, {"id": str(jobs.succeeded), "after": second["id"]})["job"]["log"] == []


def test_the_number_of_queries_does_not_depend_on_the_length_of_the_list(api, user, jobs):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            api.execute(ALL_FIELDS)
        return len(captured)

    parsed_document(user, "Words.")
    few = queries()
    for number in range(20):
        enqueue(user)
        parsed_document(user, "Words.", title=f"Document {number}")
    assert queries() <= few


def test_a_waiting_job_is_cancelled_and_retried(api, jobs):
    # proves: S2-42
    assert mutate(api, "cancelJob", jobs.waiting)["job"] == {"state": "CANCELLED", "status": "cancelled"}
    assert mutate(api, "retryJob", jobs.waiting, ", fromStart: true")["job"] == {"state": "WAITING", "status": "queued"}


def test_an_ended_job_cannot_be_cancelled(api, jobs):
    assert mutate(api, "cancelJob", jobs.succeeded)["job"]["state"] == "SUCCESS"


@pytest.mark.parametrize(("name", "code"), [("succeeded", "job_has_succeeded"), ("waiting", "job_is_live")])
def test_a_job_that_cannot_be_retried_has_an_error(api, jobs, name, code):
    result = mutate(api, "retryJob", getattr(jobs, name))
    assert (result["job"], [error["code"] for error in result["errors"]]) == (None, [code])


def test_a_waiting_job_has_a_reason_and_a_priority(api, user, jobs):
    # proves: S2-41
    enqueue(user)
    query = "query ($id: ID!) { job(id: $id) { waiting priority } }"
    assert api.execute(query, {"id": str(jobs.waiting)})["job"] == {
        "waiting": "no worker is running",
        "priority": "HIGH",
    }
    result = mutate(api, "setJobPriority", jobs.waiting, ", priority: LOW")
    assert (result["errors"], Job.objects.get(pk=jobs.waiting).queue_rank) == ([], 2)
    assert api.execute(query, {"id": str(jobs.succeeded)})["job"]["waiting"] == ""


def test_a_started_job_keeps_its_priority(api, jobs):
    result = mutate(api, "setJobPriority", jobs.succeeded, ", priority: LOW")
    assert result["errors"] == [{"code": "job_has_begun"}]


@pytest.mark.parametrize("name", ["cancelJob", "retryJob", "setJobPriority"])
def test_mutation_by_another_user_changes_nothing(other_api, jobs, name):
    arguments = ", priority: LOW" if name == "setJobPriority" else ""
    assert [error["code"] for error in mutate(other_api, name, jobs.waiting, arguments)["errors"]] == ["not_found"]
    job = queue.job_view(jobs.waiting)
    assert (job.state, job.priority) == ("waiting", queue.Priority.HIGH)


def test_other_users_see_no_jobs(other_api, jobs):
    assert ids_of(other_api) == []
    assert other_api.graphql(f'{{ job(id: "{jobs.waiting}") {{ id }} }}').codes == ["not_found"]
    assert other_api.graphql("{ jobs(everyone: true) { totalCount } }").codes == ["not_allowed"]


def test_staff_see_all_jobs_on_request(staff_api, jobs):
    assert ids_of(staff_api) == []
    assert len(ids_of(staff_api, "(everyone: true)")) == 4
    query = "{ jobs(everyone: true, first: 1) { edges { node { owner { username email } } } } }"
    assert staff_api.execute(query)["jobs"]["edges"] == [{"node": {"owner": {"username": "ada", "email": ""}}}]
    assert staff_api.execute(f'{{ job(id: "{jobs.failed}") {{ state }} }}')["job"] == {"state": "FAILED"}
    assert mutate(staff_api, "cancelJob", jobs.waiting)["job"]["state"] == "CANCELLED"


@pytest.mark.parametrize("query", ["{ jobs { totalCount } }", "{ jobKinds { name } }", '{ job(id: "x") { id } }'])
def test_anonymous_queries_are_refused(anonymous_api, query):
    assert anonymous_api.graphql(query).codes == ["not_authenticated"]


def test_the_kinds_are_listed_with_their_titles(api):
    kinds = {kind["name"]: kind["title"] for kind in api.execute("{ jobKinds { name title } }")["jobKinds"]}
    assert kinds["documents.process"] == "Process document"
