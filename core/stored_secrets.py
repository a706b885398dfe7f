"""All secrets that are stored encrypted: encrypt them with the current SECRET_KEY, count those that cannot be read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.apps import apps
from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004 - the name that Django gives it
from django.db import connections
from django.db.models import Model

from core import encryption
from core.db import schema
from core.db.encrypted_field import EncryptedField

_BATCH: Final = 500


@dataclass(slots=True)
class Report:
    """The number of secrets: all, those that were encrypted again, and those that no known key can decrypt."""

    total: int = 0
    encrypted: int = 0
    unreadable: int = 0


def columns() -> Iterator[tuple[type[Model], EncryptedField]]:
    """Return the columns with secrets of all tables."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, EncryptedField):
                yield model, field


def reencrypt() -> Report:
    """Encrypt what earlier keys encrypted with the current one. It may be stopped, and run while others write."""
    report = Report()
    for model, field in columns():
        for key, value in _values(model, field):
            report.total += 1
            if encryption.try_decrypt(field.purpose, value, by_current_key=True) is not None:
                continue
            if (secret := encryption.try_decrypt(field.purpose, value)) is None:
                report.unreadable += 1
                continue
            # Not if a user has just entered another one.
            rows = model._base_manager.filter(**{"pk": key, field.attname: value})
            report.encrypted += rows.update(**{field.attname: encryption.encrypt(field.purpose, secret)})
    return report


def count_unreadable(*, using: str | None = None) -> int:
    """Return the number of secrets that no known key can decrypt."""
    return sum(
        encryption.try_decrypt(field.purpose, value) is None
        for model, field in columns()
        for _, value in _values(model, field, using=using)
    )


@register(Tags.database)
def check_secrets(databases: Sequence[str] | None = None, **_: Any) -> Iterator[CheckMessage]:
    """Check that all secrets can be read; `migrate` runs this before it begins."""
    for alias in databases or ():
        if schema.problems(connections[alias]):
            continue
        if number := count_unreadable(using=alias):
            hint = "Put the SECRET_KEY that encrypted them into SECRET_KEY_FALLBACKS; or users enter them again."
            yield Warning(f"Stored secrets that cannot be read: {number}.", hint=hint, id="core.W004")


def _values(model: type[Model], field: EncryptedField, *, using: str | None = None) -> Iterator[tuple[Any, bytes]]:
    rows = model._base_manager.using(using).exclude(**{field.attname: None})
    for key, value in rows.order_by("pk").values_list("pk", field.attname).iterator(chunk_size=_BATCH):
        yield key, bytes(value)
