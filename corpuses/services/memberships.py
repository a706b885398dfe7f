"""Memberships of documents in corpora and their folders."""

from django.db import transaction
from django.db.models import QuerySet

from audit.actions import Action
from audit.log import record
from core.access.permissions import require
from core.access.roles import Permission
from corpuses.events import record_corpus_event
from corpuses.models import Corpus, CorpusDocument, Folder
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


@transaction.atomic
def remove_own_document(membership: CorpusDocument, *, actor: User) -> None:
    """Remove a document of the actor's from a corpus, visible or not; access through that corpus ends."""
    require(actor, Permission.SHARE, membership.document)
    if CorpusDocument.objects.filter(pk=membership.pk).delete()[0]:
        record(Action.CORPUS_DOCUMENT_REMOVED, membership.corpus, actor=actor, document_id=membership.document_id)
        record_corpus_event(membership.corpus, "documents")
