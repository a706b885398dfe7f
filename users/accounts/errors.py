"""What can be wrong with an account, a token, or a letter."""

from core.errors import Conflict, DependencyFault, NotAllowed, RateLimited, UserFault


class InvalidToken(UserFault):
    """The token is not valid or has expired. Sign in again."""

    code = "invalid_token"
    http_status = 401


class TokensUnavailable(DependencyFault):
    """Which tokens have ended cannot be asked right now. Try again in a moment."""

    code = "tokens_unavailable"


class TooManyAttempts(RateLimited):
    """Signing in has failed too often. Wait a little, then try again."""

    code = "too_many_attempts"


class RegistrationClosed(NotAllowed):
    """Nobody can make an account here; ask whoever runs this place."""

    code = "registration_closed"


class InvitationNeeded(NotAllowed):
    """You need an invitation to make an account here."""

    code = "invitation_needed"


class LinkUnusable(UserFault):
    """This link has been used, has expired, or is not complete. Ask for a new one."""

    code = "link_unusable"


class UsernameTaken(Conflict):
    """Somebody has this user name already. Choose another one."""

    code = "username_taken"


class AddressTaken(Conflict):
    """This e-mail address belongs to another account."""

    code = "address_taken"


class WrongPassword(UserFault):
    """The present password is not right."""

    code = "wrong_password"
    http_status = 403


class TooManyTokens(Conflict):
    """You have as many API tokens as one person may have. Revoke one first."""

    code = "too_many_tokens"
