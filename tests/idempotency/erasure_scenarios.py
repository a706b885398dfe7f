"""Scenarios of jobs that erase accounts, and that apply the retention rules of corpora."""

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from corpuses.corpora.services import add_documents, create_corpus
from corpuses.erasure import services as erasure
from corpuses.erasure.plan import ErasureOptions
from corpuses.models import Corpus, CorpusDocument
from corpuses.retention import services as retention
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.runtime import queue
from users.models import User


def erased(user: User) -> None:
    """Erase another account that owns a document in a corpus."""
    other = User.objects.create_user("zebedee", id=UUID(int=7))
    corpus = create_corpus(owner=other, title="Leases")
    add_documents(corpus, [parsed_document(other, "The tenant pays rent.")], actor=other)
    for job in Job.objects.all():  # which process the document: it is ready
        queue.cancel(job.pk)
    erasure.start(other, ErasureOptions(delete_documents=True), actor=user)


def retained(user: User) -> None:
    """Let a corpus have a rule that moves one of its documents to the bin."""
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays rent.")], actor=user)
    CorpusDocument.objects.filter(corpus=corpus).update(created=timezone.now() - timedelta(days=60))
    Corpus.objects.filter(pk=corpus.pk).update(retention_days=30)
    queue.enqueue(retention.APPLY, args={}, tenant_id=user.tenant_id, owner_id=user.pk)
