"""PostgreSQL with pgvector, and Redis for data shared between processes."""

from config.env import env, process_role, required

_HOUR = 3600

# the web server uses a pool whose connections live for an hour; worker processes keep one for an hour.
_OPTIONS: dict[str, dict[str, object]] = {
    "web": {"pool": {"min_size": 1, "max_size": 16, "timeout": 10, "max_lifetime": _HOUR}},
    # PostgreSQL cancels the query of a killed process within a second, and releases its locks.
    # Lost hosts are detected within ten seconds, in both directions.
    "worker": {
        "options": "-c client_connection_check_interval=1s -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 "
        "-c tcp_keepalives_count=3 -c tcp_user_timeout=10s",
        "connect_timeout": 3,  # less than Celery waits for a new process
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    },
    "command": {},
}
_role = process_role()

DATABASES = {
    "default": {
        **env.db_url_config(required("DATABASE_URL")),
        "ENGINE": "django.db.backends.postgresql",
        "CONN_HEALTH_CHECKS": True,  # S0-21
        "CONN_MAX_AGE": _HOUR if _role == "worker" else 0,  # S0-22
        "OPTIONS": {"application_name": f"cartulary-{_role}", **_OPTIONS[_role]},
    }
}

REDIS_URL = required("REDIS_URL")
REDIS_PREFIX = "cartulary"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
