"""`/metrics`, also `/health/metrics`, for Prometheus, which shows a token; without `METRICS_TOKEN` there is neither."""

import hmac

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core import meters
from core.api.envelope import Failure
from core.errors import NotAuthenticated
from documents.services import integrity
from tasks.metrics import exposition, gauge


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """What this server has counted, and the gauges of jobs and stored files, in Prometheus' text format."""
    if not settings.METRICS_TOKEN:
        raise Http404
    shown = request.headers.get("Authorization", "")
    if not hmac.compare_digest(shown.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return Failure.of(NotAuthenticated()).response()
    told = meters.exposition() + exposition() + _stored_files()
    return HttpResponse(told, content_type="text/plain; version=0.0.4; charset=utf-8")


def _stored_files() -> str:
    damaged = [{"damage": word, "files": number} for word, number in integrity.how_many_damaged().items()]
    oldest = integrity.oldest_check()
    ages = [{"seconds": (timezone.now() - oldest).total_seconds()}] if oldest else []
    lines = [
        *gauge("cartulary_damaged_files", "Stored files that a check found damaged.", "damage", damaged, "files"),
        *gauge("cartulary_oldest_file_check_seconds", "Age of the oldest check.", "", ages, "seconds"),
    ]
    return "".join(f"{line}\n" for line in lines)
