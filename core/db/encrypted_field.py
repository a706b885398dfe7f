"""A column with secrets, encrypted by `core.encryption`."""

from typing import Any

from django.db.models import BinaryField


class EncryptedField(BinaryField):  # type: ignore[type-arg]  # Django's class is not generic
    """A secret that is encrypted for one purpose. To the database, and to migrations, it is a column of bytes."""

    def __init__(self, *, purpose: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.purpose = purpose

    def deconstruct(self) -> Any:
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.BinaryField", args, options
