"""Record what is changed in Django's admin."""

from typing import TYPE_CHECKING, Any

from django.contrib.admin import ModelAdmin
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from audit.actions import Action
from audit.log import record

# Django's admin classes accept type arguments only in their stubs.
if TYPE_CHECKING:
    _Admin = ModelAdmin[Any]
else:
    _Admin = ModelAdmin


class RecordsChanges(_Admin):
    """Adds the recording to an admin class, before what that class does itself."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        record(Action.ADMIN_ADDED, obj, **_named(obj))
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        parts = message if isinstance(message, list) else []
        fields = [str(name) for part in parts for name in part.get("changed", {}).get("fields", [])]
        record(Action.ADMIN_CHANGED, obj, **_named(obj), fields=fields)
        return super().log_change(request, obj, message)

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        record(Action.ADMIN_DELETED, obj, **_named(obj))
        super().delete_model(request, obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for obj in queryset:
            record(Action.ADMIN_DELETED, obj, **_named(obj))
        super().delete_queryset(request, queryset)


def recording(admin_class: Any) -> Any:
    """Return the admin class with the recording."""
    found = admin_class or ModelAdmin
    return type(found.__name__, (RecordsChanges, found), {"__module__": found.__module__})


def _named(obj: Model) -> dict[str, Any]:
    return {"model": obj._meta.label_lower, "key": str(obj.pk)}
