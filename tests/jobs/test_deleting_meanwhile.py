"""Delete objects while other transactions refer to them: both succeed, or one gets a domain error (T-5).

Nothing may deadlock, fail because a row is missing, or leave a dead letter about a deleted object. Every other round
deletes permanently, which is the harder case.
"""

import zipfile
from functools import partial
from io import BytesIO

import pytest

from corpuses.actions.editing import delete_action
from corpuses.actions.models import CorpusAction
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.editing import AnnotationChange, update_annotation
from corpuses.annotations.labels.merging import merge_label
from corpuses.annotations.labels.services import create_label, delete_label, update_label
from corpuses.annotations.models import Annotation, DocumentLabel, Label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora import folders
from corpuses.corpora.services import add_documents, create_corpus, delete_corpus, remove_documents
from corpuses.models import Archive, Corpus, CorpusDocument
from corpuses.uploads import archives
from corpuses.uploads.services import Destination, upload_to_corpus
from documents.models import Document, Upload
from documents.services.deletion import delete_document
from documents.storage.blobs import BlobWriter
from documents.tests.factories import parsed_document
from tasks.models import DeadLetter, Job
from tasks.operations import dead_letters
from tasks.testing import run_jobs
from tests.jobs.racing import Race
from users.models import User
from users.sharing.errors import TeamNotFound
from users.sharing.services import ShareRequest, create_share
from users.sharing.teams import create_team, delete_team

TEXT = "Paid on 2026-01-02."

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_deadlock"),
    pytest.mark.parametrize(
        "rounds", [2, pytest.param(4, marks=pytest.mark.full), pytest.param(40, marks=pytest.mark.long)]
    ),
]


@pytest.fixture
def owner(transactional_db):
    return User.objects.create_user("ada")


def with_action(owner, analyzer="patterns"):
    corpus = create_corpus(owner=owner, title="Held")
    return corpus, CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Find", analyzer=analyzer)


def all_jobs_end_without_dead_letters():
    run_jobs(skip_waits=True)
    is_live = Job.objects.exclude(state__in=["success", "cancelled", "failed"]).exists()
    return not is_live and not DeadLetter.objects.exists()


def send(text, owner, destination=None):
    with BlobWriter() as writer:
        writer.write(text if isinstance(text, bytes) else text.encode())
        return upload_to_corpus(writer.finish(), filename="same.txt", owner=owner, destination=destination)


# proves: T-5 S1-8
def test_a_corpus_while_its_actions_end_and_documents_are_added(owner, rounds):
    race = Race(21)
    for number in range(rounds):
        corpus, _ = with_action(owner)
        added, other = (parsed_document(owner, TEXT, title=f"{number} {at}") for at in range(2))
        add_documents(corpus, [added], actor=owner)
        race.run(
            run_jobs,
            partial(add_documents, corpus, [other, added], actor=owner),
            partial(remove_documents, corpus, [added], actor=owner),
            partial(delete_corpus, corpus, actor=owner, permanently=number % 2 == 0),
        )
    assert not Corpus.objects.filter(title="Held").exists()
    assert all_jobs_end_without_dead_letters()


# proves: T-5 S1-8 S1-9
@pytest.mark.full
@pytest.mark.parametrize("delete_whole_corpus", [True, False])
def test_a_corpus_or_an_action_while_a_document_in_it_becomes_ready(owner, delete_whole_corpus, rounds):
    race = Race(22)
    for number in range(rounds):
        corpus, action = with_action(owner)
        document = parsed_document(owner, TEXT, title=f"{number}")
        CorpusDocument.objects.create(corpus=corpus, document=document)
        Document.objects.filter(pk=document.pk).update(backend_lock=True, state="processing")
        job = Job.objects.get(subject_id=document.pk)
        for step in ("documents.extract_thumbnail", "documents.ingest_doc"):
            job.step_runs.create(name=step, state="success", started=job.created)
        Job.objects.filter(pk=job.pk).update(fence=1)
        deletion = (
            partial(delete_corpus, corpus, actor=owner, permanently=number % 2 == 0)
            if delete_whole_corpus
            else partial(delete_action, action, actor=owner)
        )
        race.run(run_jobs, deletion)
        document.refresh_from_db()
        assert (document.state, document.failure_code) == ("ready", "")
    assert all_jobs_end_without_dead_letters()


# proves: T-5
def test_labels_while_they_are_assigned(owner, rounds):
    race, corpus, document = Race(23), create_corpus(owner=owner, title="Held"), parsed_document(owner, TEXT)
    add_documents(corpus, [document], actor=owner)
    for number in range(rounds):
        one, other = (create_label(corpus, name=f"{name}{number}", actor=owner) for name in "ab")
        draft = partial(AnnotationDraft, start=0, end=4)
        moved = annotate(draft(label_id=other.pk), corpus=corpus, document=document, actor=owner)
        race.run(
            partial(annotate, draft(label_id=one.pk), corpus=corpus, document=document, actor=owner),
            partial(delete_label, one, actor=owner, with_annotations=True, permanently=number % 2 == 0),
            partial(update_annotation, moved, AnnotationChange(label_id=one.pk, start=5, end=7), actor=owner),
            partial(delete_label, other, actor=owner, with_annotations=True, permanently=number % 2 == 0),
        )
        assert not Label.objects.filter(pk__in=[one.pk, other.pk]).exists()


# proves: T-5
def test_labels_while_they_are_merged(owner, rounds):
    race, corpus, document = Race(30), create_corpus(owner=owner, title="Held"), parsed_document(owner, TEXT)
    add_documents(corpus, [document], actor=owner)
    for number in range(rounds):
        one, other = (create_label(corpus, name=f"{name}{number}", actor=owner) for name in "ab")
        draft = partial(AnnotationDraft, start=0, end=4)
        moved = annotate(draft(label_id=other.pk), corpus=corpus, document=document, actor=owner)
        race.run(
            partial(annotate, draft(label_id=one.pk), corpus=corpus, document=document, actor=owner),
            partial(annotate, draft(label_name=f"c{number}"), corpus=corpus, document=document, actor=owner),
            partial(update_annotation, moved, AnnotationChange(label_id=one.pk, start=5, end=7), actor=owner),
            partial(label_documents, one, [document], actor=owner),
            partial(label_documents, other, [document], actor=owner),
            partial(merge_label, one, other, actor=owner),
            partial(merge_label, other, one, actor=owner),
            partial(update_label, other, position=0, name=f"d{number}", actor=owner),
        )
        (kept,) = Label.objects.filter(pk__in=[one.pk, other.pk])
        for labelled in (Annotation.with_deleted, DocumentLabel.with_deleted):
            assert not labelled.filter(label__in=[one.pk, other.pk]).exclude(label=kept).exists()


# proves: T-5
def test_a_document_while_it_is_annotated(owner, rounds):
    race, corpus = Race(24), create_corpus(owner=owner, title="Held")
    for number in range(rounds):
        document = parsed_document(owner, TEXT, title=f"{number}")
        add_documents(corpus, [document], actor=owner)
        draft = AnnotationDraft(label_name=f"one{number}", start=0, end=4)
        annotation = annotate(draft, corpus=corpus, document=document, actor=owner)
        race.run(
            partial(annotate, draft, corpus=corpus, document=document, actor=owner),
            partial(update_annotation, annotation, AnnotationChange(start=5, end=7), actor=owner),
            partial(delete_document, document, actor=owner, permanently=number % 2 == 0),
        )
        assert not Document.objects.filter(pk=document.pk).exists()
    assert all_jobs_end_without_dead_letters()


# proves: T-5 S2-42
def test_an_email_and_its_attachments_while_jobs_on_both_end(owner, rounds):
    race, (corpus, _) = Race(25), with_action(owner)
    for number in range(rounds):
        email, child = (parsed_document(owner, TEXT, title=f"{name} {number}") for name in ("email", "attachment"))
        Document.objects.filter(pk=child.pk).update(parent=email, path="child.txt")
        child.refresh_from_db()
        add_documents(corpus, [email], actor=owner)
        race.run(
            run_jobs,
            partial(delete_document, child, actor=owner, permanently=number % 2 == 0),
            partial(delete_document, email, actor=owner, permanently=number % 2 == 0),
        )
        assert not Document.objects.filter(pk__in=[email.pk, child.pk]).exists()
    assert all_jobs_end_without_dead_letters()


# proves: T-5
def test_a_folder_while_documents_are_added(owner, rounds):
    race, corpus = Race(26), create_corpus(owner=owner, title="Held")
    for number in range(rounds):
        folder = folders.create_folder(corpus, name=f"f{number}", actor=owner)
        document = parsed_document(owner, TEXT, title=f"{number}")
        add_documents(corpus, [document], actor=owner)
        destination = Destination(corpus=corpus, folder=folder.pk, path="a/b")
        race.run(
            partial(send, f"Text {number}.\n", owner, destination=destination),
            partial(folders.move_documents, corpus, [document], folder=folder, actor=owner),
            partial(remove_documents, corpus, [document], actor=owner),
            partial(folders.delete_folder, folder, actor=owner, permanently=number % 2 == 0),
        )
        assert not corpus.folders.filter(pk=folder.pk).exists()


# proves: T-5
@pytest.mark.full
def test_a_corpus_while_an_archive_is_unpacked_into_it(owner, rounds):
    race = Race(27)
    for number in range(rounds):
        corpus, content = create_corpus(owner=owner, title="Held"), BytesIO()
        with zipfile.ZipFile(content, "w") as archive:
            for name in "ab":
                archive.writestr(f"folder/{name}.txt", f"{number} {name}\n")
        send(f"{number} a\n", owner)
        with BlobWriter() as writer:
            writer.write(content.getvalue())
            archives.create_archive(
                writer.finish(), filename="a.zip", owner=owner, destination=Destination(corpus=corpus)
            )
        race.run(run_jobs, partial(delete_corpus, corpus, actor=owner, permanently=number % 2 == 0))
    assert all_jobs_end_without_dead_letters()
    assert not Archive.objects.filter(corpus__deleted_at=None).exists()
    assert not Upload.objects.filter(state="held").exists()


# proves: T-5 S2-42
@pytest.mark.full
def test_a_document_while_the_dead_letter_about_it_is_requeued(owner, rounds):
    race, (corpus, _) = Race(28), with_action(owner, analyzer="no-such-analyzer")
    for number in range(rounds):
        document = parsed_document(owner, TEXT, title=f"{number}")
        add_documents(corpus, [document], actor=owner)
        run_jobs()
        dead_letter = DeadLetter.objects.get(job__subject_id=document.pk)
        race.run(
            partial(dead_letters.requeue, dead_letter.pk),
            partial(delete_document, document, actor=owner, permanently=number % 2 == 0),
            run_jobs,
        )
        assert not Document.objects.filter(pk=document.pk).exists()
    run_jobs()
    assert not Job.objects.exclude(state__in=["success", "cancelled", "failed"]).exists()


# proves: T-5
def test_a_team_while_documents_are_shared_with_it(owner, rounds):
    race = Race(29, TeamNotFound)
    for number in range(rounds):
        corpus, team = create_corpus(owner=owner, title=f"Shared {number}"), create_team("Team", actor=owner)
        race.run(
            partial(create_share, corpus, ShareRequest(role="viewer", team=team.pk), actor=owner),
            partial(delete_team, team, actor=owner),
        )
        assert not corpus.shares.exists()
