"""Errors of provisioning, and the columns of which a value is taken."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import IntegrityError, transaction

from core.errors import Conflict, NotAllowed
from users.accounts.errors import EmailTaken, UsernameTaken


class ExternalIdTaken(Conflict):
    """Another user or group has this externalId."""

    code = "external_id_taken"
    what_to_do = "Correct the other one in the directory, or delete it."


class AdministratorProtected(NotAllowed):
    """A directory cannot change or deactivate accounts of administrators and staff."""

    code = "administrator_protected"
    what_to_do = "Leave the account out of the directory's scope, or change it in the admin."


_TAKEN: Final = {
    "confirmed_email_once": EmailTaken,
    "provisioned_external_id_once": ExternalIdTaken,
    "team_external_id_once": ExternalIdTaken,
}


@contextmanager
def refusing_duplicates() -> Iterator[None]:
    """Raise the error for a value that only one row can have: `UsernameTaken`, `EmailTaken` or `ExternalIdTaken`."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        diagnostics = getattr(error.__cause__, "diag", None)
        name = getattr(diagnostics, "constraint_name", None) or ""
        if getattr(error.__cause__, "sqlstate", "") != "23505":  # unique_violation
            raise
        raise _TAKEN.get(name, UsernameTaken) from None
