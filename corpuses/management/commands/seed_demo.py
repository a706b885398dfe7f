"""Create the demonstration user and corpus. A second run only sets the password."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from corpuses.models import Corpus
from corpuses.services.corpora import create_corpus
from corpuses.services.uploads import upload_to_corpus
from documents.errors import DocumentExists
from documents.storage.blobs import BlobWriter
from users.models import User

FOLDER = Path(__file__).resolve().parents[2] / "demo"
TITLE = "Sample agreements"


class Command(BaseCommand):
    requires_system_checks = []  # imports all URLs, and `migrate` has run before
    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--username", default=settings.DEMO_USERNAME)
        parser.add_argument("--password", default=settings.DEMO_PASSWORD)

    def handle(self, *, username: str, password: str, **_: object) -> None:
        if not password:
            raise CommandError("Set the password of the demonstration user: --password, or DEMO_PASSWORD.")
        user = _user(username, password)
        corpus = Corpus.objects.filter(owner=user, title=TITLE).first()
        if corpus is not None:
            self.stdout.write(f"{TITLE}: exists already")
            return
        with transaction.atomic():
            corpus = create_corpus(
                owner=user, title=TITLE, description="Four contracts and a market report to try Cartulary with."
            )
            added = sum(_upload(path, user, corpus) for path in sorted(FOLDER.glob("*.*")) if path.suffix != ".md")
        self.stdout.write(f"{TITLE}: {added} documents")


def _user(username: str, password: str) -> User:
    try:
        User.username_validator(username)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from None
    user, _ = User.objects.get_or_create(username=username, defaults={"is_staff": True, "is_superuser": True})
    user.set_password(password)
    user.save()
    return user


def _upload(path: Path, user: User, corpus: Corpus) -> bool:
    title = path.stem.replace("-", " ").capitalize()
    with BlobWriter() as writer:
        writer.write(path.read_bytes())
        try:
            upload_to_corpus(writer.finish(), filename=path.name, owner=user, title=title, corpus=corpus)
        except DocumentExists:
            return False
    return True
