"""The only module that reads environment variables. Each is declared here with its type and default.

Commands such as `manage.py shell` use the engines and secrets of `make run` while it runs, unless DATABASE_URL is set.
"""

import json
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent

# onnxruntime sends telemetry unless this is set before it is imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

_MIN_SECRET_LENGTH = 32

VARIABLES: dict[str, tuple[type, object]] = {
    # name: (type, default); None: required in production
    "SECRET_KEY": (str, None),  # encrypts stored secrets and signs cookies; at least 32 characters
    "SECRET_KEY_FALLBACKS": (list, []),  # earlier ones, comma-separated: what they encrypted can still be read
    "JWT_SECRET": (str, None),  # S3-20: signs access and refresh tokens; at least 32 characters
    "DATABASE_URL": (str, None),  # postgres://user:password@host:5432/name?sslmode=verify-full
    "DATABASE_STATEMENT_SECONDS": (float, 20.0),  # of a request; then it fails with 503
    "REDIS_URL": (str, None),  # cache, sessions, rate limits: redis://:password@host:6379/1, or rediss:// with TLS
    "CELERY_BROKER_URL": (str, None),  # redis://:password@host:6379/0 or amqp://user:password@host:5672/vhost
    "ALLOWED_HOSTS": (list, ["localhost", "127.0.0.1", "[::1]"]),  # names by which this server may be requested
    "CSRF_TRUSTED_ORIGINS": (list, []),  # https://cartulary.example.org
    "DATA_DIR": (str, str(BASE_DIR / ".stack" / "data")),  # files, unless S3_BUCKET is set; models, static files
    "MODELS_DIR": (str, ""),  # default: below DATA_DIR
    "MODELS_KEEP_SECONDS": (float, 900.0),  # built-in models and parsers that were not used for so long are unloaded
    "MAX_UPLOAD_BYTES": (int, 26_214_400),  # S3-3: a file in one form
    "MAX_FILE_SIZE_LIMIT": (int, 67_108_864),  # S0-31: archives
    "MAX_IMPORTED_ANNOTATIONS": (int, 100_000),  # in one file
    "MAX_RESUMABLE_BYTES": (int, 2_147_483_648),  # a resumable upload
    "ACCEPTED_TYPES": (list, []),  # S3-5; empty: all types that a parser reads
    "BIN_DAYS": (int, 30),  # what is deleted can be restored for so long
    "EXPORT_DAYS": (int, 7),  # files of exports that jobs have written are kept for so long
    "AUDIT_DAYS": (int, 365),  # retention of the audit log, at least 30; 0: for ever
    "SECOND_FACTOR_FOR_STAFF": (bool, False),  # administrators who sign in with a password need a second factor
    "API_TOKEN_MAX_DAYS": (int, 365),  # the longest lifetime of an API token; 0: no limit
    "UPLOAD_QUOTA_BYTES": (int, 53_687_091_200),  # default quota of a tenant; 0: no limit
    "UPLOAD_QUOTA_DOCUMENTS": (int, 100_000),  # the same for the number of documents
    "UPLOAD_EXPIRY_HOURS": (int, 72),  # of an unfinished upload
    "SIGNED_URL_SECONDS": (int, 300),  # S3-9: validity of signed URLs of files
    "CLAMD_URL": (str, ""),  # tcp://host:3310 or unix:///path; empty: files are not scanned
    "CLAMD_REQUIRED": (bool, True),  # whether documents wait while the scanner is unavailable
    "MIMETYPE_MAGIC_LOOKAHEAD": (int, 5000),  # S0-33: bytes from which the type of a file is detected
    "JOB_TIMEOUT_SECONDS": (int, 600),  # S0-3: that an attempt of a job may go without progress
    "ANALYSIS_TIMEOUT_SECONDS": (int, 3600),  # the same of an analyzer, which reports no progress
    "JOB_MAX_SECONDS": (int, 36_000),  # that a step of a job may take with progress; less than RabbitMQ waits
    "JOB_INLINE_STEP_SECONDS": (float, 0.02),  # ADR 0011: shorter jobs run without the broker
    "JOB_MAX_ATTEMPTS": (int, 3),  # S3-34: attempts with the default retry policy
    "JOB_PATIENT_RETRIES": (int, 5),  # S2-32: retries with exponential backoff, 2^retry times the delay
    "JOB_PATIENT_DELAY_SECONDS": (float, 30.0),  # the first of these delays
    "DOCUMENT_PASSWORDS": (list, []),  # secret; comma-separated passwords to try on protected files
    "SANDBOX_MEMORY_MB": (int, 2048),  # address space of the sandbox process
    "LIBREOFFICE": (str, ""),  # converts old Office files; empty: soffice on the PATH
    "OCR_ENABLED": (bool, True),  # S3-11, X-28: whether text in pictures is read
    "OCR_ENGINE": (str, "ppocr"),  # or tesseract, where its library is installed
    "OCR_LANGUAGES": (str, "eng"),  # of tesseract: eng+deu
    "EMBEDDER": (str, "minilm-l6-v2"),  # or the name of an installed plug-in
    "EMBEDDING_MODEL": (str, ""),  # an embedder of a server with an OpenAI-compatible API; its name for `EMBEDDER`
    "EMBEDDING_BASE_URL": (str, ""),  # of that server
    "EMBEDDING_API_KEY": (str, ""),  # secret
    "EMBEDDING_DIMENSIONS": (int, 1536),  # of its vectors
    "EMBEDDING_TIMEOUT_SECONDS": (float, 15.0),  # of one batch of passages, with all retries; of a search, 3 at most
    "LLM_BACKEND": (str, "openai"),  # S0-11: openai or azure
    "LLM_API_VERSION": (str, ""),  # azure only
    "LLM_BASE_URL": (str, ""),  # of the language model of all corpora that have none of their own
    "LLM_API_KEY": (str, ""),  # secret
    "LLM_MODEL": (str, ""),  # its name
    "LLM_TIMEOUT_SECONDS": (int, 120),  # S0-13: of one request to it
    "LLM_MAX_RETRIES": (int, 20),  # S0-12: of a request that failed for a while
    # Servers of models of corpora; they may be private and use http. Administrators can replace the list.
    "LLM_ALLOWED_HOSTS": (list, ["api.openai.com", ".openai.azure.com"]),
    # Servers of remote analyzers: "*" is all public ones, by https; others may use http. Administrators can replace it.
    "ANALYZER_ALLOWED_HOSTS": (list, ["*"]),
    "ANALYZER_TIMEOUT_SECONDS": (float, 60.0),  # of one request to a remote analyzer
    "ANALYZER_CALLBACK_HOURS": (float, 24.0),  # results that come later are accepted for so long
    "LLM_PRICE_INPUT": (float, 0.0),  # of a million tokens, in any currency
    "LLM_PRICE_OUTPUT": (float, 0.0),  # the same for its answers
    "LLM_BUDGET_TOKENS": (int, 0),  # of a tenant in a month; 0: no limit
    "LLM_BUDGET_COST": (float, 0.0),  # the same for the cost
    "ANSWER_TOOL_CALLS": (int, 40),  # of one answer in a conversation, as the following ones
    "ANSWER_TOKENS": (int, 200_000),
    "ANSWER_SECONDS": (float, 180.0),  # agents of actions have the time of their job
    "ANSWER_COST": (float, 0.0),  # 0: no limit
    "ANSWERS_PER_USER": (int, 8),  # written at once in conversations; 0: any number
    "USE_GOOGLE_LANGUAGE_DETECTION": (bool, False),  # S0-15: if the detector of this server is unsure
    "GOOGLE_TRANSLATE_API_KEY": (str, ""),  # secret
    "GOOGLE_TRANSLATE_URL": (str, "https://translation.googleapis.com/language/translate/v2/detect"),
    "LANGUAGE_DETECT_GOOGLE_TIMEOUT_SECONDS": (float, 10.0),  # S0-15: of a request to Google
    "LANGUAGE_DETECT_LLM_TIMEOUT_SECONDS": (float, 30.0),  # S0-14: of a request to the language model
    "SYSTEM_DEFAULT_LANGUAGE": (str, "en"),  # S0-20: if no detector recognises the language
    "REQUEST_HEAD_SECONDS": (float, 60.0),  # for the first line and the headers of a request
    "JOB_STREAM_SECONDS": (float, 60.0),  # S3-41: the longest duration of the event stream of a job
    "EVENT_STREAM_SECONDS": (float, 600.0),  # then the client reconnects and is authenticated again
    "EVENT_KEEP_ALIVE_SECONDS": (float, 15.0),  # S3-40; shorter than the timeout of proxies
    "EVENT_STREAMS_PER_USER": (int, 50),  # open at once; 0: any number
    "GRAPHQL_MAX_DEPTH": (int, 12),  # of an operation
    "GRAPHQL_MAX_COST": (int, 20_000),  # of an operation: roughly the number of objects that it returns
    "REGISTRATION": (str, "invitation"),  # open, invitation, closed
    "PUBLIC_URL": (str, ""),  # base of links in e-mails; default: the host of the request
    "EMAIL_URL": (str, "consolemail://"),  # refused in production: smtp+tls://user:password@host:587
    "EMAIL_FROM": (str, ""),  # the sender of e-mails; default: Cartulary <cartulary@…> with the host of PUBLIC_URL
    "RATE_LIMITS": (str, ""),  # overrides: "upload.user=100/60 read.address=60/60", or "off"
    "OIDC_ISSUER": (str, ""),  # the OpenID provider, which has /.well-known/openid-configuration
    "OIDC_CLIENT_ID": (str, ""),  # as registered there
    "OIDC_CLIENT_SECRET": (str, ""),  # secret
    "OIDC_NAME": (str, "your organisation"),  # label of its button: "Continue with …"
    "OIDC_SIGN_UP": (bool, True),  # whether new users get an account
    "SAML_METADATA": (str, ""),  # the metadata of the SAML identity provider: an https URL, or the path of a file
    "SAML_NAME": (str, "your organisation"),  # label of its button: "Continue with …"
    "SAML_SIGN_UP": (bool, True),  # whether new users get an account
    "SAML_VERIFIED_EMAIL": (bool, False),  # whether it has verified addresses: they connect to existing accounts
    "GRAPHQL_ALLOW_LIST": (str, ""),  # a JSON file with the only operations that are accepted
    "LOG_LEVEL": (str, "INFO"),  # of web and workers: DEBUG, INFO, WARNING or ERROR
    "METRICS_TOKEN": (str, ""),  # bearer token of Prometheus; without one, /metrics is disabled
    "METRICS_DIR": (str, ""),  # a folder that the web processes of a server share
    "WORKER_METRICS_HOST": (str, "127.0.0.1"),  # metrics of a worker (S3-54)
    "WORKER_METRICS_PORT": (int, 9100),  # 0: disabled
    # Tracing; disabled without an endpoint. The SDK reads further OTEL_* variables itself.
    "OTEL_EXPORTER_OTLP_ENDPOINT": (str, ""),  # OTLP over gRPC: http://collector:4317
    "OTEL_TRACES_SAMPLER_ARG": (float, 1.0),  # the share of requests and jobs that are traced
    "S3_BUCKET": (str, ""),  # stores files there; empty: below DATA_DIR
    "S3_ENDPOINT_URL": (str, ""),  # of a service that is compatible with S3; empty: of AWS
    "S3_PUBLIC_ENDPOINT_URL": (str, ""),  # the endpoint for browsers, if it differs
    "S3_REGION": (str, "us-east-1"),  # of the bucket
    "S3_ACCESS_KEY": (str, ""),  # empty: that of the machine
    "S3_SECRET_KEY": (str, ""),  # secret
    "S3_TIMEOUT_SECONDS": (float, 10.0),  # to connect, and between two reads; each request is tried twice
    "FLOWER_BASIC_AUTH": (str, ""),  # secret; user:password
    "FLOWER_URL": (str, ""),  # as browsers reach it; the help page links to it
    "DEMO_USERNAME": (str, "demo"),  # of `make run`
    "DEMO_PASSWORD": (str, ""),  # of `make run`; empty: generated
}

_LOCAL = os.environ.get("DJANGO_SETTINGS_MODULE") == "config.settings.local"
_OF_STACK = Path(os.environ.get("STACK_DIR") or BASE_DIR / ".stack") / "environment.json"
if _LOCAL and not os.environ.get("DATABASE_URL") and _OF_STACK.is_file():
    for _name, _value in json.loads(_OF_STACK.read_text()).items():
        os.environ.setdefault(_name, _value)

env = environ.Env(**{name: value for name, value in VARIABLES.items() if value[1] is not None})


def required(name: str) -> str:
    """Return a variable without default; raise `ImproperlyConfigured` if it is missing."""
    try:
        return str(env.str(name))
    except ImproperlyConfigured as error:
        if not _LOCAL:
            raise
        raise ImproperlyConfigured(f"{name} is not set. Commands find it while `make run` runs.") from error


def required_url(name: str) -> str:
    """Return an address without default; raise `ImproperlyConfigured` if it is missing, or is none."""
    url = required(name)
    try:
        urlsplit(url).port  # noqa: B018 - is checked when it is read
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} is no valid address. Characters such as / # @ in its password have to be quoted: %2F %23 %40."
        ) from error
    return url


def required_secret(name: str) -> str:
    """Return a secret without default; raise `ImproperlyConfigured` if it is missing or short."""
    secret = required(name)
    if len(secret) < _MIN_SECRET_LENGTH:
        raise ImproperlyConfigured(f"{name} must have at least {_MIN_SECRET_LENGTH} characters.")
    return secret


def is_set(name: str) -> bool:
    """Check whether a variable is set and not empty."""
    return bool(os.environ.get(name))


def process_role() -> str:
    """Return the role of this process: "web" under uvicorn or `config.serve`, "worker" under celery, else "command"."""
    program = Path(sys.argv[0])
    name = program.parent.name if program.name == "__main__.py" else program.stem
    return {"uvicorn": "web", "serve": "web", "celery": "worker"}.get(name, "command")


def is_flower() -> bool:
    """Check whether this process is Flower."""
    return process_role() == "worker" and "flower" in sys.argv


def is_worker() -> bool:
    """Check whether this process is a worker or one of its children; Flower, too, is started by `celery`."""
    return process_role() == "worker" and "worker" in sys.argv
