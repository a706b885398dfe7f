"""Errors of accounts, tokens and links in e-mails."""

from core.errors import Conflict, DependencyFault, NotAllowed, RateLimited, UserFault


class InvalidToken(UserFault):
    """The token is invalid or has expired. Sign in again."""

    code = "invalid_token"
    http_status = 401


class TokenExpired(InvalidToken):
    """This API token has expired. Create a new one."""

    code = "token_expired"


class TokensUnavailable(DependencyFault):
    """Tokens cannot be verified right now. Try again in a moment."""

    code = "tokens_unavailable"


class TooManyAttempts(RateLimited):
    """Too many failed attempts to sign in. Wait a moment, then try again."""

    code = "too_many_attempts"


class RegistrationClosed(NotAllowed):
    """Registration is closed. Ask your administrator for an account."""

    code = "registration_closed"


class InvitationNeeded(NotAllowed):
    """You need an invitation to create an account."""

    code = "invitation_needed"


class LinkUnusable(UserFault):
    """This link was already used, has expired, or is incomplete. Request a new one."""

    code = "link_unusable"


class LinkOfOtherAccount(NotAllowed):
    """This link is for another account. Sign in with that account, then open the link again."""

    code = "link_of_other_account"


class UsernameTaken(Conflict):
    """This user name is taken. Choose another one."""

    code = "username_taken"


class EmailTaken(Conflict):
    """This e-mail address belongs to another account."""

    code = "email_taken"


class WrongPassword(UserFault):
    """Current password is incorrect."""

    code = "wrong_password"
    http_status = 403


class TooManyTokens(Conflict):
    """You have reached the maximum number of API tokens. Revoke one first."""

    code = "too_many_tokens"
