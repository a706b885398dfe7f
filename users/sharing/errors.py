"""Errors of shares and teams."""

from core.errors import Conflict, Invalid, NotFound


class UserNotFound(Invalid):
    """There is no user with this user name or e-mail address."""

    code = "user_not_found"


class TeamNotFound(Invalid):
    """You are not a member of such a team."""

    code = "team_not_found"


class ShareExists(Conflict):
    """This is already shared with them."""

    code = "share_exists"


class TooManyShares(Conflict):
    """This has the maximum number of shares. Remove one first."""

    code = "too_many_shares"


class LastAdmin(Conflict):
    """A team needs an admin. Make someone else an admin first, or delete the team."""

    code = "last_admin"


class TeamFull(Conflict):
    """The team has the maximum number of members."""

    code = "team_full"


class TooManyServiceAccounts(Conflict):
    """The team has the maximum number of service accounts. Delete one first."""

    code = "too_many_service_accounts"
    what_to_do = "Delete a service account that is no longer used."


class TeamHasServiceAccounts(Conflict):
    """Delete the service accounts of this team first."""

    code = "team_has_service_accounts"
    what_to_do = "Delete its service accounts first."


class LinkNotFound(NotFound):
    """This link does not exist or was removed."""

    code = "link_not_found"


class LinkExpired(LinkNotFound):
    """This link has expired. Ask for a new one."""

    code = "link_expired"
