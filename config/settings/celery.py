"""Celery: the broker and delivery guarantees. Messages are only understood by the job runtime (`tasks`)."""

import socket

from config.env import env, required_url

JOB_TIMEOUT_SECONDS = env("JOB_TIMEOUT_SECONDS")  # S0-3
ANALYSIS_TIMEOUT_SECONDS = env("ANALYSIS_TIMEOUT_SECONDS")
JOB_MAX_SECONDS = env("JOB_MAX_SECONDS")
JOB_INLINE_STEP_SECONDS = env("JOB_INLINE_STEP_SECONDS")
# Overrides of the retry policies.
JOB_RETRIES = {
    "default": {"max_attempts": env("JOB_MAX_ATTEMPTS")},
    "patient": {"max_attempts": env("JOB_PATIENT_RETRIES") + 1, "base": env("JOB_PATIENT_DELAY_SECONDS")},
}

JOBS_CELERY_APP = "config.celery_app"

CELERY_BROKER_URL = required_url("CELERY_BROKER_URL")
CELERY_IMPORTS = ["tasks.runtime.celery_tasks", "tasks.metrics.exporter"]

# S1-12. Correctness does not depend on these: a message carries a fence, a duplicate is refused by the job's row, and
# a lost one is sent again by `tasks_reconcile`. They only make common cases faster. A kind opts out of running again
# after a crash with `on_step_crash`.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# RabbitMQ needs the number of priorities in the declaration of a queue; we use two. Redis ignores it.
CELERY_TASK_QUEUE_MAX_PRIORITY = 1
# The outcome is in the row of the job; results are never read.
CELERY_TASK_IGNORE_RESULT = True

CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 12 * 60 * 60,  # S1-13
    # The next step of a started job comes before other jobs (`tasks.runtime.scheduler.continuation_priorities`).
    "priority_steps": [0, 9],
    "queue_order_strategy": "priority",
    # Publishing does not wait for an unavailable broker: the job is in the database and is published later.
    "socket_connect_timeout": 2,
    # Detect a lost host of the broker within about ten seconds instead of fifteen minutes.
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
# Once, at once: a connection of the pool may have broken while it was idle.
CELERY_TASK_PUBLISH_RETRY = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}

CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_WORKER_POOL = "prefork"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False  # Flower enables them while it is open
FLOWER_URL = env("FLOWER_URL")  # as browsers reach it; the help page links to it
CELERY_TIMEZONE = "UTC"
