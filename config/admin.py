"""The admin's front page says what an operator should know without looking for it."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.template.response import TemplateResponse

from config.plugins import problems


class Site(AdminSite):
    """Django's, with what is wrong with plug-ins."""

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        for problem in problems():
            messages.warning(request, problem.sentence())
        return super().index(request, extra_context)


class SiteConfig(AdminConfig):
    """Puts it in the place of Django's."""

    default_site = "config.admin.Site"
