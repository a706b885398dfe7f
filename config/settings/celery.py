"""Celery: the broker's address and the promises of delivery."""

from config.env import env, required

CELERY_BROKER_URL = required("CELERY_BROKER_URL")
JOB_TIMEOUT_SECONDS = env("JOB_TIMEOUT_SECONDS")
