"""RabbitMQ as the broker: order, priorities, kills, a purge, a broker that dies, and a document all the way."""

import pytest
from celery import current_app
from django.core.management import call_command

from conftest import DEMO
from documents.models import Document
from documents.services.uploads import upload_document
from documents.storage.blobs import BlobWriter
from tasks.models import Job
from tests.jobs.conftest import marks
from tests.timeouts import until

pytestmark = [pytest.mark.usefixtures("db"), pytest.mark.timeout(180), pytest.mark.long]


@pytest.fixture
def db(shared_worker):
    """Replace the fixture that rolls back: the worker must see the rows, which stay until the end of the module."""


# proves: S1-1
def test_a_chain_of_three_runs_in_order(user):
    view = user.run("sample.chain")
    assert (view.state, marks()) == ("success", ["first", "second", "third"])
    assert current_app.connection_for_write().transport_cls == "amqp"


# proves: S0-1
def test_a_job_whose_child_is_killed_goes_on_at_that_step(user):
    view = user.run("sample.resume")
    assert (view.state, view.crashes, marks()) == ("success", 1, ["first", "kill", "kill", "third"])


def test_a_job_that_has_begun_goes_before_one_that_has_not(user):
    views = user.wait_for(*[user.enqueue("sample.naps") for _ in range(6)])
    gaps = [(view.steps[1].started - view.steps[0].finished).total_seconds() for view in views]
    assert max(gaps) < 0.25  # less than a nap: no first step came between


# proves: S1-16
def test_the_purge_command_loses_no_job(user):
    jobs = [user.enqueue("sample.sleep", seconds=0.3) for _ in range(6)]
    until(lambda: len(marks("sleep")) >= 2)
    call_command("purge_broker", verbosity=0)
    assert {view.state for view in user.wait_for(*jobs)} == {"success"}
    assert len(marks("sleep")) == 6


# proves: S1-1
@pytest.mark.usefixtures("store_of_the_worker")
def test_a_document_is_processed(user):
    with BlobWriter() as writer:
        writer.write((DEMO / "ag-energy-round-up.pdf").read_bytes())
        document = upload_document(writer.finish(), filename="round-up.pdf", owner=user.user)
    user.wait_for(*Job.objects.filter(subject_id=document.pk).values_list("pk", flat=True))
    document.refresh_from_db()
    assert (document.state, document.page_count, document.backend_lock) == (Document.State.READY, 1, False)


# proves: S1-16 DD-6
def test_no_job_is_lost_when_the_broker_dies_and_comes_back(user, rabbit):
    jobs = [user.enqueue("sample.sleep", seconds=0.3) for _ in range(6)]
    until(lambda: len(marks("sleep")) >= 2)
    rabbit.kill()
    jobs += [user.enqueue("sample.note") for _ in range(2)]
    rabbit.start()
    assert {view.state for view in user.wait_for(*jobs, seconds=60)} == {"success"}
    assert len(marks("sleep")) == 6
