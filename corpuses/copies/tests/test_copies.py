"""Copies of corpora: what is copied, for whom, and what is left out."""

import pytest

from audit.models import AuditEntry
from core.db.ids import derived_uuid7, uuid7
from core.errors import Invalid, NotAllowed, NotFound
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import create_label, delete_label
from corpuses.annotations.models import Annotation, DocumentLabel, Relation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.copies import documents as batches
from corpuses.copies.services import COPY, copy_documents, start_copy
from corpuses.corpora.folders import make_path
from corpuses.corpora.services import TITLE_LIMIT, create_corpus, delete_corpus, remove_documents
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.fields.models import FieldValue
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.models import Corpus, CorpusCopy, CorpusDocument, CorpusShare
from documents.models import Document
from tasks.errors import Cancelled
from tasks.models import Job
from tasks.testing import run_jobs
from tests.plain_job import JobCancelled, PlainJob
from users.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def friend():
    return User.objects.create_user("grace", "grace@example.org")


@pytest.fixture
def labelled(user, corpus, add_parsed):
    """Return a corpus with a document that has everything a document can have in a corpus."""
    document = add_parsed("The tenant pays the rent.", title="Lease")
    parent = create_label(corpus, name="Parties", actor=user)
    label = create_label(corpus, name="Party", description="Who signs", parent=parent.pk, actor=user)
    ends = [
        annotate(
            AnnotationDraft(label_id=label.pk, start=start, end=end, note="See"),
            corpus=corpus,
            document=document,
            actor=user,
        )
        for start, end in ((4, 10), (20, 24))
    ]
    create_relation(RelationDraft(source=ends[0], target=ends[1], label_id=label.pk), corpus=corpus, actor=user)
    label_documents(label, [document], actor=user)
    field = create_field(corpus, name="Kind", type="enum", choices=["Lease", "Sale"], actor=user)
    set_field_values(field, [document], ["Lease"], actor=user)
    folder = make_path(corpus, ["2026", "May"], actor=user)
    CorpusDocument.objects.filter(document=document).update(folder=folder)
    return corpus


def copied(corpus, user, **options) -> Corpus:
    copy = start_copy(corpus, actor=user, **options)
    if copy.state == "waiting":
        copy_documents(copy.pk, job=PlainJob())
    return Corpus.objects.get(pk=copy.corpus_id)


def test_everything_that_belongs_to_the_documents_is_copied(labelled, user):
    copy = copied(labelled, user)
    assert (copy.title, copy.owner, copy.is_public) == ("Copy of Contracts", user, False)
    (membership,) = copy.memberships.all()
    assert (membership.document.title, membership.folder.path) == ("Lease", "2026/May")
    assert [label.path for label in copy.labels.all()] == [
        "Parties",
        "Parties \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} Party",
    ]
    annotations = list(copy.annotations.all())
    assert [(each.quote, each.note, each.creator, each.label.corpus) for each in annotations] == [
        ("tenant", "See", user, copy),
        ("rent", "See", user, copy),
    ]
    assert [(each.source, each.target, each.label.corpus) for each in copy.relations.all()] == [(*annotations, copy)]
    assert copy.document_labels.get().label.name == "Party"
    value = copy.field_values.get()
    assert (value.text, value.field.corpus, value.modified_by) == ("Lease", copy, user)
    report = copy.copy
    assert (report.state, report.documents, report.left_out, report.annotations) == ("done", 1, 0, 2)


def test_the_source_is_not_changed(labelled, user):
    before = [
        list(rows.order_by("pk").values()) for rows in (labelled.annotations, labelled.labels, labelled.memberships)
    ]
    copied(labelled, user)
    after = [
        list(rows.order_by("pk").values()) for rows in (labelled.annotations, labelled.labels, labelled.memberships)
    ]
    assert after == before


def test_a_review_and_its_run_are_kept_also_where_a_run_finds_a_passage_once(corpus, user, add_parsed):
    document = add_parsed("The tenant pays.")
    annotate_many(corpus, document.revision, [(4, 10, "Party")], source="analyzer", origin="action:1")
    (annotation,) = copied(corpus, user).annotations.all()
    assert (annotation.source, annotation.origin, annotation.review) == ("analyzer", "action:1", "pending")


def test_annotations_keep_their_creators(corpus, user, friend, add_parsed):
    document = add_parsed("The tenant pays.")
    CorpusShare.objects.create(target=corpus, user=friend, role="annotator", created_by=user)
    annotate(AnnotationDraft(label_name="Party", start=4, end=10), corpus=corpus, document=document, actor=friend)
    assert copied(corpus, user).annotations.get().creator == friend


def test_only_the_chosen_parts_are_copied(labelled, user):
    copy = copied(labelled, user, parts=["labels"], title="Labels only")
    assert (copy.title, copy.labels.count()) == ("Labels only", 2)
    assert not copy.memberships.exists()
    assert not copy.fields.exists()
    assert (copy.copy.state, copy.copy.job) == ("done", None)
    without_annotations = copied(labelled, user, parts=["documents", "fields"])
    assert without_annotations.memberships.count() == 1
    assert without_annotations.field_values.get().text == "Lease"
    assert not without_annotations.annotations.exists()
    assert not without_annotations.labels.exists()


def test_annotations_need_documents_and_labels(labelled, user):
    with pytest.raises(Invalid, match="together with documents and labels"):
        start_copy(labelled, actor=user, parts=["annotations", "labels"])
    assert not CorpusCopy.objects.exists()


def test_titles_are_numbered(corpus, user):
    assert copied(corpus, user).title == "Copy of Contracts"
    assert copied(corpus, user).title == "Copy of Contracts (2)"
    long = create_corpus(owner=user, title="n" * TITLE_LIMIT)
    assert [len(copied(long, user).title) for _ in range(2)] == [TITLE_LIMIT, TITLE_LIMIT]


def test_settings_that_protect_the_text_are_copied(corpus, user):
    Corpus.objects.filter(pk=corpus.pk).update(allows_language_models=False, answer_tokens=1000)
    corpus.refresh_from_db()
    copy = copied(corpus, user)
    assert (copy.allows_language_models, copy.answer_tokens) == (False, 1000)


def test_actions_are_copied_and_do_not_run_on_the_copied_documents(corpus, user, add_parsed):
    columns = [ColumnDraft(name="Rent", question="How much?")]
    fieldset = create_fieldset(FieldsetDraft(name="Facts", columns=columns), corpus=corpus, actor=user)
    CorpusAction.objects.create(corpus=corpus, kind="extract", name="Rents", fieldset=fieldset)
    CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Dates", analyzer="patterns", enabled=False)
    CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Secret", analyzer=f"remote:{uuid7()}")
    corpus.actions.filter(kind="embed").update(name="Index")
    add_parsed("The tenant pays.")
    copy = copied(corpus, user)
    assert list(copy.actions.values_list("kind", "name", "enabled")) == [
        ("embed", "Index", True),
        ("extract", "Rents", True),
        ("analyze", "Dates", False),
    ]
    assert copy.actions.get(kind="extract").fieldset.corpus == copy
    assert copy.actions.get(kind="extract").fieldset.columns.get().question == "How much?"
    assert list(ActionExecution.objects.values_list("action__kind", flat=True)) == ["embed"]


def test_who_is_no_member_copies_all_but_the_actions(labelled, user, friend):
    Corpus.objects.filter(pk=labelled.pk).update(is_public=True)
    labelled.refresh_from_db()
    with pytest.raises(NotAllowed, match="Only members"):
        start_copy(labelled, actor=friend, parts=["actions"])
    copy = start_copy(labelled, actor=friend)
    assert copy.parts == ["documents", "labels", "fields", "annotations"]


def test_documents_that_the_copier_may_not_see_are_left_out_and_counted(corpus, user, friend, add_parsed):
    outsider = User.objects.create_user("eve", "eve@example.org")
    add_parsed("The tenant pays.", title="Visible")
    hidden = add_parsed("Hidden.", title="Hidden", owner=outsider)
    CorpusDocument.objects.filter(document=hidden).update(added_by=user)
    CorpusShare.objects.create(target=corpus, user=friend, role="viewer", created_by=user)
    copy = copied(corpus, friend)
    assert list(copy.documents.values_list("title", flat=True)) == ["Visible"]
    assert (copy.copy.documents, copy.copy.total, copy.copy.left_out) == (1, 1, 1)


def test_who_is_no_member_does_not_learn_of_other_documents(corpus, user, friend, add_parsed):
    outsider = User.objects.create_user("eve", "eve@example.org")
    hidden = add_parsed("Hidden.", owner=outsider)
    CorpusDocument.objects.filter(document=hidden).update(added_by=user)
    Corpus.objects.filter(pk=corpus.pk).update(is_public=True)
    corpus.refresh_from_db()
    assert copied(corpus, friend).copy.left_out == 0


def test_who_may_not_see_the_corpus_cannot_copy_it(corpus, friend):
    with pytest.raises(NotFound):
        start_copy(corpus, actor=friend)
    assert Corpus.objects.count() == 1


def test_a_copy_gives_no_one_else_access(corpus, user, friend, add_parsed):
    """Only documents of the copier's own are visible to those with whom the copy is shared."""
    document = add_parsed("The tenant pays.")
    CorpusShare.objects.create(target=corpus, user=friend, role="viewer", created_by=user)
    copy = copied(corpus, friend)
    outsider = User.objects.create_user("eve", "eve@example.org")
    CorpusShare.objects.create(target=copy, user=outsider, role="viewer", created_by=friend)
    assert not Document.objects.visible_to(outsider).filter(pk=document.pk).exists()


def test_batches_go_on_where_the_last_one_ended(corpus, user, add_parsed, monkeypatch):
    monkeypatch.setattr(batches, "_DOCUMENTS", 2)
    for number in range(5):
        annotate(
            AnnotationDraft(label_name="Party", start=4, end=10),
            corpus=corpus,
            document=add_parsed("The tenant pays.", title=str(number)),
            actor=user,
        )
    copy = start_copy(corpus, actor=user)
    with pytest.raises(JobCancelled):
        copy_documents(copy.pk, job=PlainJob(cancel_after=2))
    copy.refresh_from_db()
    assert (copy.documents, copy.annotations, copy.state) == (4, 4, "waiting")
    copy_documents(copy.pk, job=PlainJob())
    copy_documents(copy.pk, job=PlainJob())
    copy.refresh_from_db()
    assert (copy.documents, copy.annotations, copy.state) == (5, 5, "done")
    assert Annotation.objects.filter(corpus=copy.corpus).count() == 5


def test_documents_with_many_annotations_are_copied_one_by_one(corpus, user, add_parsed, monkeypatch):
    monkeypatch.setattr(batches, "_ANNOTATIONS", 1)
    for _ in range(3):
        document = add_parsed("The tenant pays the rent.")
        annotate_many(corpus, document.revision, [(0, 3, "A"), (4, 10, "A")], source="analyzer", origin="x")
    job = PlainJob()
    copy = start_copy(corpus, actor=user)
    copy_documents(copy.pk, job=job)
    assert job.messages == ["1 of 3 documents", "2 of 3 documents", "3 of 3 documents", "3 of 3 documents"]
    assert Annotation.objects.filter(corpus=copy.corpus).count() == 6


def test_changes_of_the_copy_while_it_is_filled_are_kept(labelled, user):
    """A label, a folder and a field are deleted, and a document added by hand: the job works with what there is."""
    copy = start_copy(labelled, actor=user)
    document = labelled.memberships.get().document
    CorpusDocument.objects.create(corpus=copy.corpus, document=document, added_by=user)
    delete_label(copy.corpus.labels.get(name="Party"), actor=user)
    copy.corpus.fields.all().delete()
    copy_documents(copy.pk, job=PlainJob())
    assert copy.corpus.memberships.count() == 1
    for model in (Annotation, Relation, DocumentLabel, FieldValue):
        assert not model.objects.filter(corpus=copy.corpus).exists()
    copy.refresh_from_db()
    assert (copy.state, copy.annotations) == ("done", 0)


def test_a_document_that_is_removed_from_the_source_meanwhile_is_not_copied(labelled, user):
    copy = start_copy(labelled, actor=user)
    remove_documents(labelled, [labelled.memberships.get().document], actor=user)
    copy_documents(copy.pk, job=PlainJob())
    assert not copy.corpus.memberships.exists()


def test_the_job_ends_when_the_copy_is_deleted(labelled, user):
    copy = start_copy(labelled, actor=user)
    delete_corpus(copy.corpus, actor=user)
    assert Job.objects.get(kind=COPY).state == "cancelled"
    with pytest.raises(Cancelled):
        copy_documents(copy.pk, job=PlainJob())


def test_a_source_that_is_deleted_meanwhile_is_said(labelled, user):
    copy = start_copy(labelled, actor=user)
    delete_corpus(labelled, actor=user)
    with pytest.raises(NotFound, match="was deleted meanwhile"):
        copy_documents(copy.pk, job=PlainJob())
    run_jobs()
    copy.refresh_from_db()
    assert (copy.state, copy.error_code) == ("failed", "not_found")


def test_copying_is_in_the_audit_log(labelled, user):
    copy = copied(labelled, user)
    (entry,) = AuditEntry.objects.filter(action="corpus.copied")
    assert (entry.object_id, entry.details["copy"]) == (labelled.pk, str(copy.pk))
    assert AuditEntry.objects.filter(action="corpus.document_added", object_id=copy.pk).count() == 1
    assert AuditEntry.objects.get(action="annotation.copied_many").details["count"] == 2


def test_a_derived_key_is_that_of_a_moment_and_always_the_same():
    base, key = uuid7(), uuid7()
    derived = derived_uuid7(base, key)
    assert derived == derived_uuid7(base, key) != derived_uuid7(key, base)
    assert (derived.version, derived.variant, derived.int >> 80) == (7, "specified in RFC 4122", base.int >> 80)


def test_a_corpus_is_copied_in_graphql(api, corpus):
    mutation = """mutation ($input: CopyCorpusInput!) { copyCorpus(input: $input) {
        corpusCopy { parts corpus { title } source { title } } errors { code field } } }"""
    given = {"corpusId": str(corpus.pk), "title": "Second", "parts": ["LABELS"]}
    assert api.execute(mutation, {"input": given})["copyCorpus"] == {
        "corpusCopy": {"parts": ["LABELS"], "corpus": {"title": "Second"}, "source": {"title": corpus.title}},
        "errors": [],
    }
    refused = api.execute(mutation, {"input": given | {"title": "x" * 201}})["copyCorpus"]
    assert refused == {"corpusCopy": None, "errors": [{"code": "invalid", "field": "title"}]}
