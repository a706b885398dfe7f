"""PostgreSQL with pgvector, and Redis for data shared between processes."""

from typing import Any

from config.env import env, process_role, required_url
from core.db.deadlines import connection_with_deadline

_HOUR = 3600

# Lost hosts are detected within ten seconds, in both directions.
_SERVER_KEEPALIVE = (
    "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10s"
)
_KEEPALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
_STATEMENT_SECONDS = env("DATABASE_STATEMENT_SECONDS")
# PostgreSQL ends a slow statement, and the client one that a hung PostgreSQL does not end.
_MORE_THAN_THE_SERVER = 2.0
# the web server uses a pool whose connections live for an hour; worker processes keep one for an hour.
_OPTIONS: dict[str, dict[str, object]] = {
    "web": {
        "pool": {
            "min_size": 1,
            "max_size": 16,
            "timeout": 10,
            "max_lifetime": _HOUR,
            "connection_class": connection_with_deadline(_STATEMENT_SECONDS + _MORE_THAN_THE_SERVER),
        },
        "options": f"-c statement_timeout={round(_STATEMENT_SECONDS * 1000)} {_SERVER_KEEPALIVE}",
        "connect_timeout": 3,
        **_KEEPALIVE,
    },
    # PostgreSQL cancels the query of a killed process within a second, and releases its locks.
    "worker": {
        "options": f"-c client_connection_check_interval=1s {_SERVER_KEEPALIVE}",
        "connect_timeout": 3,  # less than Celery waits for a new process
        **_KEEPALIVE,
    },
    "command": {},
}
_role = process_role()

_url = env.db_url_config(required_url("DATABASE_URL"))

DATABASES = {
    "default": {
        **_url,
        "ENGINE": "django.db.backends.postgresql",
        "CONN_HEALTH_CHECKS": True,  # S0-21
        "CONN_MAX_AGE": _HOUR if _role == "worker" else 0,  # S0-22
        "OPTIONS": {"application_name": f"cartulary-{_role}", **_OPTIONS[_role], **_url.get("OPTIONS", {})},
    }
}

REDIS_URL = required_url("REDIS_URL")
REDIS_PREFIX = "cartulary"
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},  # as in `core.redis_client`
    }
}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
