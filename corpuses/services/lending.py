"""Documents are lent to the corpora that their owners put them into: whoever has a role on the corpus has it on them.

A document that somebody else put there is not lent: nobody can show what is not theirs by adding it to a corpus.
"""

from django.db.models import F, QuerySet

from corpuses.models import CorpusDocument, CorpusShare
from users.sharing.granting import lending
from users.sharing.reaching import lent_reach


def lent_places() -> QuerySet[CorpusDocument]:
    """The places of documents that were put there by their owners."""
    return CorpusDocument.objects.filter(added_by=F("document__owner"))


source_of_lent = lending(lent_places, lent="document_id", holder="corpus", table=CorpusShare)
reach_of_lent = lent_reach(lent_places, lent="document_id", holder="corpus", table=CorpusShare)
