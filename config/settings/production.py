"""Production, behind a proxy that terminates TLS. Does not start without its secrets (`config.env.required`)."""

from socket import gethostbyname_ex, gethostname
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.env import env
from config.settings.base import *

if urlsplit(env("EMAIL_URL")).scheme == "consolemail":
    raise ImproperlyConfigured(
        "EMAIL_URL is consolemail://: e-mails, and the tokens in them that reset passwords, would be logged. "
        "Configure a mail server: EMAIL_URL=smtp+tls://user:password@host:587."
    )


def _own_addresses() -> list[str]:
    """Return the addresses of this container, by which Prometheus and load balancers request it."""
    try:
        return gethostbyname_ex(gethostname())[2]
    except OSError:
        return []


ALLOWED_HOSTS += _own_addresses()
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]  # requested from inside the network
SECURE_HSTS_SECONDS = 31_536_000
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
STORAGES["staticfiles"] = {
    "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage",
    # The proxy reads them as another user; the umask does not count.
    "OPTIONS": {"file_permissions_mode": 0o644, "directory_permissions_mode": 0o755},
}
GRAPHQL_INTROSPECTION = False  # V4.3.2
