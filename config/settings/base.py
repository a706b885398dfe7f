"""Settings of all environments: applications, middleware, templates, language; other concerns have their own files."""

from config.env import BASE_DIR, env, required_secret
from config.settings.accounts import *
from config.settings.api import *
from config.settings.breakers import *
from config.settings.celery import *
from config.settings.databases import *
from config.settings.documents import *
from config.settings.logs import *
from config.settings.observability import *
from config.settings.security import *
from config.settings.storages import *

SECRET_KEY = required_secret("SECRET_KEY")
SECRET_KEY_FALLBACKS = env("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env("CSRF_TRUSTED_ORIGINS")
DEBUG = False

INSTALLED_APPS = [
    "config.admin.SiteConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "graphene_django",
    "core",
    "audit",
    "users",
    "tasks",
    "events",
    "documents",
    "corpuses",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    # It has no tables, and imports `requests` and `urllib3`.
    *(["allauth.socialaccount.providers.openid_connect"] if env("OIDC_ISSUER") else []),
    *(["allauth.socialaccount.providers.saml"] if env("SAML_METADATA") else []),
]

MIDDLEWARE = [
    # Static files need nothing of the rest; their headers are added in `config.settings.storages`.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "core.observability.request_id.RequestIdMiddleware",
    # Around all that may respond in place of a view.
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "core.api.security_headers.SecurityHeadersMiddleware",
    "core.api.compression.CompressionMiddleware",
    "audit.origin.AuditMiddleware",
    "core.observability.middleware.TraceMiddleware",
    "core.observability.metrics.MetricsMiddleware",
    "core.api.error_handlers.ErrorResponseMiddleware",
    "core.api.throttling.RateLimitMiddleware",
    "core.api.body_limit.BodyLimitMiddleware",
    "core.observability.server_timing.ServerTimingMiddleware",
    "core.language.LanguageMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "events.changes_header.ChangesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
