"""The Celery application. `tasks` registers one task per step when it is finalised."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

app = Celery("cartulary")
app.config_from_object("django.conf:settings", namespace="CELERY")
