"""The runtime as a Django application."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings


class TasksConfig(AppConfig):
    name = "tasks"
    verbose_name = "Job runtime"

    def ready(self) -> None:
        from tasks import telling
        from tasks.audiences import told_to_whom_it_reaches
        from tasks.events import Entity
        from users.sharing.models import Team
        from users.sharing.signals import access_changed, team_changed

        # Whoever enqueues also publishes, so every process needs the Celery application, not only workers.
        import_module(settings.JOBS_CELERY_APP)
        import_module("tasks.jobs")
        told_to_whom_it_reaches(Entity.TEAM, Team)
        access_changed.connect(telling.tell_access, dispatch_uid="tasks.tell_access")
        team_changed.connect(telling.tell_team, dispatch_uid="tasks.tell_team")
