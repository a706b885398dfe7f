"""The product's Celery application with the tests' kinds: `celery -A tasks.tests.worker_app worker`."""

import django

from config.celery_app import app

django.setup()

from tasks.tests import sample_jobs  # noqa: E402,F401  # models need a set-up Django

__all__ = ["app"]
