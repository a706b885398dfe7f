"""Django admin, with warnings about plug-ins on its index page."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.admin.apps import SimpleAdminConfig
from django.http import HttpRequest
from django.template.response import TemplateResponse

from core.access import is_staff


class Site(AdminSite):
    """The admin site; its index page shows problems with plug-ins, and changes are recorded in the audit log."""

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        from audit.admin_changes import recording  # noqa: PLC0415 - imports models

        super().register(model_or_iterable, recording(admin_class), **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Check whether the user is an administrator, with a second factor if this installation demands one."""
        return super().has_permission(request) and is_staff(request.user)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        from config.plugins import problems  # noqa: PLC0415 - imports parsers and models

        for problem in problems():
            messages.warning(request, problem.sentence())
        return super().index(request, extra_context)


class SiteConfig(SimpleAdminConfig):
    """Replaces Django's admin site. The URL configuration discovers admin modules, which workers do not need."""

    default_site = "config.admin.Site"
