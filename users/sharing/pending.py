"""Grants to an e-mail address that no account had confirmed yet."""

from typing import Any

from users.identifiers import address_key
from users.models import User
from users.sharing.lookup import lock_address
from users.sharing.registry import share_models
from users.sharing.signals import access_changed


def claim_grants(*, user: User, **_: Any) -> None:
    """Receiver of `email_confirmed`: give the user what was shared with their address."""
    key = address_key(user.email)
    if not key:
        return
    lock_address(key)
    for model in share_models().values():
        pending = model.objects.filter(email=key, user=None)
        shares = list(pending.select_related("target"))
        pending.update(user=user)
        for share in shares:
            access_changed.send(sender=type(share.target), target=share.target, share=share, withdrawn=False)
