"""REST, GraphQL, limits of requests."""

import re

from config.env import env
from config.settings.documents import MAX_FILE_SIZE_LIMIT, MAX_UPLOAD_BYTES

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "users.api.authentication.TokenAuthentication",
        "users.api.authentication.SessionAuthentication",
        "users.api.authentication.LinkAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["core.api.rest.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["core.api.rest.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.api.rest.parsers.LimitedJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "core.api.openapi.schema.Schema",
    "EXCEPTION_HANDLER": "core.api.rest.exceptions.handle_exception",
    "DEFAULT_THROTTLE_CLASSES": ["core.api.throttling.Throttle"],
    "URL_FORMAT_OVERRIDE": None,  # no parameter `format`: the type of a response follows from `Accept`
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Cartulary API",
    "VERSION": "1",
    "DESCRIPTION": "Documents, corpora, annotations, and the jobs that process documents. Programs send "
    "`Authorization: Bearer …`; a browser session works too, with the header `X-CSRFToken` on requests "
    "that change something. All errors have the same body. GraphQL is at `/graphql/`.",
    "LICENSE": {"name": "Apache-2.0"},
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["core.api.openapi.schema.open_errors", "core.api.openapi.schema.drop_private_marks"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATION_PARAMETERS": False,
    "ENABLE_DJANGO_DEPLOY_CHECK": False,  # our own test is stricter
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
GRAPHQL_MAX_TOKENS = 1_000  # some validation rules are quadratic in it
GRAPHQL_MAX_LENGTH = 100_000
# The cost of fields in addition to the objects that they return: a search computes an embedding and two rankings, the
# structure of a long document has tens of thousands of items.
GRAPHQL_FIELD_COSTS = dict.fromkeys(
    (
        "search",
        "searchCorpus",
        "answerQuestion",
        "findInDocument",
        "documentDefinitions",
        "structure",
        "outline",
        "links",
        "pageColumns",
    ),
    1_000,
)
GRAPHQL_ALLOW_LIST = env("GRAPHQL_ALLOW_LIST")
GRAPHQL_INTROSPECTION = True

CSRF_FAILURE_VIEW = "core.api.error_handlers.csrf_failed"

# The view limits the file to MAX_UPLOAD_BYTES; the body may be larger by the overhead of multipart. S3-4: the limit of
# a proxy should be larger still, so that clients get the error of this application.
MULTIPART_OVERHEAD = 65_536
BODY_LIMITS = {
    "/api/v1/documents/upload": MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD,
    "/api/v1/documents/upload-batch": MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD,
    "/admin/documents/document/add/": MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD,
    "/accounts/saml/saml/acs/": 512 << 10,  # everyone can send them, and each is parsed and verified
}
# a limit for each kind of upload. Resumable uploads are sent in chunks; a chunk is kept when it is complete.
MAX_CHUNK_BYTES = 8 << 20
BODY_LIMIT_PATTERNS = [
    (re.compile(r"/api/v1/uploads(/.*)?"), MAX_CHUNK_BYTES),
    (re.compile(r"/api/v1/documents/[^/]+/versions"), MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD),
    (re.compile(r"/api/v1/corpuses/[^/]+/archives"), MAX_FILE_SIZE_LIMIT + MULTIPART_OVERHEAD),
    (re.compile(r"/api/v1/corpuses/[^/]+/annotation-imports"), MAX_UPLOAD_BYTES + MULTIPART_OVERHEAD),
    (re.compile(r"/api/v1/blobs/.*"), MAX_FILE_SIZE_LIMIT),
]

REQUEST_HEAD_SECONDS = env("REQUEST_HEAD_SECONDS")
JOB_STREAM_SECONDS = env("JOB_STREAM_SECONDS")
EVENT_STREAM_SECONDS = env("EVENT_STREAM_SECONDS")
EVENT_KEEP_ALIVE_SECONDS = env("EVENT_KEEP_ALIVE_SECONDS")
EVENT_STREAMS_PER_USER = env("EVENT_STREAMS_PER_USER")
