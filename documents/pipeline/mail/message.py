"""Contents of an e-mail message, independent of its format. Pure values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from documents.pipeline.attachments import AttachedFile
from documents.types import ParseWarning


@dataclass(frozen=True, slots=True)
class Body:
    """A part of the message text, plain or HTML."""

    text: str
    is_html: bool = False


@dataclass(frozen=True, slots=True)
class MailMessage:
    """A message. `headers` are the displayed ones, under their usual names, in display order."""

    headers: Mapping[str, str]
    bodies: Sequence[Body] = ()
    files: Sequence[AttachedFile] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    warnings: Sequence[ParseWarning] = ()

    @property
    def subject(self) -> str:
        return self.headers.get("Subject", "")
