"""Django's admin of the job runtime."""

import pytest
from django.urls import reverse

from tasks.models import DeadLetter, Job, SchedulerState, TenantQueue, WorkerBeat
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look
from users.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


def url(page, *args):
    return reverse(f"admin:tasks_{page}", args=args)


def test_a_failed_job_shows_its_steps_and_traceback(operator, enqueue):
    job_id = enqueue("sample.two", how="bug")
    run_jobs()
    page = operator.get(url("job_change", job_id)).content.decode()
    for word in ("sample.first", "sample.fail", "ZeroDivisionError: deep inside", "internal_error"):
        assert word in page


def test_jobs_are_filtered_and_searched(operator, enqueue):
    failed, waiting = enqueue("sample.fail", how="user"), None
    run_jobs()
    waiting = enqueue("sample.note")
    for query, hits in (
        ({"state__exact": "failed"}, [failed]),
        ({"q": str(waiting)}, [waiting]),
        ({"q": "never"}, [failed]),
    ):
        rows = operator.get(url("job_changelist"), query).context["cl"].queryset
        assert [job.pk for job in rows] == hits


def test_a_page_of_jobs_takes_a_constant_number_of_queries(operator, enqueue, django_assert_max_num_queries):
    for _ in range(30):
        enqueue("sample.note")
    with django_assert_max_num_queries(12):
        assert operator.get(url("job_changelist")).status_code == 200


def test_selected_jobs_are_retried(operator, enqueue):
    failed = enqueue("sample.fail", how="user")
    run_jobs()
    waiting = enqueue("sample.note")
    data = {"action": "retry", "_selected_action": [str(failed), str(waiting)]}
    page = operator.post(url("job_changelist"), data, follow=True).content.decode()
    assert look(failed).state == "waiting"
    assert "Retried jobs: 1" in page
    assert "The job has not ended yet." in page


def test_selected_jobs_are_cancelled(operator, enqueue):
    job_id = enqueue("sample.note")
    operator.post(url("job_changelist"), {"action": "cancel", "_selected_action": [str(job_id)]})
    assert look(job_id).state == "cancelled"


@pytest.fixture
def dead_letters(enqueue):
    for _ in range(2):
        enqueue("sample.fail", how="user")
    run_jobs()
    return list(DeadLetter.objects.all())


def act(operator, action, dead_letters):
    data = {"action": action, "_selected_action": [str(dead_letter.pk) for dead_letter in dead_letters]}
    return operator.post(url("deadletter_changelist"), data, follow=True).content.decode()


def test_dead_letters_are_requeued_once(operator, dead_letters):
    # proves: S3-48
    assert "Requeued jobs: 2" in act(operator, "requeue", dead_letters)
    assert "Requeued jobs: 0" in act(operator, "requeue", dead_letters)
    assert [row.pk for row in operator.get(url("deadletter_changelist")).context["cl"].queryset] == []
    assert run_jobs(skip_waits=True) == 2


def test_dead_letters_are_discarded(operator, dead_letters):
    assert "Discarded jobs: 1" in act(operator, "discard", dead_letters[:1])
    rows = operator.get(url("deadletter_changelist")).context["cl"].queryset
    assert [row.pk for row in rows] == [dead_letters[1].pk]
    closed = operator.get(url("deadletter_changelist"), {"closed": "1"}).context["cl"].queryset
    assert [row.pk for row in closed] == [dead_letters[0].pk]
    assert look(dead_letters[0].job_id).state == "failed"


def test_a_dead_letter_is_shown(operator, dead_letters):
    page = operator.get(url("deadletter_change", dead_letters[0].pk)).content.decode()
    assert url("job_change", dead_letters[0].job_id) in page


@pytest.mark.parametrize("page", ["job_add", "deadletter_add", "steprun_add", "workerbeat_add"])
def test_rows_of_the_runtime_are_read_only(operator, page):
    assert operator.get(url(page)).status_code == 403


def test_staff_with_view_permission_cannot_act(client, enqueue):
    from django.contrib.auth.models import Permission

    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename="view_job"))
    client.force_login(viewer)
    job_id = enqueue("sample.note")
    assert client.get(url("job_changelist")).status_code == 200
    client.post(url("job_changelist"), {"action": "cancel", "_selected_action": [str(job_id)]})
    assert look(job_id).state == "waiting"


def test_a_cap_is_set_without_changing_counters(operator, enqueue, owner):
    enqueue("sample.note")
    run_jobs()
    change = url("tenantqueue_change", owner.tenant_id)
    form = {"cap": 2, "weight": 1.0}
    TenantQueue.objects.update(vtime=5)
    assert operator.post(change, form).status_code == 302
    queue_row = TenantQueue.objects.get()
    assert (queue_row.cap, queue_row.vtime) == (2, 5)


def test_a_cap_is_set_before_the_first_job(operator, owner):
    add = url("tenantqueue_add")
    assert operator.get(add).status_code == 200
    assert operator.post(add, {"tenant": str(owner.tenant_id), "cap": 2, "weight": 1.0}).status_code == 302
    queue_row = TenantQueue.objects.get()
    assert (queue_row.tenant_id, queue_row.cap, queue_row.running) == (owner.tenant_id, 2, 0)


def test_the_policy_is_changed(operator):
    SchedulerState.objects.create()
    form = {"policy": "turns", "window": 2, "high_share": 2, "low_share": 1, "max_stuck_streak": 3}
    assert operator.post(url("schedulerstate_change", 1), form).status_code == 302
    assert SchedulerState.objects.get().policy == "turns"


def test_every_list_opens(operator, enqueue):
    enqueue("sample.chain")
    run_jobs()
    WorkerBeat.objects.create(key=1, name="w1", slots=2)
    for model in ("job", "deadletter", "steprun", "tenantqueue", "schedulerstate", "workerbeat"):
        assert operator.get(url(f"{model}_changelist")).status_code == 200
    assert Job.objects.count() == 1
