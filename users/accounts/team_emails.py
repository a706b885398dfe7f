"""The e-mail to users and addresses that are invited to a team."""

from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from users.models import User


def send_team_invitation(*, email: str, team_name: str, invited_by: "User", **_: object) -> None:
    """Receiver of `invited_to_team`: send an e-mail, the same to addresses with and without an account."""
    from users.accounts import emails  # noqa: PLC0415 - it imports redis, which `django.setup()` must not
    from users.lookup import find_by_confirmed_address  # noqa: PLC0415 - it imports models

    known = find_by_confirmed_address(email)
    emails.send(
        "team_invitation",
        to=email,
        language=known.language if known else "",
        team=team_name,
        invited_by=str(invited_by),
        link=f"{settings.PUBLIC_URL}/teams" if settings.PUBLIC_URL else "",
    )
