"""Security headers. Django sends some of them, `core.api.security_headers` the others."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.env import env

X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
AUDIT_DAYS = env("AUDIT_DAYS")
if 0 < AUDIT_DAYS < 30:  # noqa: PLR2004  # the trigger in audit/sql/append_only.sql keeps them as long
    raise ImproperlyConfigured("AUDIT_DAYS must be at least 30, or 0 to keep the audit log for ever.")
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _store_origins() -> str:
    """Return the origins of presigned URLs, from which browsers load files and to which they upload."""
    if not env("S3_BUCKET"):
        return ""
    if endpoint := env("S3_PUBLIC_ENDPOINT_URL") or env("S3_ENDPOINT_URL"):
        return f" {_origin(endpoint)}"
    bucket, region = env("S3_BUCKET"), env("S3_REGION")
    if "." in bucket:  # no certificate covers such a host
        return f" https://s3.{region}.amazonaws.com https://s3.amazonaws.com"
    return f" https://{bucket}.s3.{region}.amazonaws.com https://{bucket}.s3.amazonaws.com"


def _policy(**directives: str) -> str:
    """Return a Content-Security-Policy that forbids all that is not named; `{nonce}` is replaced in each response."""
    strictest = {"default_src": "'none'", "base_uri": "'none'", "form_action": "'none'", "frame_ancestors": "'none'"}
    return "; ".join(f"{name.replace('_', '-')} {sources}" for name, sources in {**strictest, **directives}.items())


_STORE = _store_origins()

# The form that starts a sign-in is redirected to the provider, whose sign-in page may be on any host.
_PROVIDERS = [each for each in (env("OIDC_ISSUER"), env("SAML_METADATA")) if each]
_ORIGINS = [_origin(each) for each in _PROVIDERS if "://" in each]
_FORMS = " ".join(["'self'", "https:", *_ORIGINS]) if _PROVIDERS else "'self'"

# The web UI and all pages not named below. Scripts run if the page names them with its nonce, or if such a script loads
# them. Workers have the policy of their own file (`CSP_STATIC`).
CSP_PAGE = _policy(
    script_src="'nonce-{nonce}' 'strict-dynamic'",
    style_src="'self' 'nonce-{nonce}'",
    img_src=f"'self'{_STORE}",
    font_src="'self'",
    connect_src=f"'self'{_STORE}",
    worker_src="'self'",
    object_src="'none'",
    form_action=_FORMS,
    require_trusted_types_for="'script'",
    trusted_types="cartulary",
)

# Django's templates have no nonces, and its jQuery assigns strings to `innerHTML`.
CSP_ADMIN = _policy(
    script_src="'self'",
    style_src="'self' 'nonce-{nonce}'",
    img_src="'self' data:",
    font_src="'self'",
    connect_src="'self'",
    object_src="'none'",
    form_action="'self'",
)

# Swagger UI and Redoc write style elements and HTML; Redoc starts a worker from a blob.
CSP_API_REFERENCE = _policy(
    script_src="'nonce-{nonce}' 'strict-dynamic'",
    style_src="'self' 'unsafe-inline'",
    img_src="'self' data:",
    font_src="'self' data:",
    connect_src="'self'",
    worker_src="blob:",
    object_src="'none'",
    form_action="'self'",
)

# JSON and everything else that is no page.
CSP_DATA = _policy()

# Static files. Workers need it: they load chunks, fonts, and WebAssembly.
CSP_STATIC = _policy(script_src="'self' 'wasm-unsafe-eval'", connect_src="'self'")

CSP_BY_APP = {"admin": CSP_ADMIN}
