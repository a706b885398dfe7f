"""Celery: the broker's address and the promises of delivery. Only the runtime (`tasks`) knows what a message means."""

import socket

from config.env import env, required

JOB_TIMEOUT_SECONDS = env("JOB_TIMEOUT_SECONDS")  # S0-3
# What an installation changes of the policies in `tasks.retry`.
JOB_RETRIES = {
    "default": {"max_attempts": env("JOB_MAX_ATTEMPTS")},
    "patient": {"max_attempts": env("JOB_PATIENT_RETRIES") + 1, "base": env("JOB_PATIENT_DELAY_SECONDS")},
}

JOBS_CELERY_APP = "config.celery_app"

CELERY_BROKER_URL = required("CELERY_BROKER_URL")
CELERY_IMPORTS = ["tasks.celery_steps", "tasks.exporter"]

# S1-12. Safety does not hang on these: a message carries a fence, one that comes twice is refused by the job's row, and
# one that is lost is sent again by `tasks_reconcile`. They only make common cases faster. A kind opts out of running
# again after a crash with `on_step_crash`.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# RabbitMQ orders a queue by priority only when it is declared so; two levels are all that is used. Redis does not look.
CELERY_TASK_QUEUE_MAX_PRIORITY = 1
# The row of the job holds what happened; nobody reads results.
CELERY_TASK_IGNORE_RESULT = True

CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 12 * 60 * 60,  # S1-13
    # A job that has begun goes on before one that has not (`tasks.scheduler.continuation_priorities`).
    "priority_steps": [0, 9],
    "queue_order_strategy": "priority",
    # Whoever publishes does not wait for a broker that is away: the row is there, and is found again.
    "socket_connect_timeout": 2,
    # A broker's host that is lost is noticed in some ten seconds, not after a quarter of an hour.
    "socket_keepalive": True,
    "socket_keepalive_options": {
        socket.TCP_KEEPIDLE: 5,
        socket.TCP_KEEPINTVL: 2,
        socket.TCP_KEEPCNT: 3,
        socket.TCP_USER_TIMEOUT: 10_000,
    },
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_BROKER_CONNECTION_TIMEOUT = 2  # the same for RabbitMQ
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False

CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_WORKER_POOL = "prefork"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False  # Flower switches them on while it watches
CELERY_TIMEZONE = "UTC"
