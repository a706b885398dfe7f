"""What a letter has in it, whichever format it came in. Pure values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from documents.types import ParseWarning


@dataclass(frozen=True, slots=True)
class Body:
    """A piece of what the letter says, as text or as HTML."""

    text: str
    is_html: bool = False


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A file in a letter. Pictures that its text shows are `inline`, and known there by their `content_id`."""

    name: str
    content: bytes
    is_inline: bool = False
    content_id: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """`headers` are those that people read, by their usual names, in the order in which they are shown."""

    headers: Mapping[str, str]
    bodies: Sequence[Body] = ()
    enclosed: Sequence[Enclosed] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    warnings: Sequence[ParseWarning] = ()

    @property
    def subject(self) -> str:
        return self.headers.get("Subject", "")
