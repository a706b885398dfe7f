"""Memberships of documents in corpora and their folders."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from audit.actions import Action
from audit.log import record, record_documents
from core.access import Permission, require
from corpuses.annotations.models import DocumentLabel
from corpuses.events import record_corpus_event
from corpuses.holding import held_among
from corpuses.models import Corpus, CorpusDocument, Folder
from corpuses.signals import documents_added
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


def add_attachments(parent: Document, children: Sequence[Document], *, since: datetime | None = None) -> None:
    """Add attachments to the corpora and folders of their parent, in the transaction that creates them.

    Those that are in a corpus already keep their folder there. With `since`, only corpora to which the parent was added
    later count.
    """
    live = parent.memberships.select_related("corpus").filter(corpus__deleted_at=None)
    if since is not None:
        live = live.filter(created__gt=since)
    memberships = list(live.order_by("corpus_id"))
    held = held_among({membership.corpus_id for membership in memberships})
    for membership in memberships:
        present = set(membership.corpus.memberships.filter(document__in=children).values_list("document", flat=True))
        added = [child for child in children if child.pk not in present]
        if not added or membership.corpus_id not in held:
            continue
        CorpusDocument.objects.bulk_create(
            CorpusDocument(
                corpus=membership.corpus,
                document=child,
                folder_id=membership.folder_id,
                added_by_id=membership.added_by_id,
            )
            for child in added
        )
        record_documents(Action.CORPUS_DOCUMENT_ADDED, membership.corpus, [child.pk for child in added])
        documents_added.send(sender=Corpus, corpus=membership.corpus, documents=added, user_id=membership.added_by_id)
        record_corpus_event(membership.corpus, "documents")


def in_corpora(documents: Sequence[Document]) -> set[UUID]:
    """Return the keys of those documents that are in a corpus."""
    return set(CorpusDocument.objects.filter(document__in=documents).values_list("document_id", flat=True))
