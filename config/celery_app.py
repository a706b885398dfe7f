"""The Celery application. `tasks.celery_steps` registers one task per step once Django is set up."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

app = Celery("cartulary")
app.set_default()  # for threads too: a request is served in one
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add("tasks.workers:Keeper")
