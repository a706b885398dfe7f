"""REST, GraphQL and tokens."""

import re

from config.env import env
from config.settings.documents import MAX_FILE_SIZE_LIMIT, MAX_RESUMABLE_BYTES, MAX_UPLOAD_BYTES

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "users.api.authentication.TokenAuthentication",
        "users.api.share_links.SessionAuthentication",
        "users.api.share_links.StrangerAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["core.api.access.SignedIn"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.api.parsers.LimitedJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "core.api.openapi.schema.Schema",
    "DEFAULT_PAGINATION_CLASS": "core.api.paging.KeyCursorPagination",
    "EXCEPTION_HANDLER": "core.api.rest.error_response",
    "DEFAULT_THROTTLE_CLASSES": ["core.api.limits.RateLimit"],
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Cartulary API",
    "VERSION": "1",
    "DESCRIPTION": "Documents, the corpora they belong to, what is said about them, and the jobs that read them. "
    "Programs send `Authorization: Bearer …`; a browser's session works too, with the header `X-CSRFToken` on requests "
    "that change something. Every error has the same envelope. GraphQL is at `/graphql/`.",
    "LICENSE": {"name": "Apache-2.0"},
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["core.api.openapi.schema.drop_private_marks"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATION_PARAMETERS": False,
    "ENABLE_DJANGO_DEPLOY_CHECK": False,  # a test of ours looks closer
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer"},
            "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
        }
    },
}

GRAPHENE = {"SCHEMA": "config.schema.schema", "SCHEMA_OUTPUT": "frontend/schema.graphql"}
GRAPHQL_MAX_DEPTH = env("GRAPHQL_MAX_DEPTH")
GRAPHQL_MAX_COST = env("GRAPHQL_MAX_COST")
GRAPHQL_MAX_ALIASES = 30
GRAPHQL_MAX_TOKENS = 1_000  # some rules of validation take the square of it
GRAPHQL_MAX_LENGTH = 100_000
# What a field costs beyond the objects it gives: a search computes an embedding and two rankings, the structure of a
# long document has tens of thousands of parts.
GRAPHQL_FIELD_COSTS = {"searchCorpus": 1_000, "structure": 1_000, "outline": 1_000, "links": 1_000}
GRAPHQL_ALLOW_LIST = env("GRAPHQL_ALLOW_LIST")
GRAPHQL_INTROSPECTION = True

CSRF_FAILURE_VIEW = "core.api.failures.csrf_failed"

# The file itself is held to MAX_UPLOAD_BYTES by the view; a body may be larger by what multipart adds. S3-4: a proxy's
# limit is larger still, so that this application's own words are what the client reads.
MULTIPART_OVERHEAD = 65_536
BODY_LIMITS = {
    "/api/v1/documents/upload": MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD,
    "/admin/documents/document/add/": MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD,
}
# a limit for each way. What comes in slices (`corpuses.api.slicing`) is never held whole.
BODY_LIMIT_PATTERNS = [
    (re.compile(r"/api/v1/uploads/.*"), MAX_RESUMABLE_BYTES),
    (re.compile(r"/api/v1/corpuses/[^/]+/archives"), MAX_FILE_SIZE_LIMIT + MULTIPART_OVERHEAD),
    (re.compile(r"/api/v1/blobs/.*"), MAX_FILE_SIZE_LIMIT),
]

JOB_STREAM_SECONDS = env("JOB_STREAM_SECONDS")
EVENT_STREAM_SECONDS = env("EVENT_STREAM_SECONDS")
EVENT_KEEP_ALIVE_SECONDS = env("EVENT_KEEP_ALIVE_SECONDS")
