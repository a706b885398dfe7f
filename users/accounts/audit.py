"""Record sign-ins and sign-outs of sessions, also those of the admin and of the OpenID provider."""

from typing import Any

from audit.actions import Action
from audit.log import record
from users.models import User


def record_sign_in(*, user: User, **_: Any) -> None:
    """Receiver of Django's `user_logged_in`."""
    record(Action.SIGNED_IN, user, actor=user)


def record_sign_out(*, user: User | None, **_: Any) -> None:
    """Receiver of Django's `user_logged_out`."""
    if user is not None:
        record(Action.SIGNED_OUT, user, actor=user)


def record_deletion(*, instance: User, **_: Any) -> None:
    """Receiver of `pre_delete(User)`. The log keeps the id of the account, and nothing else about the person."""
    record(Action.USER_DELETED, instance)
