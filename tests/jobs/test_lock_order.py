"""Services lock a document and start or cancel jobs on it, while jobs on it end (T-5)."""

import json
from threading import Event, Thread
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from core.db.row_locks import lock_for_delete
from core.errors import NotFound
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.analyzers import services
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.editing import AnnotationChange, delete_annotation, update_annotation
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.reviews import review_annotations
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.comments.services import ThreadDraft, create_comment, create_thread
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow
from corpuses.extracts.reviews import review_cells
from corpuses.extracts.suggestions import suggest_sources
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.imports import services as imports
from corpuses.imports.starting import start_import
from corpuses.models import Corpus
from corpuses.undo.services import undo_edits
from documents.models import Document
from documents.services.deletion import delete_document
from documents.services.lifecycle import retry_document
from documents.storage.blobs import BlobWriter
from documents.tests.factories import parsed_document
from tasks.models import DeadLetter, Job
from tasks.testing import run_jobs
from tests.database import waits_for_a_transaction
from tests.jobs.racing import Race
from tests.timeouts import until
from users.models import User

ROUNDS = 15
TEXT = "Paid on 2026-01-02."

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_deadlock")]


def live_jobs():
    return Job.objects.exclude(state__in=["success", "cancelled", "failed"])


# proves: T-5 S1-8
@pytest.mark.full
def test_a_shared_job_ends_while_another_corpus_requests_it():
    owner, race = User.objects.create_user("ada"), Race(11)
    first, second = (create_corpus(owner=owner, title=title) for title in ("First", "Second"))
    for number in range(ROUNDS):
        document = parsed_document(owner, "A short page.", title=f"Document {number}")
        add_documents(first, [document], actor=owner)
        race.run(run_jobs, lambda document=document: add_documents(second, [document], actor=owner))
        run_jobs()
        states = set(ActionExecution.objects.filter(document=document).values_list("action__corpus__title", "state"))
        assert states == {("First", "success"), ("Second", "success")}
    assert not live_jobs().exists()


# proves: T-5 S2-42
@pytest.mark.full
def test_a_document_is_deleted_while_its_jobs_end():
    owner, race = User.objects.create_user("ada"), Race(12)
    corpus = create_corpus(owner=owner, title="Held")
    for number in range(ROUNDS):
        document = parsed_document(owner, "A short page.", title=f"Document {number}")
        add_documents(corpus, [document], actor=owner)
        retry_document(document, actor=owner)
        race.run(run_jobs, lambda document=document: delete_document(document, actor=owner, permanently=True))
        run_jobs(skip_waits=True)
    assert not Document.objects.exists()
    assert not live_jobs().exists()


# proves: T-5 S1-8
def test_an_analysis_begins_or_ends_while_its_corpus_is_removed(monkeypatch):
    """It locks the corpus first: PostgreSQL would when it commits, after the action, which the removal waits for."""
    owner = User.objects.create_user("ada")
    for called in (services.completed_run, services.run_analyzer):
        corpus = create_corpus(owner=owner, title="Held")
        CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Find", analyzer="patterns")
        add_documents(corpus, [parsed_document(owner, TEXT, title=called.__name__)], actor=owner)
        removal = Removal(corpus)
        with monkeypatch.context() as patched:
            patched.setattr(services, called.__name__, removal.before(called))
            run_jobs()
        removal.thread.join()
        assert not Corpus.with_deleted.filter(pk=corpus.pk).exists()
    run_jobs(skip_waits=True)
    assert not live_jobs().exists()
    assert not DeadLetter.objects.exists()


# proves: T-5 S1-8
def test_an_import_stores_annotations_while_its_corpus_is_removed(monkeypatch):
    owner = User.objects.create_user("ada")
    corpus = create_corpus(owner=owner, title="Held")
    document = parsed_document(owner, TEXT, title="Imported")
    add_documents(corpus, [document], actor=owner)
    label = create_label(corpus, name="Payment", actor=owner)
    row = {"document_id": str(document.pk), "label": label.name, "quote": "Paid", "start": 0, "end": 4}
    with BlobWriter() as writer:
        writer.write(json.dumps(row).encode())
        start_import(writer.finish(), filename="rows.jsonl", corpus=corpus, actor=owner)
    removal = Removal(corpus)
    monkeypatch.setattr(imports, "require", removal.before(imports.require))
    run_jobs(skip_waits=True)
    removal.thread.join()
    assert not Corpus.with_deleted.filter(pk=corpus.pk).exists()
    assert not live_jobs().exists()
    assert not DeadLetter.objects.exists()


class Held:
    """A corpus with what users write in it, one method each."""

    def __init__(self) -> None:
        self.owner = User.objects.create_user("ada")
        self.corpus = create_corpus(owner=self.owner, title="Held")
        self.document, self.other = (parsed_document(self.owner, TEXT, title=title) for title in ("One", "Other"))
        add_documents(self.corpus, [self.document], actor=self.owner)
        self.label = create_label(self.corpus, name="Payment", actor=self.owner)
        create_label(self.corpus, name="Due", actor=self.owner)
        self.annotation = self.annotate_by_id()
        annotate_many(
            self.corpus, self.document.revision, [(5, 7, "Payment")], source=Annotation.Source.ANALYZER, origin="dates"
        )
        self.suggestion = Annotation.objects.get(origin="dates")
        self.comment = create_thread(self.corpus, ThreadDraft(text="Late?"), actor=self.owner).comments.get()
        self.field = create_field(self.corpus, name="Paid", type="string", actor=self.owner)
        self.extract = Extract.objects.create(corpus=self.corpus, name="Grid", engine="reader", creator=self.owner)
        self.group = uuid4()
        update_annotation(self.annotation, AnnotationChange(note="Ask", group=self.group), actor=self.owner)
        self._add_cell()

    def _add_cell(self) -> None:
        row = ExtractRow.objects.create(
            extract=self.extract,
            document=self.document,
            revision=self.document.revision,
            state="done",
            finished=timezone.now(),
        )
        column = Column.objects.create(extract=self.extract, name=self.label.name, question="?", order=0)
        source = {"start": 8, "end": 18, "page": 1, "quote": "2026-01-02"}
        Cell.objects.create(
            row=row, column=column, status="found", text="2026-01-02", raw="2026-01-02", sources=[source]
        )

    def annotate_by_id(self):
        return self._annotate(label_id=self.label.pk)

    def annotate_by_name(self):
        return self._annotate(label_name=self.label.name)

    def _annotate(self, **label):
        draft = AnnotationDraft(start=0, end=4, **label)
        return annotate(draft, corpus=self.corpus, document=self.document, actor=self.owner)

    def relabel(self):
        change = AnnotationChange(label_name="Due")
        return update_annotation(self.annotation, change, actor=self.owner)

    def delete_annotation(self):
        delete_annotation(self.annotation, actor=self.owner)

    def accept(self):
        review_annotations([self.suggestion], Annotation.Review.ACCEPTED, actor=self.owner)

    def relate(self):
        draft = RelationDraft(source=self.annotation, target=self.suggestion, label_id=self.label.pk)
        return create_relation(draft, corpus=self.corpus, actor=self.owner)

    def undo(self):
        return undo_edits(self.group, actor=self.owner)

    def label_document(self):
        return label_documents(self.label, [self.document], actor=self.owner)

    def set_value(self):
        return set_field_values(self.field, [self.document], ["yes"], actor=self.owner)

    def suggest_sources(self):
        return suggest_sources(self.extract, actor=self.owner)

    def approve_cell(self):
        return review_cells([Cell.objects.get()], Cell.Review.APPROVED, actor=self.owner)

    def answer(self):
        return create_comment(self.comment.thread, text="No.", actor=self.owner)

    def add_document(self):
        return add_documents(self.corpus, [self.other], actor=self.owner)


# proves: T-5 S1-8
@pytest.mark.parametrize("write", [name for name in vars(Held) if not name.startswith("_")])
def test_what_users_write_while_its_corpus_is_removed(write):
    """It holds the corpus before labels, memberships and so on: else each would wait for a lock of the other."""
    held = Held()
    removal = Removal(held.corpus)
    with connection.execute_wrapper(removal.before_statements), pytest.raises(NotFound):
        getattr(held, write)()
    removal.thread.join()
    assert not Corpus.with_deleted.exists()


class Removal:
    """Removes a corpus in another thread, beginning before a function is called or a statement is executed."""

    def __init__(self, corpus):
        self._corpus, self._is_locked = corpus, Event()
        self.thread = Thread(target=self._remove)

    def before(self, function):
        def call(*args, **kwargs):
            self.thread.start()
            assert self._is_locked.wait(20)
            return function(*args, **kwargs)

        return call

    def before_statements(self, execute, sql, params, many, context):
        """Begin before the first statement of a transaction, for `connection.execute_wrapper`."""
        if connection.in_atomic_block and not self.thread.ident:
            self.thread.start()
            assert self._is_locked.wait(20)
        return execute(sql, params, many, context)

    def _remove(self):
        try:
            with transaction.atomic():
                lock_for_delete(self._corpus)
                self._is_locked.set()
                until(waits_for_a_transaction)
                Corpus.with_deleted.filter(pk=self._corpus.pk).delete()
        finally:
            connection.close()
