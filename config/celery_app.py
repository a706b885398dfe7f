"""The Celery application. `tasks.celery_steps` registers one task per step once Django is set up."""

import os

from celery import Celery, signals

from config.env import is_worker
from config.observation import end_child, trace_child
from core import meter_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

app = Celery("cartulary")
app.set_default()  # for threads too: a request is served in one
app.config_from_object("django.conf:settings", namespace="CELERY")
# The workers' own; before `tasks.celery_steps` connects to the same signals.
signals.worker_process_init.connect(trace_child)
signals.worker_process_init.connect(meter_files.reserve)
signals.worker_process_shutdown.connect(end_child)
if is_worker():
    meter_files.share_with_children()
app.steps["worker"].add("tasks.workers:Keeper")
