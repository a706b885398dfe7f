"""Obligations keep the changes by users when a document is read again, and when it gets a new version."""

from datetime import date

import pytest

from corpuses.actions.models import CorpusAction
from corpuses.analyzers.services import analyze
from corpuses.annotations.copying import copy_annotations
from corpuses.annotations.models import Annotation, Relation
from corpuses.annotations.moving import lose_places, move_annotations
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.reviews import review_annotations
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.obligations.api.selectors import BY_DATE, list_obligations
from corpuses.obligations.models import Obligation
from corpuses.obligations.services import update_obligation
from documents.tests.factories import new_version, publish
from tests.plain_job import PlainJob

pytestmark = pytest.mark.django_db

OLD = "Invoices are paid within thirty (30) days after receipt.\n\nThis Agreement expires on 31 December 2025."
NEW = "Version two.\n\n" + OLD
OTHER_DATE = NEW.replace("31 December 2025", "31 December 2027")
WITHOUT_END = "Invoices are paid within thirty (30) days after receipt.\n\nThe rest of the document was replaced."
SET = date(2026, 1, 31)


@pytest.fixture
def action(corpus):
    return CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Deadlines", analyzer="deadlines")


@pytest.fixture
def find(corpus, action):
    """Run the action on the current text of a document."""

    def run(document, version=1):
        analyze(document.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk, settings_version=version)

    return run


@pytest.fixture
def document(corpus, find, add_parsed):
    document = add_parsed(OLD, title="Lease")
    find(document)
    return document


@pytest.fixture
def changed(document, user):
    """Tick off the end of the term, accept it, and set the date of the payment."""
    payment, term_end = (Obligation.objects.get(kind=kind) for kind in ("payment", "term_end"))
    update_obligation(payment, actor=user, due=SET)
    update_obligation(term_end, actor=user, is_done=True)
    review_annotations([term_end.annotation], Annotation.Review.ACCEPTED, actor=user)
    return payment, term_end


def read_again(document, text, *steps):
    """Publish another text; then do these steps, of which `move` is to move the annotations."""
    revision = publish(document, text)
    lose_places(document, revision)
    for step in steps:
        step(document)


def move(document):
    move_annotations(document.pk, document.revision_id, job=PlainJob())


def copy(document):
    return copy_annotations(document.pk, job=PlainJob())


def listed(user, corpus):
    """Return the kind, the date, whether it is done and whether it was accepted, of each obligation."""
    rows = BY_DATE.apply(list_obligations(user, corpus))
    return [(each.kind, each.due, each.done is not None, each.annotation.reviewed is not None) for each in rows]


KEPT = [("term_end", date(2025, 12, 31), True, True), ("payment", SET, False, False)]


@pytest.mark.parametrize("is_moved_first", [False, True])
def test_reading_a_document_again_keeps_them(user, corpus, document, changed, find, is_moved_first):
    read_again(document, NEW, *((move, find) if is_moved_first else (find, move)))
    assert listed(user, corpus) == KEPT
    assert Obligation.with_deleted.count() == 2
    assert {row.pk for row in Obligation.objects.all()} == {row.pk for row in changed}  # calendar programs know these
    find(document, version=2)
    assert listed(user, corpus) == KEPT


def test_what_users_did_with_both_is_kept(user, corpus, document, changed, find):
    read_again(document, NEW, find)
    again = Obligation.objects.get(kind="payment", annotation__revision=document.revision)
    update_obligation(again, actor=user, due=date(2026, 2, 2), is_done=True)
    move(document)
    assert listed(user, corpus) == [KEPT[0], ("payment", date(2026, 2, 2), True, False)]


def test_those_of_annotations_with_a_note_move_to_what_is_found_again(user, corpus, document, changed, find):
    Annotation.objects.filter(label__name="Payment due").update(note="Ask about this")
    read_again(document, NEW, find, move)
    assert Annotation.objects.filter(label__name="Payment due").count() == 2
    assert listed(user, corpus) == KEPT


def test_those_without_words_in_the_new_text_stay(user, corpus, document, find):
    update_obligation(Obligation.objects.get(kind="term_end"), actor=user, is_done=True)
    read_again(document, WITHOUT_END, find, move)
    find(document, version=2)
    assert listed(user, corpus) == [("term_end", date(2025, 12, 31), True, False), ("payment", None, False, False)]


def test_a_run_that_does_not_find_them_any_more_keeps_them(user, corpus, document, changed, action, find):
    Annotation.objects.filter(label__name="Payment due").update(start=1)  # as if other words were found before
    find(document, version=2)
    assert ("payment", SET, False, False) in listed(user, corpus)


@pytest.mark.parametrize("is_copied_first", [False, True])
def test_a_new_version_gets_them(user, corpus, document, changed, find, is_copied_first):
    newest = new_version(document, user, NEW)
    for step in (copy, find) if is_copied_first else (find, copy):
        step(newest)
    assert listed(user, corpus) == KEPT
    assert Obligation.objects.filter(document=newest).count() == 2
    assert Obligation.objects.filter(document=document).count() == 2
    find(newest, version=2)
    assert listed(user, corpus) == KEPT


def test_a_deadline_with_other_words_is_to_be_done_again_and_has_the_computed_date(
    user, corpus, document, changed, find
):
    update_obligation(changed[1], actor=user, due=SET)
    newest = new_version(document, user, OTHER_DATE)
    copy(newest)
    again = Obligation.objects.get(kind="term_end", document=newest)
    assert (again.due, again.is_due_by_user, again.done) == (date(2025, 12, 31), False, None)
    find(newest)
    kind, due, is_done, _ = listed(user, corpus)[-1]
    assert (kind, due, is_done) == ("term_end", date(2027, 12, 31), False)


def test_a_suggestion_whose_words_the_new_version_lacks_is_no_obligation(user, corpus, document, find):
    newest = new_version(document, user, WITHOUT_END)
    copy(newest)
    find(newest)
    assert listed(user, corpus) == [("payment", None, False, False)]


def test_an_accepted_deadline_whose_words_the_new_version_lacks_stays(user, corpus, document, changed, find):
    newest = new_version(document, user, WITHOUT_END)
    copy(newest)
    assert listed(user, corpus) == KEPT


def test_a_passage_that_a_user_has_marked_is_one_obligation(user, corpus, document, find):
    """The user's annotation and the program's on the new version have the same words."""
    found = Annotation.objects.get(label__name="Term end")
    found.delete()
    draft = AnnotationDraft(label_name="Term end", start=found.start, end=found.end)
    annotate(draft, corpus=corpus, document=document, actor=user)
    find(document, version=2)
    update_obligation(Obligation.objects.get(kind="term_end"), actor=user, is_done=True)
    newest = new_version(document, user, NEW)
    find(newest)
    copy(newest)
    assert [(kind, is_done) for kind, _, is_done, _ in listed(user, corpus)] == [("term_end", True), ("payment", False)]


def undo(user, newest):
    """Open the end of the term again and withdraw its review, on this version."""
    again = Obligation.objects.get(kind="term_end", document=newest)
    update_obligation(again, actor=user, is_done=False)
    review_annotations([again.annotation], Annotation.Review.PENDING, actor=user)


UNDONE = [("term_end", date(2025, 12, 31), False, False), KEPT[1]]


def test_what_users_undo_in_a_new_version_is_not_merged_again(user, corpus, document, changed, find):
    newest = new_version(document, user, NEW)
    find(newest)
    copy(newest)  # all of them have been made again
    assert listed(user, corpus) == KEPT
    undo(user, newest)
    copy(newest)
    assert listed(user, corpus) == UNDONE


def test_it_is_not_merged_again_when_the_new_version_was_read_again(user, corpus, document, changed, find):
    newest = new_version(document, user, NEW)
    copy(newest)
    read_again(newest, "Version three.\n\n" + NEW, find, move)  # replaces the copies
    assert listed(user, corpus) == KEPT
    undo(user, newest)
    copy(newest)
    assert listed(user, corpus) == UNDONE


def test_two_of_the_same_words_are_one_in_a_version_that_has_these_once(user, corpus, find, add_parsed):
    clause = "This Agreement expires on 31 December 2025."
    document = add_parsed(f"{clause}\n\n{clause}")
    find(document)
    first, second = Obligation.objects.order_by("annotation__start")
    update_obligation(first, actor=user, due=SET)
    update_obligation(second, actor=user, is_done=True)
    draft = RelationDraft(source=first.annotation, target=second.annotation, label_name="same")
    create_relation(draft, corpus=corpus, actor=user)
    newest = new_version(document, user, f"Version two.\n\n{clause}")
    copy(newest)
    assert listed(user, corpus) == [("term_end", SET, True, False)]
    assert not Relation.objects.filter(document=newest).exists()


def test_other_words_at_the_place_are_not_accepted(user, corpus, find, add_parsed):
    text = "This Agreement expires on 31 December 2025 at noon."
    document = add_parsed(text)
    find(document)
    (found,) = Annotation.objects.all()
    review_annotations([found], Annotation.Review.ACCEPTED, actor=user)
    newest = new_version(document, user, text.replace("31 December", "30 December"))
    find(newest)
    assert copy(newest) == 0  # its place is that of the other words
    assert listed(user, corpus) == [("term_end", date(2025, 12, 30), False, False)]
