"""`/health/metrics` for Prometheus, which shows a token; without `METRICS_TOKEN` there is no such address."""

import hmac

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.api.envelope import Failure
from core.errors import NotAuthenticated
from tasks.metrics import exposition


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The gauges of the job runtime, in Prometheus' text format."""
    if not settings.METRICS_TOKEN:
        raise Http404
    shown = request.headers.get("Authorization", "")
    if not hmac.compare_digest(shown.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return Failure.of(NotAuthenticated()).response()
    return HttpResponse(exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")
