"""The job runtime as a Django application."""

import math
from importlib import import_module

from django.apps import AppConfig
from django.conf import settings


class TasksConfig(AppConfig):
    name = "tasks"
    verbose_name = "Job runtime"

    def ready(self) -> None:
        from audit import retention
        from tasks import housekeeping
        from tasks.operations import periodic, recovery
        from users import idempotency

        # Every process that enqueues also publishes, so all need the Celery application, not only workers.
        import_module(settings.JOBS_CELERY_APP)
        import_module("tasks.jobs")
        housekeeping.register(periodic.create_declared, every=math.inf)
        housekeeping.register(periodic.tick, every=5)
        housekeeping.register(recovery.requeue_after_outages, every=60)
        housekeeping.register(idempotency.delete_expired, every=60)
        housekeeping.register(delete_expired_tokens, every=60)
        housekeeping.register(delete_expired_sessions, every=3_600)
        housekeeping.register(retention.delete_expired, every=60)


def delete_expired_tokens() -> None:
    """Delete refresh tokens that have expired."""
    from django.utils import timezone

    from users.accounts.refresh_stores import DatabaseStore

    DatabaseStore().delete_expired(now=timezone.now())


def delete_expired_sessions() -> None:
    """Delete browser sessions that have expired."""
    from users.accounts.sessions import SessionStore

    SessionStore.clear_expired()
