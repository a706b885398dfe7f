"""Retention rules of corpora: which documents leave, what is recorded, and who may set and preview a rule."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.db.ids import first_uuid7
from core.errors import Invalid, NotAllowed
from corpuses.comments.models import Notification
from corpuses.corpora.services import create_corpus, update_corpus
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from corpuses.retention import services as retention
from documents.models import Document
from documents.tests.factories import parsed_document
from tests.plain_job import PlainJob
from users.models import User
from users.sharing.models import ShareRole

pytestmark = pytest.mark.django_db
V1 = "/api/v1"


@pytest.fixture
def friend():
    return User.objects.create_user("grace", "grace@example.org")


@pytest.fixture
def ruled(user, corpus):
    return update_corpus(corpus, actor=user, retention_days=30)


def aged(corpus: Corpus, document: Document, days: int, *, by: User | None = None) -> Document:
    """Add a document to a corpus so many days ago."""
    membership = CorpusDocument.objects.create(corpus=corpus, document=document, added_by=by or document.owner)
    CorpusDocument.objects.filter(pk=membership.pk).update(created=timezone.now() - timedelta(days=days))
    return document


def state(corpus: Corpus, document: Document) -> tuple[bool, bool]:
    """Return whether a document is in the bin, and whether it is in the corpus."""
    in_bin = Document.with_deleted.get(pk=document.pk).deleted_at is not None
    return in_bin, corpus.memberships.filter(document=document).exists()


def test_old_documents_are_moved_to_the_bin(user, ruled):
    old = aged(ruled, parsed_document(user, "Old."), 31)
    attachment = aged(ruled, parsed_document(user, "Attached."), 31)
    Document.objects.filter(pk=attachment.pk).update(parent=old, path="a.pdf")
    young = aged(ruled, parsed_document(user, "Young."), 29)
    assert retention.preview(ruled, actor=user) == retention.Moved(to_bin=1, removed=0)
    assert retention.apply_all(job=PlainJob()) == 1
    assert [state(ruled, each)[0] for each in (old, attachment, young)] == [True, True, False]
    assert Document.with_deleted.get(pk=old.pk).deleted_by is None
    assert retention.apply_all(job=PlainJob()) == 0


def test_documents_of_others_and_in_other_corpora_are_only_taken_out(user, friend, ruled):
    theirs = aged(ruled, parsed_document(friend, "Theirs."), 31)
    shared = aged(ruled, parsed_document(user, "Shared."), 31)
    other = create_corpus(owner=friend, title="Other")
    aged(other, shared, 1)
    assert retention.preview(ruled, actor=user) == retention.Moved(to_bin=0, removed=2)
    assert retention.apply_all(job=PlainJob()) == 2
    assert state(ruled, theirs) == (False, False)
    assert state(ruled, shared) == (False, False)
    assert state(other, shared) == (False, True)


def test_a_document_in_a_corpus_in_the_bin_counts_as_in_no_other(user, ruled):
    document = aged(ruled, parsed_document(user, "Old."), 31)
    other = create_corpus(owner=user, title="Other")
    aged(other, document, 1)
    Corpus.objects.filter(pk=other.pk).update(deleted_at=timezone.now())
    retention.apply_all(job=PlainJob())
    assert state(ruled, document)[0]


def test_corpora_without_a_rule_keep_everything(user, corpus):
    document = aged(corpus, parsed_document(user, "Old."), 1_000)
    assert retention.apply_all(job=PlainJob()) == 0
    assert state(corpus, document) == (False, True)


def test_the_owner_is_notified_and_the_audit_log_has_it(user, friend, ruled):
    mine = aged(ruled, parsed_document(user, "Mine."), 31)
    aged(ruled, parsed_document(friend, "Theirs."), 31)
    retention.apply_all(job=PlainJob())
    notification = Notification.objects.get(owner=user, kind="retention")
    assert (notification.count, notification.corpus) == (2, ruled)
    entry = AuditEntry.objects.get(action="corpus.retention_applied")
    assert (entry.object_id, entry.details) == (ruled.pk, {"days": 30, "to_bin": 1, "removed": 1})
    assert AuditEntry.objects.filter(action="document.deleted", object_id=mine.pk).exists()
    listed = ApiClient(user).get(f"{V1}/notifications").json()["results"]
    assert [(each["kind"], each["count"]) for each in listed] == [("retention", 2)]


def test_a_changed_rule_counts_while_the_job_runs(user, ruled, monkeypatch):
    documents = [aged(ruled, parsed_document(user, f"{number}."), 31) for number in range(2)]
    job = PlainJob()
    monkeypatch.setattr(job, "extend_deadline", lambda: Corpus.objects.update(retention_days=0))
    retention.apply_all(job=job)
    assert [state(ruled, each)[0] for each in documents] == [False, False]


def test_only_owners_set_and_preview_rules(user, friend, corpus):
    CorpusShare.objects.create(target=corpus, user=friend, role=ShareRole.EDITOR, created_by=user)
    with pytest.raises(NotAllowed):
        update_corpus(corpus, actor=friend, retention_days=1)
    with pytest.raises(NotAllowed):
        retention.preview(corpus, 1, actor=friend)


@pytest.mark.parametrize(
    ("name", "value"), [("retention_days", 36_501), ("audit_days", 29), ("audit_days", 366), ("retention_days", -1)]
)
def test_days_have_bounds(user, corpus, settings, name, value):
    settings.AUDIT_DAYS = 365
    with pytest.raises(Invalid):
        update_corpus(corpus, actor=user, **{name: value})


def test_rest_and_graphql_preview_a_rule(user, corpus):
    aged(corpus, parsed_document(user, "Old."), 31)
    api = ApiClient(user)
    address = f"{V1}/corpuses/{corpus.pk}"
    assert api.get(f"{address}/retention-preview?days=30").json() == {"to_bin": 1, "removed": 0}
    assert api.get(f"{address}/retention-preview").json() == {"to_bin": 0, "removed": 0}
    assert api.get(f"{address}/retention-preview?days=-1").status_code == 400
    changed = api.send("PATCH", address, {"retention_days": 30, "audit_days": 90})
    assert (changed.json()["retention_days"], changed.json()["audit_days"]) == (30, 90)
    query = f'{{ previewRetention(corpusId: "{corpus.pk}") {{ toBin removed }} }}'
    assert api.graphql(query).data["previewRetention"] == {"toBin": 1, "removed": 0}


def test_the_number_of_queries_of_a_preview_is_constant(user, ruled, django_assert_max_num_queries):
    for number in range(4):
        aged(ruled, parsed_document(user, f"{number}."), 31)
    with django_assert_max_num_queries(2):
        assert retention.preview(ruled, actor=user).to_bin == 4


def test_entries_of_the_audit_log_are_deleted_after_the_days_of_their_corpus(user, corpus):
    other = create_corpus(owner=user, title="Other")
    update_corpus(corpus, actor=user, audit_days=40)
    entries = [_old_entry(each, days) for each in (corpus, other) for days in (39, 41)]
    retention.apply_all(job=PlainJob())
    assert [AuditEntry.objects.filter(pk=key).exists() for key in entries] == [True, False, True, True]


def _old_entry(corpus: Corpus, days: int):
    moment = timezone.now() - timedelta(days=days)
    entry = AuditEntry.objects.create(
        id=first_uuid7(moment), action="corpus.changed", outcome="success", interface="rest", credential="none",
        object_kind="corpus", object_id=corpus.pk, corpus_id=corpus.pk,
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("alter table audit_auditentry disable trigger audit_append_only")
        cursor.execute("update audit_auditentry set created = %s where id = %s", [moment, entry.pk])
        cursor.execute("alter table audit_auditentry enable trigger audit_append_only")
    return entry.pk


def test_an_unread_notification_counts_on(user, ruled):
    for number in range(3):
        aged(ruled, parsed_document(user, f"{number}."), 31)
        retention.apply_all(job=PlainJob())
        if number == 1:
            Notification.objects.filter(owner=user).update(read_at=timezone.now())
    counts = (
        Notification.objects.filter(owner=user, kind="retention").order_by("created").values_list("count", flat=True)
    )
    assert list(counts) == [2, 1]
