"""The audit log in Django's admin, to read only."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.db.models import Model
from django.http import HttpRequest

from audit.models import AuditEntry

# Django's admin classes accept type arguments only in their stubs.
if TYPE_CHECKING:
    _Entries = ModelAdmin[AuditEntry]
else:
    _Entries = ModelAdmin


@admin.register(AuditEntry)
class AuditEntryAdmin(_Entries):
    """Entries by time, action, and the ids of users and objects."""

    list_display = ["created", "action", "outcome", "actor_id", "interface", "address", "object_kind", "object_id"]
    list_filter = ["outcome", "interface", "credential", "object_kind"]
    search_fields = ["=actor_id", "=object_id", "=corpus_id", "=document_id", "=action", "=request_id", "=address"]
    date_hierarchy = "created"
    ordering = ["-id"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
