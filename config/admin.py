"""Django admin, with warnings about plug-ins on its index page."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.template.response import TemplateResponse

from config.plugins import problems


class Site(AdminSite):
    """The admin site; its index page shows problems with plug-ins."""

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        for problem in problems():
            messages.warning(request, problem.sentence())
        return super().index(request, extra_context)


class SiteConfig(AdminConfig):
    """Replaces Django's admin site."""

    default_site = "config.admin.Site"
