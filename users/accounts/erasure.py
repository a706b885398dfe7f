"""Sessions, tokens and invitations of an account that is erased."""

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from users.accounts.models import BrowserSession, Invitation
from users.models import User
from users.secrets import end_secrets


@transaction.atomic
def disable(user: User) -> None:
    """End all sessions and secrets, as links to what others own or get, and let the user sign in no more."""
    Session.objects.filter(pk__in=BrowserSession.objects.filter(user=user).values("session")).delete()
    end_secrets(user)
    user.is_active = False
    user.save(update_fields=["is_active"])  # revokes the tokens of programs, too


def delete_invitations(user: User, addresses: set[str]) -> None:
    """Delete the invitations that the account was created with, or that name its addresses."""
    condition = Q(accepted_by=user)
    for address in addresses:
        condition |= Q(email__iexact=address)
    Invitation.objects.filter(condition).delete()


def addresses_of(user: User) -> set[str]:
    """Return the e-mail addresses of an account."""
    linked = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return {address for address in (user.email, user.pending_email, *linked) if address}
