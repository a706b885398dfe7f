"""Delete, restore and purge extracts."""

from django.db import transaction

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.transactions import atomic_with_retry, purging
from core.deletion import move_to_bin, take_from_bin
from core.errors import NotFound
from corpuses.annotations.models import Edit
from corpuses.events import record_corpus_event
from corpuses.extracts import runs
from corpuses.extracts.models import Cell, Extract
from users.models import User


@atomic_with_retry
def delete_extract(extract: Extract, *, actor: User, permanently: bool = False) -> None:
    """Cancel an extract and move it to the bin with its cells."""
    runs.cancel_extract(extract, actor=actor)
    if not move_to_bin(Extract.objects.filter(pk=extract.pk), user_id=actor.pk):
        raise NotFound
    record(Action.EXTRACT_DELETED, extract, actor=actor)
    if permanently:
        purge_extract(extract)
    record_corpus_event(extract.corpus, "extracts")


@transaction.atomic
def restore_extract(extract: Extract, *, actor: User) -> None:
    """Restore an extract from the bin."""
    require(actor, Permission.EDIT, extract.corpus)
    if not take_from_bin(Extract.with_deleted.filter(pk=extract.pk)):
        raise NotFound
    record(Action.EXTRACT_RESTORED, extract, actor=actor)
    record_corpus_event(extract.corpus, "extracts")


@purging
def purge_extract(extract: Extract) -> None:
    """Remove an extract with its cells from the database."""
    record(Action.EXTRACT_PURGED, extract)
    record_corpus_event(extract.corpus, "bin")
    cells = Cell.objects.filter(row__extract=extract)
    Edit.objects.filter(corpus=extract.corpus_id, subject=Edit.Subject.CELL, subject_id__in=cells.values("pk")).delete()
    Extract.with_deleted.filter(pk=extract.pk).delete()
