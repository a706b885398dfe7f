"""Change the embedder of a corpus. The old one serves until the new one has embedded all documents."""

from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from core.errors import UserFault
from corpuses.models import Corpus
from corpuses.search.corpus_embedders import change_embedder


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("corpus", type=UUID)
        parser.add_argument("embedder", help="minilm-l6-v2, an installed plug-in, or the name in EMBEDDING_MODEL")

    def handle(self, *, corpus: UUID, embedder: str, **_: object) -> None:
        found = Corpus.objects.select_related("owner").filter(pk=corpus).first()
        if found is None:
            raise CommandError("There is no corpus with this id.")
        try:
            change_embedder(found, embedder)
        except UserFault as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{found.title}: {embedder} embeds the documents in the background.")
