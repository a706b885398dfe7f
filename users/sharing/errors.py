"""Errors of shares and teams."""

from core.errors import Conflict, Invalid, NotFound


class UserNotFound(Invalid):
    """There is no user with this user name or e-mail address."""

    code = "user_not_found"
    what_to_do = "Check the name; an e-mail address can be invited."


class TeamNotFound(Invalid):
    """You are not a member of such a team."""

    code = "team_not_found"
    what_to_do = "Check the name of the team; ask to be invited to it."


class ShareExists(Conflict):
    """This is already shared with them."""

    code = "share_exists"
    what_to_do = "Change the role of the existing share."


class TooManyShares(Conflict):
    """This has the maximum number of shares. Remove one first."""

    code = "too_many_shares"
    what_to_do = "Share with a team, or remove a share."


class AccessNotDirect(Conflict):
    """It is not shared with you directly: you have access through a team, a link or a corpus, or it is public."""

    code = "access_not_direct"
    what_to_do = "Leave the team or the corpus that gives you access."


class LastAdmin(Conflict):
    """A team needs an admin. Make someone else an admin first, or delete the team."""

    code = "last_admin"
    what_to_do = "Make another member an admin first."


class ManagedByDirectory(Conflict):
    """The directory of your organization decides who is a member of this team."""

    code = "managed_by_directory"
    what_to_do = "Remove the user from the group in the directory."


class TeamFull(Conflict):
    """The team has the maximum number of members."""

    code = "team_full"
    what_to_do = "Remove a member, or create another team."


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
    what_to_do = "Ask for a new link."


class LinkExpired(LinkNotFound):
    """This link has expired. Ask for a new one."""

    code = "link_expired"
    what_to_do = "Ask for a new link."
