"""Erase an account, as data protection laws require on request."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.errors import DomainError
from corpuses.erasure import services
from corpuses.erasure.plan import ErasureOptions, Plan, plan
from users.models import User


class Command(BaseCommand):
    help = "List what the erasure of a user deletes; with --yes, erase the user. It cannot be undone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        owned = parser.add_mutually_exclusive_group()
        owned.add_argument("--pass-on-to", metavar="USER", help="give documents and corpora to this user")
        owned.add_argument("--delete-documents", action="store_true", help="delete documents and corpora")
        parser.add_argument(
            "--delete-contributions", action="store_true", help="delete annotations and comments in corpora of others"
        )
        parser.add_argument("--yes", action="store_true", help="erase; without it nothing is changed")

    def handle(self, *args: Any, **options: Any) -> None:
        user = _user(options["username"])
        heir = _user(options["pass_on_to"]) if options["pass_on_to"] else None
        chosen = ErasureOptions(
            heir_id=heir.pk if heir else None,
            delete_documents=options["delete_documents"],
            delete_contributions=options["delete_contributions"],
        )
        self._describe(plan(user), chosen)
        try:
            services.check(user, chosen)
            if options["yes"]:
                services.erase(user, chosen)
        except DomainError as error:
            raise CommandError(f"{error.message} {error.what_to_do}") from error
        self.stdout.write("The user was erased." if options["yes"] else "Nothing was changed. Add --yes to erase.")

    def _describe(self, found: Plan, chosen: ErasureOptions) -> None:
        owned = "passed on" if chosen.heir_id else "deleted"
        self.stdout.write(f"documents: {found.documents} {owned}, {found.documents_in_bin} in the bin deleted")
        self.stdout.write(f"corpora: {found.corpora} {owned}")
        if found.service_accounts:
            self.stdout.write(f"service accounts: {found.service_accounts} erased likewise")
        written = "deleted" if chosen.delete_contributions else "without a name"
        groups = ((found.deleted, "deleted"), (found.contributions, written), (found.nameless, "without a name"))
        for counts, outcome in groups:
            for name, count in sorted(counts.items()):
                self.stdout.write(f"{name}: {count} {outcome}")


def _user(username: str) -> User:
    user = User.objects.select_related("tenant").filter(username=username).first()
    if user is None:
        raise CommandError(f"There is no user {username}.")
    return user
