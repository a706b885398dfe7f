"""Memberships of documents in corpora and their folders."""

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from audit.actions import Action
from audit.log import record
from core.access.permissions import require
from core.access.roles import Permission
from corpuses.annotations.models import DocumentLabel
from corpuses.events import record_corpus_event
from corpuses.models import Corpus, CorpusDocument, Folder
from documents.models import Document
from users.models import User


def memberships_in(
    corpus: Corpus, folder: Folder | None = None, *, subfolders: bool = True
) -> QuerySet[CorpusDocument]:
    """Return the memberships in a corpus, or in a folder of it and all folders below.

    Without subfolders, those in no folder, or directly in the folder.
    """
    memberships = CorpusDocument.objects.filter(corpus=corpus)
    if not subfolders:
        return memberships.filter(folder=folder)
    return memberships.filter(folder__in=folder.and_below()) if folder else memberships


def move_memberships(previous: Document, newest: Document) -> None:
    """Put another version of a document, with its folder and its labels as a whole, in the place of the previous one.

    Where both are in a corpus, the place of the newest one counts.
    """
    twins = CorpusDocument.objects.filter(document=newest, corpus=OuterRef("corpus"))
    rows = CorpusDocument.objects.filter(document=previous)
    rows.filter(Exists(twins)).delete()
    corpora = list(Corpus.objects.filter(memberships__document__in=[previous, newest]).distinct())
    DocumentLabel.with_deleted.filter(membership__in=rows).update(document=newest)
    rows.update(document=newest)
    for corpus in corpora:
        record_corpus_event(corpus, "documents", "document_labels")


@transaction.atomic
def remove_own_document(membership: CorpusDocument, *, actor: User) -> None:
    """Remove a document of the actor's from a corpus, visible or not; access through that corpus ends."""
    require(actor, Permission.SHARE, membership.document)
    if CorpusDocument.objects.filter(pk=membership.pk).delete()[0]:
        record(Action.CORPUS_DOCUMENT_REMOVED, membership.corpus, actor=actor, document_id=membership.document_id)
        record_corpus_event(membership.corpus, "documents")
