"""Remove the second factor of a user who has lost the authenticator app and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from users.accounts import second_factors
from users.lookup import find_user_by_identifier


class Command(BaseCommand):
    help = "Remove the second factor of a user, who then signs in with the password alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="the user name, or the confirmed e-mail address")

    def handle(self, *args: Any, **options: Any) -> None:
        user = find_user_by_identifier(options["user"])
        if user is None:
            raise CommandError(f"There is no user {options['user']}.")
        if not second_factors.exists(user):
            raise CommandError(f"{user.get_username()} has no second factor.")
        second_factors.remove(user, actor=None)
        self.stdout.write(f"Removed the second factor of {user.get_username()}.")
