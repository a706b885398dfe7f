"""The tests' kinds for a real worker: `celery -A config.celery_app worker --include tasks.tests.worker_steps`."""

from celery import current_app

from tasks.runtime import celery_tasks
from tasks.tests import sample_jobs

celery_tasks.register(current_app)

__all__ = ["sample_jobs"]
