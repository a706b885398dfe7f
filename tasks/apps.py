"""The runtime as a Django application."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings


class TasksConfig(AppConfig):
    name = "tasks"
    verbose_name = "Job runtime"

    def ready(self) -> None:
        # Whoever enqueues also publishes, so every process needs the Celery application, not only workers.
        import_module(settings.JOBS_CELERY_APP)
        import_module("tasks.jobs")
