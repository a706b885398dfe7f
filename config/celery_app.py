"""The Celery application. `tasks.runtime.celery_tasks` registers one task per step once Django is set up."""

import os

from celery import Celery, signals

from config.env import is_worker
from config.observability import end_child, trace_child
from core.observability import prometheus_multiprocess

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

app = Celery("cartulary")
app.set_default()  # also for other threads, which serve requests
app.config_from_object("django.conf:settings", namespace="CELERY")
# Connected before the runtime's own receivers of the same signals.
signals.worker_process_init.connect(trace_child)
signals.worker_process_init.connect(prometheus_multiprocess.reserve)
signals.worker_process_shutdown.connect(end_child)
if is_worker():
    prometheus_multiprocess.share_with_children()
app.steps["worker"].add("tasks.runtime.worker_monitor:MonitorStep")
