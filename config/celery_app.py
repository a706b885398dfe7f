"""The Celery application. `tasks.runtime.celery_tasks` registers one task per step once Django is set up."""

import gc
import os
from importlib import import_module
from typing import Any, Final

from celery import Celery, signals
from django.conf import settings
from django.utils.log import configure_logging

from config.env import is_flower, is_worker
from config.observability import end_child, trace_child
from core.observability import prometheus_multiprocess

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

# What only steps need: `django.setup()` imports none of it.
STEP_MODULES = ("documents.services.ingestion", "corpuses.actions.work")
# Of Redis; of RabbitMQ. Only for publishing: consumers wait for messages as long as there are none.
PUBLISH_TIMEOUTS: Final = {"socket_timeout": 2, "read_timeout": 2, "write_timeout": 2}


def import_steps(**_kwargs: object) -> None:
    """Import the code of the steps before the pool forks: its processes share the memory, and jobs start at once."""
    for name in STEP_MODULES:
        import_module(name)


def share_memory(**_kwargs: object) -> None:
    """Exempt what is imported from garbage collection, which would copy it to each process of the pool."""
    gc.collect()
    gc.freeze()


def require_files(**_kwargs: object) -> None:
    """End a worker that does not have the files of the others; the check needs the settings."""
    import_module("config.same_files").require_same()


def keep_logging(**_kwargs: object) -> None:
    """Handle `setup_logging`, so that Celery configures none: the settings already have, and LOG_LEVEL counts."""


class CeleryApp(Celery):  # type: ignore[misc]  # the library has no types
    """Publishing does not wait for a broker that hangs: the job is in the database and is published later."""

    def connection_for_write(self, url: str | None = None, *args: Any, **options: Any) -> Any:
        transport = {**PUBLISH_TIMEOUTS, **(options.pop("transport_options", None) or {})}
        return super().connection_for_write(url, *args, transport_options=transport, **options)


# Flower needs the settings, but no models: without `django.setup()` it takes half the memory.
app = CeleryApp("cartulary", fixups=set() if is_flower() else None)
app.set_default()  # also for other threads, which serve requests
app.config_from_object("django.conf:settings", namespace="CELERY")
signals.setup_logging.connect(keep_logging)
# Connected before the runtime's own receivers of the same signals.
signals.worker_process_init.connect(trace_child)
signals.worker_process_init.connect(prometheus_multiprocess.reserve)
signals.worker_process_shutdown.connect(end_child)
if is_worker():
    prometheus_multiprocess.share_with_children()
signals.worker_init.connect(require_files)
signals.worker_init.connect(import_steps)
signals.worker_init.connect(share_memory)
if is_flower():
    app.conf.imports = ()
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    import_module("config.flower_metrics").require_password()
app.steps["worker"].add("tasks.runtime.worker_monitor:MonitorStep")
