"""Access to corpora, and what follows from it for their documents.

A role on a corpus extends to the documents that their owners added to it. A document that another user added is not
included: adding a document to a corpus must not show it to more users than its owner wants. A token that is limited to
a corpus reaches these documents, and those that the token's owner added.

The newest version of a document is in the corpora; its older versions are accessible through it.
"""

from django.db.models import F, Q

from core.access.rules import CORPORA, Inherits, Limit, Owner, Public, Shares, register
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from documents.access import OLDER_VERSIONS
from documents.models import Document

register(Corpus, Owner(team="owner__service_team_id"), Public(), Shares(CorpusShare), Limit(CORPORA))
register(
    Document,
    Inherits(
        table=CorpusDocument,
        object="document_id",
        holder="corpus",
        condition=Q(added_by=F("document__owner")),
        attached_by="added_by_id",
    ),
    Inherits(
        table=CorpusDocument,
        object="document__older_versions__pk",
        holder="corpus",
        condition=Q(added_by=F("document__owner"), document__older_versions__isnull=False),
        attached_by="added_by_id",
        subset=OLDER_VERSIONS,
    ),
)
