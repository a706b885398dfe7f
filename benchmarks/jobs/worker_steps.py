"""Registers the kinds of `kinds` with a worker: `celery … worker --include benchmarks.jobs.worker_steps`."""

from celery import current_app

from benchmarks.jobs import kinds
from tasks.runtime import celery_tasks

celery_tasks.register(current_app)

__all__ = ["kinds"]
