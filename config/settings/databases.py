"""PostgreSQL with pgvector, and Redis for what is shared between processes."""

import sys
from pathlib import Path

from config.env import env, required

IN_WORKER = Path(sys.argv[0]).name == "celery" or "celery" in sys.argv[:3]

DATABASES = {"default": env.db_url_config(required("DATABASE_URL"))}
DATABASES["default"] |= {
    "ENGINE": "django.db.backends.postgresql",
    "CONN_HEALTH_CHECKS": True,  # S0-21
    # workers keep one connection for an hour; the web takes them from a pool, below.
    "CONN_MAX_AGE": 3600 if IN_WORKER else 0,
    "OPTIONS": {"application_name": "cartulary-worker" if IN_WORKER else "cartulary-web"},
}

CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": required("REDIS_URL")}}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
