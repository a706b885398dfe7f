"""Create the demonstration user and corpus. A second run only sets the password."""

from argparse import ArgumentParser

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from corpuses.first_steps.sample import TITLE, create_sample, find_sample
from users.models import User


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
        if find_sample(user):
            self.stdout.write(f"{TITLE}: exists already")
            return
        corpus = create_sample(user)
        self.stdout.write(f"{TITLE}: {corpus.documents.count()} documents")


def _user(username: str, password: str) -> User:
    try:
        User.username_validator(username)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from None
    user, _ = User.objects.get_or_create(username=username, defaults={"is_staff": True, "is_superuser": True})
    user.set_password(password)
    user.save()
    return user
