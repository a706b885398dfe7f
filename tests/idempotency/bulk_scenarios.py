"""Scenarios of the changes of many documents."""

from datetime import timedelta

from django.utils import timezone

from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import create_label
from corpuses.bulk import services as bulk
from corpuses.bulk.models import BulkChange
from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tasks.runtime import queue
from users.models import User


def labelled(user: User) -> None:
    """Label two documents of a corpus, of which one has the label."""
    corpus = create_corpus(owner=user, title="Leases")
    documents = [parsed_document(user, text) for text in ("The tenant pays.", "The landlord signs.")]
    add_documents(corpus, documents, actor=user)
    label = create_label(corpus, name="Signed", actor=user)
    label_documents(label, documents[:1], actor=user)
    draft = bulk.BulkDraft(kind="label", corpus=corpus, target={"label": str(label.pk)})
    bulk.start_bulk_change(draft, [document.pk for document in documents], actor=user)


def old_changes_deleted(user: User) -> None:
    """Delete the report of an old change of many documents, and keep a new one."""
    corpus = create_corpus(owner=user, title="Leases")
    for finished in (timezone.now() - timedelta(days=400), timezone.now()):
        ended = {"state": "done", "finished": finished, "total": 0, "kind": "retry"}
        BulkChange.objects.create(corpus=corpus, owner=user, **ended)
    queue.enqueue(bulk.DELETE_OLD, args={}, tenant_id=user.tenant_id, owner_id=user.pk)
