"""PostgreSQL with pgvector, and Redis for what is shared between processes."""

from config.env import env, process_role, required

_HOUR = 3600

# the web takes connections from a pool and renews them after an hour; workers keep one for an hour.
_OPTIONS: dict[str, dict[str, object]] = {
    "web": {"pool": {"min_size": 1, "max_size": 16, "timeout": 10, "max_lifetime": _HOUR}},
    # What a killed child was asking for ends with it, and lets go of its rows.
    # Nor does the server wait for a host that is lost, or this process for a server that is, for more than ten seconds.
    "worker": {
        "options": "-c client_connection_check_interval=1s -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 "
        "-c tcp_keepalives_count=3 -c tcp_user_timeout=10s",
        "connect_timeout": 3,  # less than Celery gives a new process to say that it is there
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
