"""Annotations move to a new revision of their document, and none is lost."""

import pytest

from corpuses.annotations.api.rest.annotations import AnnotationSerializer
from corpuses.annotations.editing import AnnotationChange, delete_annotation, restore_annotation, update_annotation
from corpuses.annotations.models import Annotation
from corpuses.annotations.moving import lose_places, move_annotations, start_moving
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.comments.models import Comment, Thread
from corpuses.comments.services import ThreadDraft, create_thread, delete_comment
from corpuses.corpora.services import add_documents, create_corpus
from documents.services import lifecycle
from documents.tests.factories import parsed_document, publish
from tasks.models import Job
from tasks.testing import run_jobs
from tests.plain_job import PlainJob

OLD = "The tenant pays the rent of 500 dollars on the first day of each month. The landlord repairs the roof."
NEW = "Version two. The tenant pays the rent of 650 dollars on the first day of each month. The roof is new."


@pytest.fixture
def document(user):
    return parsed_document(user, OLD)


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    return corpus


def annotated(document, corpus, user, quote: str) -> Annotation:
    start = OLD.index(quote)
    draft = AnnotationDraft(label_name="Duty", start=start, end=start + len(quote))
    return annotate(draft, corpus=corpus, document=document, actor=user)


def move(document, *pages: str) -> None:
    revision = publish(document, *pages)
    lose_places(document, revision)
    move_annotations(document.pk, revision.pk, job=PlainJob())


@pytest.mark.django_db
def test_annotations_are_found_in_the_new_revision_with_a_confidence(document, corpus, user):
    unchanged = annotated(document, corpus, user, "first day of each month")
    changed = annotated(document, corpus, user, "the rent of 500 dollars on")
    gone = annotated(document, corpus, user, "landlord repairs")
    move(document, NEW)
    for each in (unchanged, changed, gone):
        each.refresh_from_db()
    assert (unchanged.quote, unchanged.confidence) == ("first day of each month", 1)
    assert NEW[unchanged.start : unchanged.end] == unchanged.quote
    assert (changed.quote, changed.revision) == ("the rent of 650 dollars on", document.revision)
    assert 0.6 <= changed.confidence < 1
    # What is not found keeps its words, and is shown without a place.
    assert (gone.quote, gone.confidence, gone.revision.number) == ("landlord repairs", 0, 1)
    assert AnnotationSerializer.read_spans(gone) == []
    assert AnnotationSerializer.read_spans(unchanged) != []


def with_gaps(document, corpus, user, *quotes: str) -> Annotation:
    words = OLD.split()
    spans = []
    for quote in quotes:
        first = next(n for n in range(len(words)) if words[n : n + len(quote.split())] == quote.split())
        spans.append((1, first, first + len(quote.split()) - 1))
    return annotate(AnnotationDraft(label_name="Duty", spans=spans), corpus=corpus, document=document, actor=user)


@pytest.mark.django_db
def test_the_parts_of_a_passage_with_gaps_move_one_by_one(document, corpus, user):
    unchanged = with_gaps(document, corpus, user, "The tenant pays", "the first day of each month.")
    changed = with_gaps(document, corpus, user, "The tenant", "rent of 500 dollars on", "each month.")
    gone = with_gaps(document, corpus, user, "The tenant", "landlord repairs")
    move(document, NEW)
    for each in (unchanged, changed, gone):
        each.refresh_from_db()
    assert (unchanged.quote, unchanged.confidence) == ("The tenant pays … the first day of each month.", 1)
    assert [NEW[start:end] for start, end in unchanged.parts] == ["The tenant pays", "the first day of each month."]
    words = NEW.split()
    assert [words[first : last + 1][0] for _, first, last in unchanged.spans] == ["The", "the"]
    # It is as certain as its least certain part.
    assert changed.quote == "The tenant … rent of 650 dollars on … each month."
    assert 0.6 <= changed.confidence < 1
    assert (gone.confidence, gone.quote) == (0, "The tenant … landlord repairs")


@pytest.mark.django_db
def test_parts_between_which_the_words_were_deleted_become_one(document, corpus, user):
    annotation = with_gaps(document, corpus, user, "The tenant pays", "the first day of each month.")
    move(document, OLD.replace("the rent of 500 dollars on ", ""))
    annotation.refresh_from_db()
    assert (annotation.parts, annotation.spans) == ([], [[1, 0, 8]])
    assert annotation.quote == "The tenant pays the first day of each month."


@pytest.mark.django_db
def test_until_the_job_has_run_annotations_have_no_place(document, corpus, user):
    annotation = annotated(document, corpus, user, "first day")
    lose_places(document, publish(document, NEW))
    annotation.refresh_from_db()
    assert AnnotationSerializer.read_spans(annotation) == []
    start_moving(document)
    start_moving(document)
    job = Job.objects.get(kind="corpuses.move_annotations")
    assert job.subject_id == document.pk


@pytest.mark.django_db
def test_a_user_gives_a_lost_annotation_a_new_place(document, corpus, user):
    gone = annotated(document, corpus, user, "landlord repairs")
    move(document, NEW)
    start = NEW.index("roof is new")
    changed = update_annotation(gone, AnnotationChange(start=start, end=start + 11), actor=user)
    assert (changed.quote, changed.confidence, changed.revision) == ("roof is new", 1, document.revision)


@pytest.mark.django_db
def test_annotations_in_the_bin_move_as_well(document, corpus, user):
    annotation = annotated(document, corpus, user, "first day of each month")
    delete_annotation(annotation, actor=user)
    move(document, NEW)
    deleted = Annotation.with_deleted.get()
    restore_annotation(deleted, actor=user)
    restored = Annotation.objects.get()
    assert (restored.revision, restored.confidence) == (document.revision, 1)


@pytest.mark.django_db
def test_what_a_program_marks_again_is_there_once(document, corpus, user):
    old = document.revision
    start = OLD.index("first day")
    annotate_many(corpus, old, [(start, start + 9, "Date")], source="analyzer", origin="action:1")
    annotate_many(corpus, old, [(0, 10, "Party")], source="analyzer", origin="action:1")
    revision = publish(document, NEW)
    lose_places(document, revision)
    again = NEW.index("first day")
    annotate_many(corpus, revision, [(again, again + 9, "Date")], source="analyzer", origin="action:1")
    move_annotations(document.pk, revision.pk, job=PlainJob())
    assert Annotation.objects.filter(label__name="Date").count() == 1
    assert Annotation.objects.get(label__name="Party").revision == revision


@pytest.mark.django_db
@pytest.mark.parametrize("deleted", [False, True])
def test_comments_on_what_a_program_marks_again_stay_with_it(document, corpus, user, deleted):
    start = OLD.index("first day")
    annotate_many(corpus, document.revision, [(start, start + 9, "Date")], source="analyzer", origin="action:1")
    draft = ThreadDraft(text="Is this a holiday?", annotation=Annotation.objects.get())
    thread = create_thread(corpus, draft, actor=user)
    if deleted:
        delete_comment(Comment.objects.get(), actor=user)
    revision = publish(document, NEW)
    again = NEW.index("first day")
    annotate_many(corpus, revision, [(again, again + 9, "Date")], source="analyzer", origin="action:1")
    move_annotations(document.pk, revision.pk, job=PlainJob())
    annotation = Annotation.objects.get()
    assert annotation.revision == revision
    assert (Thread.with_deleted.get(), Thread.with_deleted.get().annotation) == (thread, annotation)
    assert Comment.with_deleted.get().thread == thread


@pytest.mark.django_db
def test_a_job_for_a_revision_that_was_replaced_moves_nothing(document, corpus, user):
    annotation = annotated(document, corpus, user, "first day")
    second = publish(document, NEW)
    publish(document, NEW)
    move_annotations(document.pk, second.pk, job=PlainJob())
    annotation.refresh_from_db()
    assert annotation.revision.number == 1


@pytest.mark.django_db(transaction=True)
def test_processing_again_keeps_annotations_in_place(upload, user):
    corpus = create_corpus(owner=user, title="Hosting")
    document = upload("hosting-agreement.pdf", corpus=corpus)
    run_jobs()
    document.refresh_from_db()
    draft = AnnotationDraft(label_name="Party", spans=[(1, 10, 14)])
    annotation = annotate(draft, corpus=corpus, document=document, actor=user)
    lifecycle.retry_document(document, actor=user)
    run_jobs()
    document.refresh_from_db()
    moved = Annotation.objects.get()
    assert (moved.revision_id, moved.confidence) == (document.revision_id, 1)
    assert moved.spans == [[1, 10, 14]]
    assert moved.quote == annotation.quote
