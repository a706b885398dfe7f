"""Invitations and addresses of an account that is erased."""

from allauth.account.models import EmailAddress
from django.db.models import Q

from users.accounts.models import Invitation
from users.models import User


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
