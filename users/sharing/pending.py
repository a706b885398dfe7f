"""Grants to an e-mail address that no account had confirmed yet."""

from typing import Any

from django.db import connection

from users.identifiers import address_key
from users.models import User
from users.sharing.models import TeamInvitation
from users.sharing.registry import share_models


def claim_grants(*, user: User, **_: Any) -> None:
    """Receiver of `email_confirmed`: give the user what was granted to their address.

    No event is recorded: it would show others that there is an account now.
    """
    key = address_key(user.email)
    if not key:
        return
    lock_address(key)
    for model in (TeamInvitation, *share_models().values()):
        model.objects.filter(email=key, user=None).update(user=user)


def lock_address(key: str) -> None:
    """Let grants to an address wait for its confirmation, and the other way round, so that no grant is overlooked."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(4713, hashtext(%s))", [key])
