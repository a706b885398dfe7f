"""What can be wrong with a share or a team."""

from core.errors import Conflict, Invalid, NotFound


class UserNotFound(Invalid):
    """There is nobody with this user name or address."""

    code = "user_not_found"


class TeamNotFound(Invalid):
    """You are in no such team."""

    code = "team_not_found"


class ShareExists(Conflict):
    """It is shared with them already."""

    code = "share_exists"


class TooManyShares(Conflict):
    """It is shared in too many ways already."""

    code = "too_many_shares"


class LastAdmin(Conflict):
    """A team needs an admin: name another one first, or delete the team."""

    code = "last_admin"


class TeamFull(Conflict):
    """The team has as many members as a team can have."""

    code = "team_full"


class LinkNotFound(NotFound):
    """This link is not valid, or not any more."""

    code = "link_not_found"


class LinkExpired(LinkNotFound):
    """This link was made for a time that is over."""

    code = "link_expired"
