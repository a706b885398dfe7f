"""`/metrics` and `/health/metrics` for Prometheus, with a bearer token; disabled without `METRICS_TOKEN`."""

import hmac
from pathlib import Path
from shutil import disk_usage

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import database_metrics
from core.api.errors import ErrorResponse
from core.errors import NotAuthenticated
from core.observability import metrics as http_metrics
from documents.services import backups, integrity
from tasks.metrics import gauges
from tasks.metrics.gauges import gauge
from tasks.operations.monitoring import live_stages


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return counters of this server and gauges of jobs, stored files and PostgreSQL, as Prometheus reads them."""
    if not settings.METRICS_TOKEN:
        raise Http404
    header = request.headers.get("Authorization", "")
    if not hmac.compare_digest(header.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return ErrorResponse.of(NotAuthenticated()).to_response()
    text = (
        http_metrics.exposition() + gauges.exposition(live_stages()) + _stored_files() + database_metrics.exposition()
    )
    return HttpResponse(text, content_type="text/plain; version=0.0.4; charset=utf-8")


def _stored_files() -> str:
    damaged = [{"damage": word, "files": number} for word, number in integrity.count_damaged().items()]
    oldest = integrity.oldest_check()
    ages = [{"seconds": (timezone.now() - oldest).total_seconds()}] if oldest else []
    disk = disk_usage(_existing(settings.DATA_DIR))
    last = backups.last_created()
    backup_ages = [{"seconds": (timezone.now() - last).total_seconds()}] if last else []
    lines = [
        *gauge("cartulary_damaged_files", "Stored files that a check found damaged.", "damage", damaged, "files"),
        *gauge("cartulary_oldest_file_check_seconds", "Age of the oldest check.", "", ages, "seconds"),
        *gauge("cartulary_disk_bytes", "Size of the disk of DATA_DIR.", "", [{"bytes": disk.total}], "bytes"),
        *gauge("cartulary_free_disk_bytes", "What is free of it.", "", [{"bytes": disk.free}], "bytes"),
        *gauge("cartulary_last_backup_seconds", "Age of the last backup.", "", backup_ages, "seconds"),
    ]
    return "".join(f"{line}\n" for line in lines)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    return next(path for path in (folder, *folder.parents) if path.exists())
