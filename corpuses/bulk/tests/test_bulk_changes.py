"""Changes of all documents that a filter selects: what is changed, skipped, cancelled, repeated and undone."""

import pytest

from audit.models import AuditEntry
from core.db.ids import uuid7
from core.errors import Invalid, NotAllowed, NotFound
from corpuses.annotations.document_labels.services import label_documents, unlabel_documents
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import DocumentLabel, Edit
from corpuses.bulk import services
from corpuses.bulk.api.selectors import create_bulk_change
from corpuses.bulk.models import BulkChange
from corpuses.bulk.operations import Operation
from corpuses.corpora.folders import make_path
from corpuses.corpora.services import create_corpus, delete_corpus, remove_documents
from corpuses.fields.models import FieldValue
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.fields.values import InvalidFieldValue
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.undo.services import undo_edits
from documents.models import Document, DocumentShare
from documents.services.deletion import delete_document
from documents.tests.factories import parsed_document
from documents.tests.many import analyze, many_documents
from tasks.errors import Cancelled
from tasks.models import Job
from tasks.runtime.queue import cancel
from tasks.testing import run_jobs
from tests.plain_job import JobCancelled, PlainJob
from users.models import User
from users.sharing.models import ShareRole

pytestmark = pytest.mark.django_db
BATCH = 50  # in place of 500, which takes ten times as long
MANY = 2 * BATCH + 24


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch):
    monkeypatch.setattr(Operation, "batch_size", BATCH)


@pytest.fixture
def friend():
    return User.objects.create_user("grace", "grace@example.org")


def add(corpus, documents, *, folder=None, added_by=None):
    CorpusDocument.objects.bulk_create(
        CorpusDocument(corpus=corpus, document=each, added_by=added_by or each.owner, folder=folder)
        for each in documents
    )
    analyze()
    return documents


@pytest.fixture
def many(user, corpus):
    """Return more documents of the corpus than one batch has."""
    return add(corpus, many_documents(user, MANY))


@pytest.fixture
def label(user, corpus):
    return create_label(corpus, name="Signed", actor=user)


def of(corpus, **filters):
    return {"corpus": str(corpus.pk), **filters}


def start(user, kind, query, **options):
    return create_bulk_change(user, kind=kind, query=query, **options)


def run(change, **options):
    services.run_bulk_change(change.pk, is_undone=False, job=PlainJob(**options))
    change.refresh_from_db()
    return change


def undo(change, user):
    change = services.undo_bulk_change(change, actor=user)
    services.run_bulk_change(change.pk, is_undone=True, job=PlainJob())
    change.refresh_from_db()
    return change


def counts(change):
    return change.state, change.processed, change.changed, change.skipped


def test_all_documents_of_a_filter_get_a_label_and_lose_it_by_undo(user, corpus, many, label):
    label_documents(label, many[:4], actor=user)
    change = run(start(user, "label", of(corpus), label=label.pk))
    assert (change.total, *counts(change)) == (MANY, "done", MANY, MANY - 4, {})
    assert DocumentLabel.objects.filter(label=label).count() == MANY
    entries = AuditEntry.objects.filter(action="label.added_to_document", actor_id=user.pk)
    assert entries.count() == MANY
    undone = undo(change, user)
    assert (undone.state, undone.is_undone, undone.restored, undone.skipped) == ("done", True, MANY - 4, {})
    assert set(DocumentLabel.objects.values_list("document", flat=True)) == {each.pk for each in many[:4]}


def test_labels_that_are_removed_come_back_as_they_were(user, corpus, many, label):
    label_documents(label, many[:60], actor=user)
    before = set(DocumentLabel.objects.values_list("pk", "creator"))
    change = run(start(user, "unlabel", of(corpus, document_label=str(label.pk)), label=label.pk))
    assert (counts(change), DocumentLabel.objects.count()) == (("done", 60, 60, {}), 0)
    undo(change, user)
    assert set(DocumentLabel.objects.values_list("pk", "creator")) == before


def test_undo_leaves_what_was_changed_since(user, corpus, many, label):
    change = run(start(user, "label", of(corpus), label=label.pk))
    unlabel_documents(label, many[3:5], actor=user)
    label_documents(label, [many[3]], actor=user)  # again, by hand
    undone = undo(change, user)
    assert (undone.restored, undone.skipped) == (MANY - 2, {"edit_outdated": 2})
    assert DocumentLabel.objects.get().document == many[3]


def test_documents_that_join_the_list_later_stay_as_they_are(user, corpus, many, label):
    change = start(user, "label", of(corpus), label=label.pk)
    add(corpus, many_documents(user, 2, title="Later"))
    remove_documents(corpus, many[:3], actor=user)
    delete_document(many[3], actor=user)
    assert counts(run(change)) == ("done", MANY, MANY - 4, {"not_found": 4})
    assert not DocumentLabel.objects.filter(document__title__startswith="Later").exists()


def test_excluded_documents_stay_as_they_are(user, corpus, many, label):
    change = run(start(user, "label", of(corpus), label=label.pk, excluded=[many[0].pk, many[70].pk]))
    assert change.total == MANY - 2
    assert not DocumentLabel.objects.filter(document__in=[many[0], many[70]]).exists()


def test_values_of_a_field_are_set_and_undone(user, corpus, many):
    field = create_field(corpus, name="Kind", type="enum", choices=["Lease", "Sale"], actor=user)
    set_field_values(field, many[:10], ["Sale"], actor=user)
    change = run(start(user, "set_field", of(corpus), field=field.pk, values=["Lease"]))
    assert (counts(change), FieldValue.objects.filter(text="Lease").count()) == (("done", MANY, MANY, {}), MANY)
    edit = Edit.objects.filter(document=many[20]).get()  # the history of the document has it
    assert (edit.actor, edit.changes) == (user, {"field_value": [[], ["Lease"]]})
    set_field_values(field, [many[0]], ["Sale"], actor=user)
    undone = undo(change, user)
    assert (undone.restored, undone.skipped) == (MANY - 1, {"edit_outdated": 1})
    assert FieldValue.objects.filter(text="Sale").count() == FieldValue.objects.count() == 10


def test_a_batch_of_values_is_one_step_of_undo(user, corpus, many):
    field = create_field(corpus, name="Kind", type="enum", choices=["Lease"], actor=user)
    change = run(start(user, "set_field", of(corpus), field=field.pk, values=["Lease"]))
    undo_edits(Edit.objects.get(document=many[20]).group, actor=user)
    assert FieldValue.objects.count() == MANY - BATCH
    undone = undo(change, user)
    assert (undone.restored, FieldValue.objects.count()) == (MANY, 0)


def test_a_value_that_does_not_fit_is_refused_at_once(user, corpus, many):
    field = create_field(corpus, name="Kind", type="enum", choices=["Lease"], actor=user)
    with pytest.raises(InvalidFieldValue):
        start(user, "set_field", of(corpus), field=field.pk, values=["Sale"])


def test_documents_move_to_a_folder_and_back(user, corpus, many):
    old, new = (make_path(corpus, [name], actor=user) for name in ("Old", "New"))
    corpus.memberships.filter(document__in=many[:70]).update(folder=old)
    change = run(start(user, "move", of(corpus), folder=new.pk))
    assert (counts(change), corpus.memberships.filter(folder=new).count()) == (("done", MANY, MANY, {}), MANY)
    corpus.memberships.filter(document=many[0]).update(folder=None)
    undone = undo(change, user)
    assert (undone.restored, undone.skipped) == (MANY - 1, {"edit_outdated": 1})
    # The keys for undo skip what was undone.
    assert set(Edit.objects.filter(is_undone=False)) == {Edit.objects.get(document=many[0])}
    assert set(corpus.memberships.filter(folder=old).values_list("document", flat=True)) == {
        each.pk for each in many[1:70]
    }


def test_documents_move_out_of_a_folder(user, corpus, many):
    old = make_path(corpus, ["Old"], actor=user)
    corpus.memberships.filter(document__in=many[:70]).update(folder=old)
    change = run(start(user, "move", of(corpus, folder=str(old.pk)), folder=None))
    assert (change.changed, corpus.memberships.filter(folder=old).exists()) == (70, False)
    assert undo(change, user).restored == 70


def test_documents_leave_a_corpus_and_come_back_to_their_folders(user, corpus, many):
    folder = make_path(corpus, ["Old"], actor=user)
    corpus.memberships.filter(document__in=many[:3]).update(folder=folder)
    label_documents(create_label(corpus, name="Signed", actor=user), many[:5], actor=user)
    change = run(start(user, "remove", of(corpus), expected=MANY))
    assert (counts(change), corpus.memberships.exists()) == (("done", MANY, MANY, {}), False)
    assert undo(change, user).restored == MANY
    assert (corpus.memberships.count(), corpus.memberships.filter(folder=folder).count()) == (MANY, 3)
    assert DocumentLabel.objects.filter(document__in=many[:5]).count() == 5
    assert set(Edit.objects.filter(subject="membership").values_list("is_undone", flat=True)) == {True}
    # One step of the keys for undo has a batch, not all.
    assert Edit.objects.filter(subject="membership").values("group").distinct().count() > 1


def test_documents_are_added_to_a_corpus_and_removed(user, corpus, many):
    other = create_corpus(owner=user, title="Other")
    add(other, many[:5])
    change = run(start(user, "add", {"search": "Lease"}, corpus=other.pk))
    assert (change.changed, other.memberships.count()) == (MANY - 5, MANY)
    assert undo(change, user).restored == MANY - 5
    assert other.memberships.count() == 5


def test_failed_documents_are_processed_again(user, corpus):
    add(corpus, many_documents(user, 60, title="Broken", state="failed"))
    add(corpus, many_documents(user, 3))
    change = run(start(user, "retry", of(corpus)))
    assert (change.total, *counts(change)) == (60, "done", 60, 60, {})
    assert Job.objects.filter(kind="documents.process", priority=2).count() == 60
    with pytest.raises(services.BulkChangeFinal):
        services.undo_bulk_change(change, actor=user)


def test_documents_go_to_the_bin_with_attachments_and_come_back(user, corpus):
    few = add(corpus, many_documents(user, 110))
    many_documents(user, 1, title="Attached", parent=few[0])
    change = run(start(user, "delete", {"search": "Lease", "is_attachment": "false"}, expected=110))
    assert (counts(change), Document.objects.exists()) == (("done", 110, 110, {}), False)
    assert undo(change, user).restored == 110
    assert (Document.objects.count(), corpus.documents.count()) == (111, 110)


def test_attachments_that_are_selected_with_their_document_come_back_too(user):
    (early,) = many_documents(user, 1, title="Attached")  # its key is before that of its document
    documents = many_documents(user, 60)
    Document.objects.filter(pk=early.pk).update(parent=documents[0])
    many_documents(user, 1, title="Late", parent=documents[1])
    change = run(start(user, "delete", {}, expected=62))
    assert (change.state, Document.objects.exists()) == ("done", False)
    assert undo(change, user).skipped == {}
    assert Document.objects.count() == 62


def test_the_number_is_confirmed_for_what_removes(user, corpus, many):
    with pytest.raises(Invalid) as missing:
        start(user, "delete", of(corpus))
    with pytest.raises(services.SelectionChanged) as changed:
        start(user, "remove", of(corpus), expected=MANY - 1)
    assert (missing.value.field, dict(changed.value.data)) == ("expected", {"documents": MANY})
    assert not BulkChange.objects.exists()


def test_documents_that_the_actor_may_not_change_are_skipped(user, friend, corpus, many):
    add(corpus, many_documents(friend, 5, title="Hers"))
    CorpusShare.objects.create(target=corpus, user=friend, role=ShareRole.VIEWER, created_by=user)
    # viewers remove and delete what they own, and label nothing
    change = run(start(friend, "remove", of(corpus), expected=MANY + 5))
    assert counts(change) == ("done", MANY + 5, 5, {"not_allowed": MANY})


def test_owners_of_documents_decide_about_their_deletion(user, friend, corpus):
    hers = many_documents(friend, 3, title="Hers")
    DocumentShare.objects.bulk_create(
        DocumentShare(target=each, user=user, role=ShareRole.EDITOR, created_by=friend) for each in hers
    )
    own = many_documents(user, 2)
    change = run(start(user, "delete", {}, expected=5))
    assert counts(change) == ("done", 5, 2, {"not_allowed": 3})
    assert not Document.objects.filter(pk__in=[each.pk for each in own]).exists()


@pytest.mark.parametrize("kind", ["label", "unlabel", "set_field", "move"])
def test_viewers_are_refused_at_once(user, friend, corpus, label, many, kind):
    field = create_field(corpus, name="Kind", type="string", actor=user)
    CorpusShare.objects.create(target=corpus, user=friend, role=ShareRole.VIEWER, created_by=user)
    options = {"label": {"label": label.pk}, "set_field": {"field": field.pk}, "move": {"folder": None}}
    with pytest.raises(NotAllowed):
        start(friend, kind, of(corpus), **options.get(kind, options["label"]))


def test_a_change_goes_on_where_it_was_cancelled_and_undo_has_what_was_done(user, corpus, many, label):
    change = start(user, "label", of(corpus), label=label.pk)
    with pytest.raises(JobCancelled):
        run(change, cancel_after=1)
    cancel(change.job)
    change.refresh_from_db()
    assert (*counts(change), change.error_code) == ("failed", BATCH, BATCH, {}, "cancelled")
    assert DocumentLabel.objects.count() == BATCH
    assert undo(change, user).restored == BATCH
    assert not DocumentLabel.objects.exists()
    with pytest.raises(Cancelled):  # its job is repeated after it was undone
        run(change)
    assert not DocumentLabel.objects.exists()


def test_a_repeated_job_changes_nothing_twice(user, corpus, many, label):
    change = start(user, "label", of(corpus), label=label.pk)
    with pytest.raises(JobCancelled):
        run(change, cancel_after=2)
    first = counts(run(change))
    unlabel_documents(label, many[:10], actor=user)
    assert counts(run(change)) == first == ("done", MANY, MANY, {})
    assert DocumentLabel.objects.count() == MANY - 10


def test_the_queue_runs_cancels_and_undoes_it(user, corpus, many, label):
    change = start(user, "label", of(corpus), label=label.pk)
    job = Job.objects.get(pk=change.job)
    assert (job.kind, job.owner, job.subject_title) == ("corpuses.bulk_change", user, "Contracts")
    cancel(job.pk)
    change.refresh_from_db()
    assert (change.state, change.error_code) == ("failed", "cancelled")
    again = start(user, "label", of(corpus), label=label.pk)
    run_jobs()
    again.refresh_from_db()
    assert counts(again) == ("done", MANY, MANY, {})
    services.undo_bulk_change(again, actor=user)
    with pytest.raises(services.BulkChangeRuns):
        services.undo_bulk_change(start(user, "unlabel", of(corpus), label=label.pk), actor=user)
    run_jobs()
    again.refresh_from_db()
    assert (again.state, again.restored) == ("done", MANY)
    assert services.undo_bulk_change(again, actor=user).job == again.job  # repeated


def test_a_deleted_corpus_or_label_ends_it(user, corpus, many, label):
    change = start(user, "label", of(corpus), label=label.pk)
    other = start(user, "label", of(corpus), label=label.pk)
    DocumentLabel.objects.all().delete()
    label.delete()
    with pytest.raises(NotFound):
        run(change)
    delete_corpus(corpus, actor=user)
    other.refresh_from_db()
    assert (other.state, other.error_code) == ("failed", "cancelled")


def test_lost_access_ends_it(user, friend, corpus, many, label):
    share = CorpusShare.objects.create(target=corpus, user=friend, role=ShareRole.ANNOTATOR, created_by=user)
    change = start(friend, "label", of(corpus), label=label.pk)
    share.delete()
    with pytest.raises(NotFound):
        run(change)
    assert not DocumentLabel.objects.exists()


def test_old_reports_are_deleted(user, corpus, many, label, settings):
    change = run(start(user, "label", of(corpus), label=label.pk))
    start(user, "unlabel", of(corpus), label=label.pk)
    assert services.delete_old_changes(job=PlainJob()) == 0
    settings.BIN_DAYS = -1
    assert services.delete_old_changes(job=PlainJob()) == 1
    assert not BulkChange.objects.filter(pk=change.pk).exists()


@pytest.mark.parametrize(
    ("kind", "query", "options", "field"),
    [
        ("label", {"corpus": "own"}, {}, "label"),
        ("set_field", {"corpus": "own"}, {}, "field"),
        ("move", {}, {"folder": None}, "query"),
        ("add", {"corpus": "own"}, {}, "corpus"),
        ("retry", {"corpus": "own"}, {"label": uuid7()}, "label"),
        ("label", {"corpus": "own", "colour": "red"}, {"label": uuid7()}, "query"),
        ("label", {"corpus": "own", "folder": "x"}, {"label": uuid7()}, "folder"),
        ("retry", {"corpus": "own"}, {}, "query"),
    ],
)
def test_what_is_missing_or_unknown_is_refused(user, corpus, kind, query, options, field):
    parsed_document(user, "Text")
    if query.get("corpus"):
        query = query | {"corpus": str(corpus.pk)}
    with pytest.raises(Invalid) as error:
        start(user, kind, query, **options)
    assert error.value.field == field
