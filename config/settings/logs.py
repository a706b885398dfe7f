"""One JSON object per line on standard error, with the request's id."""

from config.env import env

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "core.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": env("LOG_LEVEL")},
    "loggers": {
        # A line per request that we make otherwise.
        "httpx": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
        # Two lines per step that say no more than `step.finished` does.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "uvicorn": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "uvicorn.access": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
    },
}
