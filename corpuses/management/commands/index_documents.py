"""Index documents of corpora that are not indexed, or were indexed by an older version.

Corpora that forbid language models, but are searched with the embedder of a server, get the built-in one.
"""

from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import Exists, OuterRef

from corpuses.models import Corpus
from corpuses.search.corpus_embedders import embed_here
from corpuses.search.indexing import ensure
from corpuses.search.models import Passage
from documents.models import Document


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        for corpus in Corpus.objects.filter(allows_language_models=False).select_related("owner"):
            embed_here(corpus, actor=corpus.owner)
        current = Passage.objects.filter(revision=OuterRef("revision")).exclude(digest="")
        documents = Document.objects.filter(~Exists(current), memberships__isnull=False, revision__isnull=False)
        count = 0
        for document in documents.select_related("revision__document").defer("revision__text").distinct().iterator():
            if document.revision is not None:
                ensure(document.revision)
                count += 1
        self.stdout.write(f"{count} documents indexed.")
