"""Concurrent storage of the same bytes, in different orders (T-5)."""

from email.message import EmailMessage
from functools import partial

import pytest

from corpuses.corpora.services import personal_corpus
from corpuses.uploads.services import Destination, upload_to_corpus
from documents.models import Document
from documents.storage.blobs import BlobWriter
from documents.tests.test_scanning import EICAR, scanner
from tasks.models import Job
from tasks.runtime import transitions
from tasks.runtime.worker_session import SharedSession
from tasks.testing import run_chain, run_jobs
from tests.jobs.racing import Race
from users.models import User

__all__ = ["scanner"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_deadlock")]


@pytest.fixture
def owners(transactional_db):
    return [User.objects.create_user(name) for name in ("ada", "bob")]


def send(content, owner, name="same.txt"):
    corpus = personal_corpus(owner)
    with BlobWriter() as writer:
        writer.write(content)
        return upload_to_corpus(writer.finish(), filename=name, owner=owner, destination=Destination(corpus=corpus))


def run(dispatch):
    run_chain(dispatch, SharedSession(worker_key=None))


def email(*parts):
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ada@example.org", "bob@example.org", "Papers"
    message.set_content("Find them attached.")
    for part in parts:
        message.add_attachment(f"Text of {part}.\n", filename=f"{part}.txt")
    return message.as_bytes()


# proves: T-5
@pytest.mark.full
def test_two_emails_with_the_same_attachments_in_another_order(owners):
    race, (ada, bob) = Race(31), owners
    for number in range(2):
        parts = [f"{number}-{name}" for name in "abcd"]
        send(email(*parts), ada, "email.eml")
        send(email(*parts[::-1]), bob, "email.eml")
        jobs = [partial(run, dispatch) for dispatch in transitions.reconcile(slots=2)]
        assert len(jobs) == 2
        race.run(*jobs, *[partial(send, f"Text of {part}.\n".encode(), ada) for part in parts[1:3]])
        assert Document.objects.filter(parent__isnull=False).count() == 8 * (number + 1)
        run_jobs()
    assert not Job.objects.exclude(state="success").exists()
    assert not Job.objects.filter(attempts__gt=1).exists()


# proves: T-5 V5.4.3
def test_two_users_upload_the_same_infected_file(owners, scanner):
    race = Race(32)
    for number in range(4):
        documents = [send(EICAR + str(number).encode(), user) for user in owners]
        race.run(*[partial(run, dispatch) for dispatch in transitions.reconcile(slots=2)])
        rows = Document.objects.filter(pk__in=[document.pk for document in documents])
        assert set(rows.values_list("state", "scan", "backend_lock")) == {("failed", "infected", False)}
    assert not Job.objects.filter(attempts__gt=1).exists()
