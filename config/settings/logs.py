"""JSON logs on standard error; config/uvicorn.json has those of uvicorn's main process, which loads no settings."""

import logging

from config.env import env

LEVEL = env("LOG_LEVEL")
# Those of Python, by the logger `py.warnings`.
logging.captureWarnings(capture=True)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "core.observability.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": LEVEL},
    "loggers": {
        # Would log every request that we send.
        "httpx": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
        # Would log the id of each passkey.
        "fido2": {"level": "WARNING"},
        # Would log two lines per request.
        "mcp.server": {"level": "WARNING"},
        # Would log two lines per step, in addition to `step.finished`.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "uvicorn": {"handlers": ["stderr"], "level": LEVEL, "propagate": False},
        "uvicorn.access": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
    },
}
