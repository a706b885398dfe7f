"""Errors of accounts, tokens and links in e-mails."""

from core.errors import Conflict, DependencyFault, Invalid, NotAllowed, RateLimited, UserFault


class InvalidToken(UserFault):
    """The token is invalid or has expired. Sign in again."""

    code = "invalid_token"
    http_status = 401
    what_to_do = "Sign in again, or refresh the access token."


class TokenExpired(InvalidToken):
    """This API token has expired. Create a new one."""

    code = "token_expired"
    what_to_do = "Create a new token."


class TokensUnavailable(DependencyFault):
    """Tokens cannot be verified right now. Try again in a moment."""

    code = "tokens_unavailable"
    what_to_do = "Try again after `Retry-After` seconds."


class TooManyAttempts(RateLimited):
    """Too many failed attempts to sign in. Wait a moment, then try again."""

    code = "too_many_attempts"
    what_to_do = "Wait `retry_after` seconds."


class SecondFactorNeeded(NotAllowed):
    """Enter a code, too: of your authenticator app, or a recovery code."""

    code = "second_factor_needed"
    what_to_do = (
        "Send `code` with the user name and the password: of the app (if `app`), or a recovery code. If `passkeys`, "
        "the user can sign in with a passkey instead."
    )


class WrongCode(NotAllowed):
    """The code is wrong or was used already."""

    code = "wrong_code"
    what_to_do = "Wait for the next code of the app, and check the clock of its device; or use a recovery code."


class SecondFactorExists(Conflict):
    """You have an authenticator app already."""

    code = "second_factor_exists"
    what_to_do = "Remove it before you set up another one."


class PasskeyRefused(NotAllowed):
    """This passkey was not accepted. Try again, or sign in with your password."""

    code = "passkey_refused"
    what_to_do = "Get a new challenge, which counts once and for ten minutes; or sign in with the password."


class InvalidPasskey(Invalid):
    """This passkey could not be added. Try again."""

    code = "invalid_passkey"
    what_to_do = "Get a new challenge, and send what the browser returns for it within ten minutes."


class PasskeyExists(Conflict):
    """This passkey was added before."""

    code = "passkey_exists"
    what_to_do = "Use it, or choose another device."


class TooManyPasskeys(Conflict):
    """You have reached the maximum number of passkeys. Remove one first."""

    code = "too_many_passkeys"
    what_to_do = "Remove a passkey that is no longer needed."


class PasskeysUnavailable(NotAllowed):
    """Passkeys need an address with a name and HTTPS, which this server does not have."""

    code = "passkeys_unavailable"
    what_to_do = "Open Cartulary by its host name over HTTPS; operators: set `PUBLIC_URL`."


class PasswordNeeded(NotAllowed):
    """Your account has no password: you sign in with your provider."""

    code = "password_needed"
    what_to_do = "Set up passkeys at your provider."


class RegistrationClosed(NotAllowed):
    """Registration is closed. Ask your administrator for an account."""

    code = "registration_closed"
    what_to_do = "Ask your administrator for an account."


class InvitationNeeded(NotAllowed):
    """You need an invitation to create an account."""

    code = "invitation_needed"
    what_to_do = "Ask a user with an account to invite you."


class LinkUnusable(UserFault):
    """This link was already used, has expired, or is incomplete. Request a new one."""

    code = "link_unusable"
    what_to_do = "Request a new link."


class LinkOfOtherAccount(NotAllowed):
    """This link is for another account. Sign in with that account, then open the link again."""

    code = "link_of_other_account"
    what_to_do = "Sign in with that account, then open the link again."


class UsernameTaken(Conflict):
    """This user name is taken. Choose another one."""

    code = "username_taken"
    what_to_do = "Choose another name."


class EmailTaken(Conflict):
    """This e-mail address belongs to another account."""

    code = "email_taken"
    what_to_do = "Use another address, or sign in to that account."


class WrongPassword(UserFault):
    """Current password is incorrect."""

    code = "wrong_password"
    http_status = 403
    what_to_do = "Enter your current password."


class TooManyTokens(Conflict):
    """You have reached the maximum number of API tokens. Revoke one first."""

    code = "too_many_tokens"
    what_to_do = "Revoke a token that is no longer needed."
