"""Deactivate accounts: their users sign in no more, and what they own stays."""

from django.contrib.sessions.models import Session
from django.db import transaction

from audit.actions import Action
from audit.log import record
from users.accounts.models import BrowserSession
from users.models import User
from users.secrets import end_secrets


@transaction.atomic
def deactivate(user: User, *, actor: User | None = None) -> None:
    """End all sessions and secrets, as links to what others own or get, and let the user sign in no more."""
    Session.objects.filter(pk__in=BrowserSession.objects.filter(user=user).values("session")).delete()
    end_secrets(user)
    user.is_active = False
    user.save(update_fields=["is_active"])  # revokes the tokens of programs, too
    record(Action.USER_DEACTIVATED, user, actor=actor)


@transaction.atomic
def reactivate(user: User, *, actor: User | None = None) -> None:
    """Let a user sign in again. What has ended stays so."""
    user.is_active = True
    user.save(update_fields=["is_active"])
    record(Action.USER_REACTIVATED, user, actor=actor)
