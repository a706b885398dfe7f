"""The default of arguments that leave a field as it is, where `None` is a value of the field."""

from enum import Enum
from typing import Final


class Unchanged(Enum):
    """A type for annotations: `date | Unchanged | None`."""

    UNCHANGED = "unchanged"


UNCHANGED: Final = Unchanged.UNCHANGED
