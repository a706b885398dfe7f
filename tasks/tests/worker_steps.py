"""Gives a real worker the tests' kinds: `celery -A config.celery_app worker --include tasks.tests.worker_steps`."""

from celery import current_app

from tasks import celery_steps
from tasks.tests import sample_jobs

celery_steps.register(current_app)

__all__ = ["sample_jobs"]
