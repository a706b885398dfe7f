"""Accounts: authentication, registration, tokens, e-mail, rate limits."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.env import env, required_secret

AUTH_USER_MODEL = "users.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "users.accounts.password_words.PasswordWordsValidator"},
]
# A password that consists of these and digits is easy to guess here.
PASSWORD_WORDS = ["cartulary", "document", "corpus", "corpora", "contract", "archive", "admin", "password", "welcome"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
# Of browsers: without requests, and since the sign-in (NIST SP 800-63B, AAL1).
SESSION_ENGINE = "users.accounts.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3_600
SESSION_LIFETIME = timedelta(days=30)
LOGIN_URL = "/login"
LOGIN_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 3_600
EMAIL_CONFIRMATION_SECONDS = 3 * 24 * 3_600
INVITATION_LIFETIME = timedelta(days=7)

_REGISTRATIONS = ("open", "invitation", "closed")
REGISTRATION = env("REGISTRATION")
if REGISTRATION not in _REGISTRATIONS:
    raise ImproperlyConfigured(f"REGISTRATION must be one of {', '.join(_REGISTRATIONS)}.")

JWT_SECRET = required_secret("JWT_SECRET")  # S3-20, X-21
ACCESS_TOKEN_LIFETIME = timedelta(minutes=15)  # S3-14
REFRESH_TOKEN_LIFETIME = timedelta(days=30)  # S3-15
REFRESH_FAMILY_LIFETIME = timedelta(days=180)  # then the user has to sign in again
API_TOKEN_MAX_DAYS = env("API_TOKEN_MAX_DAYS")
SECOND_FACTOR_FOR_STAFF = env("SECOND_FACTOR_FOR_STAFF")
REFRESH_GRACE = timedelta(seconds=10)  # S3-G8: a client may repeat a request whose response was lost

PUBLIC_URL = env("PUBLIC_URL").rstrip("/")
_host = urlsplit(PUBLIC_URL).hostname or ""
PASSWORD_WORDS += filter(None, _host.split("."))
vars().update(env.email_url("EMAIL_URL"))
DEFAULT_FROM_EMAIL = env("EMAIL_FROM") or f"Cartulary <cartulary@{_host or 'localhost'}>"
EMAIL_TIMEOUT = 20
MAIL_IN_BACKGROUND = True  # response times must not reveal whether an e-mail was sent

# The maximum number of failed sign-ins, as (failures, seconds). An account is never locked for addresses from which its
# user has signed in before.
SIGN_IN_LIMITS = {"account_here": (5, 300), "account": (50, 900), "address": (100, 900)}

# The maximum number of requests, as (requests, seconds), per class of route: of a signed-in user, of all users of a
# tenant together, and of an address that sends anonymous requests.
RATE_LIMITS = {
    "read": {"user": (3_000, 60), "tenant": (12_000, 60), "address": (600, 60)},
    "write": {"user": (600, 60), "tenant": (3_000, 60), "address": (120, 60)},
    "upload": {"user": (2_400, 60), "tenant": (4_800, 60), "address": (60, 60)},
    "graphql": {"user": (1_200, 60), "tenant": (6_000, 60), "address": (240, 60)},
    "mcp": {"user": (600, 60), "tenant": (3_000, 60), "address": (120, 60)},
    "search": {"user": (240, 60), "tenant": (1_200, 60), "address": (60, 60)},  # each computes an embedding
    # Work whose cost the client decides: CPU seconds, and how much runs at once (lost work counts so long).
    # Regular expressions of users:
    "pattern_seconds": {"user": (20, 60), "tenant": (60, 60), "address": (6, 60)},
    "pattern_at_once": {"user": (4, 10), "tenant": (8, 10), "address": (2, 10)},
    # Files that are written while a request waits:
    "export_seconds": {"user": (60, 60), "tenant": (120, 60), "address": (12, 60)},
    "export_at_once": {"user": (6, 60), "tenant": (18, 60), "address": (6, 60)},
    "comparison_seconds": {"user": (20, 60), "tenant": (60, 60), "address": (6, 60)},
    "comparison_at_once": {"user": (4, 30), "tenant": (8, 30), "address": (2, 30)},
    # The offline reader, which uses all its threads for one question after the other:
    "answer_seconds": {"user": (120, 60), "tenant": (240, 60), "address": (30, 60)},
    "answer_at_once": {"user": (2, 30), "tenant": (4, 30), "address": (2, 30)},
    "account": {"user": (60, 60), "address": (120, 60)},
    "results": {"address": (1_200, 60)},  # of remote analyzers, one for each document
    "register": {"user": (100, 600), "address": (100, 600)},  # a school behind one address
    # `recipient`: e-mails of one kind to one address that others can request.
    "email": {"user": (10, 600), "address": (10, 600), "recipient": (5, 3_600)},
    # Unknown user names that a user tries to share with.
    "lookup": {"user": (30, 3_600)},
    "bad_token": {"address": (60, 60)},
}


def _change_limits(changes: str) -> None:
    """Apply changes like "upload.user=100/60"; "off" removes all limits."""
    if changes == "off":
        RATE_LIMITS.clear()
        return
    for change in changes.split():
        try:
            name, _, value = change.partition("=")
            route, scope = name.split(".")
            maximum, seconds = value.split("/")
            RATE_LIMITS[route][scope] = (int(maximum), int(seconds))
        except (KeyError, ValueError):
            raise ImproperlyConfigured(f"RATE_LIMITS: {change} is not like upload.user=100/60.") from None


_change_limits(env("RATE_LIMITS"))

# Sign-in through an OpenID provider, and through a SAML provider; disabled unless one is configured.
OIDC_ISSUER = env("OIDC_ISSUER")
OIDC_ENABLED = bool(OIDC_ISSUER)
OIDC_SIGN_UP = env("OIDC_SIGN_UP")
OIDC_NAME = env("OIDC_NAME")
SAML_METADATA = env("SAML_METADATA")
SAML_ENABLED = bool(SAML_METADATA)
SAML_NAME = env("SAML_NAME")
if SAML_ENABLED and not PUBLIC_URL:
    raise ImproperlyConfigured("SAML_METADATA needs PUBLIC_URL: our entity ID must not depend on the request.")
if SAML_METADATA.startswith("http://") and urlsplit(SAML_METADATA).hostname not in ("localhost", "127.0.0.1", "::1"):
    raise ImproperlyConfigured("SAML_METADATA must begin with https://: it contains the keys that sign-ins rely on.")
SOCIALACCOUNT_ADAPTER = "users.accounts.providers.Adapter"
SOCIALACCOUNT_LOGIN_ON_GET = False
SOCIALACCOUNT_STORE_TOKENS = False
ACCOUNT_EMAIL_VERIFICATION = "none"  # `users.accounts` sends its own e-mails
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, Any]] = {}
if OIDC_ENABLED:
    SOCIALACCOUNT_PROVIDERS["openid_connect"] = {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": "oidc",
                "name": OIDC_NAME,
                "client_id": env("OIDC_CLIENT_ID"),
                "secret": env("OIDC_CLIENT_SECRET"),
                "settings": {"server_url": OIDC_ISSUER, "sign_up": OIDC_SIGN_UP},
            }
        ],
    }
if SAML_ENABLED:
    SOCIALACCOUNT_PROVIDERS["saml"] = {
        "provider_class": "users.accounts.saml.Provider",
        "APPS": [
            {
                "name": SAML_NAME,
                "client_id": "saml",
                "settings": {"sign_up": env("SAML_SIGN_UP"), "verified_email": env("SAML_VERIFIED_EMAIL")},
            }
        ],
    }
