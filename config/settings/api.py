"""REST, GraphQL and tokens."""

from datetime import timedelta

from config.env import env
from config.settings.documents import MAX_UPLOAD_BYTES

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework_simplejwt.authentication.JWTAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.api.parsers.LimitedJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "core.api.paging.KeyCursorPagination",
    "EXCEPTION_HANDLER": "core.api.rest.error_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SIMPLE_JWT = {
    "ACCESS_TOKEN_LIFETIME": timedelta(minutes=15),  # S3-14
    "REFRESH_TOKEN_LIFETIME": timedelta(days=30),  # S3-15
    "ALGORITHM": "HS256",
}

GRAPHENE = {"SCHEMA": "config.schema.schema", "SCHEMA_OUTPUT": "frontend/schema.graphql"}
GRAPHQL_MAX_DEPTH = env("GRAPHQL_MAX_DEPTH")
GRAPHQL_MAX_COST = env("GRAPHQL_MAX_COST")
GRAPHQL_MAX_ALIASES = 30
GRAPHQL_MAX_TOKENS = 1_000  # some rules of validation take the square of it
GRAPHQL_MAX_LENGTH = 100_000
# What a field costs beyond the objects it gives: a search computes an embedding and two rankings, the structure of a
# long document has tens of thousands of parts.
GRAPHQL_FIELD_COSTS = {"searchCorpus": 1_000, "structure": 1_000}
GRAPHQL_INTROSPECTION = True

CSRF_FAILURE_VIEW = "core.api.failures.csrf_failed"

# The file itself is held to MAX_UPLOAD_BYTES by the view; a body may be larger by what multipart adds. S3-4: a proxy's
# limit is larger still, so that this application's own words are what the client reads.
MULTIPART_OVERHEAD = 65_536
BODY_LIMITS = {
    "/api/v1/documents/upload": MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD,
    "/admin/documents/document/add/": MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD,
}

JOB_STREAM_SECONDS = env("JOB_STREAM_SECONDS")
EVENT_STREAM_SECONDS = env("EVENT_STREAM_SECONDS")
EVENT_KEEP_ALIVE_SECONDS = env("EVENT_KEEP_ALIVE_SECONDS")
