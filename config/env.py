"""The only module that reads the environment. Every variable of the product is declared here, with type and default."""

import os
import sys
from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent

# onnxruntime reports its use to its maker unless this is set before it is imported. Nothing here phones home.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

VARIABLES: dict[str, tuple[type, object]] = {
    # name: (type, default); a default of None means that production must set it
    "SECRET_KEY": (str, None),
    "JWT_SECRET": (str, None),  # S3-20: signs access and refresh tokens; at least 32 characters
    "DATABASE_URL": (str, None),
    "REDIS_URL": (str, None),
    "CELERY_BROKER_URL": (str, None),
    "ALLOWED_HOSTS": (list, ["localhost", "127.0.0.1", "[::1]"]),
    "CSRF_TRUSTED_ORIGINS": (list, []),
    "DATA_DIR": (str, str(BASE_DIR / ".stack" / "data")),
    "MODELS_DIR": (str, ""),  # default: below DATA_DIR
    "MAX_UPLOAD_BYTES": (int, 26_214_400),  # S3-3
    "MAX_FILE_SIZE_LIMIT": (int, 67_108_864),  # S0-31: archives
    "MAX_RESUMABLE_BYTES": (int, 2_147_483_648),
    "ACCEPTED_TYPES": (list, []),  # S3-5; empty: whatever a parser reads
    "UPLOAD_QUOTA_BYTES": (int, 53_687_091_200),  # of each tenant that has none of its own; 0: no limit
    "UPLOAD_QUOTA_DOCUMENTS": (int, 100_000),
    "UPLOAD_EXPIRY_HOURS": (int, 72),  # of an upload that nobody goes on with
    "SIGNED_URL_SECONDS": (int, 300),  # S3-9
    "CLAMD_URL": (str, ""),  # tcp://host:3310 or unix:///path; empty: nothing is scanned
    "CLAMD_REQUIRED": (bool, True),  # whether documents wait for a scanner that is away
    "MIMETYPE_MAGIC_LOOKAHEAD": (int, 5000),  # S0-33
    "JOB_TIMEOUT_SECONDS": (int, 600),  # S0-3
    "JOB_MAX_ATTEMPTS": (int, 3),  # S3-34: tries of a job whose failures are short
    "JOB_PATIENT_RETRIES": (int, 5),  # S2-32: of one that waits longer and longer, 2^retry times the delay
    "JOB_PATIENT_DELAY_SECONDS": (float, 30.0),
    "DOCUMENT_PASSWORDS": (list, []),  # secret; tried on protected files, separated by commas
    "SANDBOX_MEMORY_MB": (int, 2048),  # address space of the process that reads a document
    "LIBREOFFICE": (str, ""),  # the program that makes old Office files new; empty: soffice on the PATH
    "TESSERACT_ENABLED": (bool, True),  # S3-11, X-28: whether text in pictures is read, by whatever engine
    "OCR_ENGINE": (str, "ppocr"),  # or tesseract, where its library is installed
    "OCR_LANGUAGES": (str, "eng"),  # of tesseract: eng+deu
    "EMBEDDER": (str, "minilm-l6-v2"),  # or the name of an installed plug-in
    "LLM_BACKEND": (str, "openai"),  # S0-11: openai or azure
    "LLM_API_VERSION": (str, ""),  # azure only
    "LLM_BASE_URL": (str, ""),
    "LLM_API_KEY": (str, ""),
    "LLM_MODEL": (str, ""),
    "LLM_TIMEOUT_SECONDS": (int, 120),  # S0-13
    "LLM_MAX_RETRIES": (int, 20),  # S0-12
    "USE_GOOGLE_LANGUAGE_DETECTION": (bool, False),  # S0-15
    "GOOGLE_TRANSLATE_API_KEY": (str, ""),
    "GOOGLE_TRANSLATE_URL": (str, "https://translation.googleapis.com/language/translate/v2/detect"),
    "LANGUAGE_DETECT_GOOGLE_TIMEOUT_SECONDS": (float, 10.0),  # S0-15
    "LANGUAGE_DETECT_LLM_TIMEOUT_SECONDS": (float, 30.0),  # S0-14
    "SYSTEM_DEFAULT_LANGUAGE": (str, "en"),  # S0-20: of documents whose language nobody can tell
    "JOB_STREAM_SECONDS": (float, 60.0),  # S3-41
    "EVENT_STREAM_SECONDS": (float, 600.0),  # then the client comes back, and is asked again who it is
    "EVENT_KEEP_ALIVE_SECONDS": (float, 15.0),  # S3-40; less than proxies wait
    "GRAPHQL_MAX_DEPTH": (int, 12),
    "GRAPHQL_MAX_COST": (int, 20_000),
    "REGISTRATION": (str, "invitation"),  # who may make an account: open, invitation, closed
    "PUBLIC_URL": (str, ""),  # what links in letters begin with; default: the address that was asked
    "EMAIL_URL": (str, "consolemail://"),  # refused in production: smtp+tls://user:password@host:587
    "EMAIL_FROM": (str, "Cartulary <cartulary@localhost>"),
    "RATE_LIMITS": (str, ""),  # changes to the defaults: "upload.person=100/60 read.address=60/60", or "off"
    "OIDC_ISSUER": (str, ""),  # signing in through an OpenID provider: where its /.well-known/openid-configuration is
    "OIDC_CLIENT_ID": (str, ""),
    "OIDC_CLIENT_SECRET": (str, ""),
    "OIDC_NAME": (str, "your organisation"),  # what its button says after "Continue with"
    "OIDC_SIGN_UP": (bool, True),  # whether people who come that way for the first time get an account
    "GRAPHQL_ALLOW_LIST": (str, ""),  # a JSON file of operations: nothing else runs
    "LOG_LEVEL": (str, "INFO"),
    "METRICS_TOKEN": (str, ""),  # what Prometheus shows; without one there is no /metrics
    "METRICS_DIR": (str, ""),  # a folder that several web processes of one server share for their counts
    "WORKER_METRICS_HOST": (str, "127.0.0.1"),  # where a worker tells its counts (S3-54)
    "WORKER_METRICS_PORT": (int, 9100),  # 0: nowhere
    # Traces; nothing is traced without an endpoint. The SDK reads further OTEL_* variables itself.
    "OTEL_EXPORTER_OTLP_ENDPOINT": (str, ""),  # OTLP over gRPC: http://collector:4317
    "OTEL_TRACES_SAMPLER_ARG": (float, 1.0),  # the share of the traces that begin here
    "S3_BUCKET": (str, ""),
    "S3_ENDPOINT_URL": (str, ""),
    "S3_PUBLIC_ENDPOINT_URL": (str, ""),  # how browsers reach it, where that is another address
    "S3_REGION": (str, "us-east-1"),
    "S3_ACCESS_KEY": (str, ""),
    "S3_SECRET_KEY": (str, ""),
    "FLOWER_BASIC_AUTH": (str, ""),
    "FLOWER_URL": (str, ""),
    "DEMO_USERNAME": (str, "demo"),
    "DEMO_PASSWORD": (str, ""),
}

env = environ.Env(**{name: value for name, value in VARIABLES.items() if value[1] is not None})


def required(name: str) -> str:
    """Give a variable that has no default; `ImproperlyConfigured` names it when it is missing."""
    return str(env.str(name))


def is_set(name: str) -> bool:
    """Tell whether the variable is there and not empty."""
    return bool(os.environ.get(name))


def process_role() -> str:
    """Tell what this process is: "web" under uvicorn, "worker" under celery, else "command"."""
    program = Path(sys.argv[0])
    name = program.parent.name if program.name == "__main__.py" else program.stem
    return {"uvicorn": "web", "celery": "worker"}.get(name, "command")


def is_worker() -> bool:
    """Tell whether this process is a worker, or was forked from one; Flower is a role of Celery's too."""
    return process_role() == "worker" and "worker" in sys.argv
