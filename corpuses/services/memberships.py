"""Where documents lie: in which folders of a corpus, and where their owners have lent them to."""

from django.db import transaction
from django.db.models import QuerySet

from core.access.permissions import require
from core.access.roles import Permission
from corpuses.events import record_corpus_event
from corpuses.models import Corpus, CorpusDocument, Folder
from users.models import User


def memberships_in(corpus: Corpus, folder: Folder | None = None) -> QuerySet[CorpusDocument]:
    """The places of a corpus; with a folder those in it and in all below it."""
    places = CorpusDocument.objects.filter(corpus=corpus)
    return places.filter(folder__in=folder.and_below()) if folder else places


@transaction.atomic
def remove_own_document(membership: CorpusDocument, *, actor: User) -> None:
    """Take a document of one's own out of a corpus, seen or not: whoever saw it by that corpus sees it no more."""
    require(actor, Permission.SHARE, membership.document)
    if CorpusDocument.objects.filter(pk=membership.pk).delete()[0]:
        record_corpus_event(membership.corpus, "documents")
