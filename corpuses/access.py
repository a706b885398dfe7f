"""Access to corpora, and what follows from it for their documents.

A role on a corpus extends to the documents that their owners added to it. A document that another user added is not
included: adding a document to a corpus must not show it to more users than its owner wants.
"""

from django.db.models import F, Q

from core.access.rules import Inherits, Owner, Public, Shares, register
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from documents.models import Document

register(Corpus, Owner(), Public(), Shares(CorpusShare))
register(
    Document,
    Inherits(table=CorpusDocument, object="document_id", holder="corpus", condition=Q(added_by=F("document__owner"))),
)
