"""Tools of language models. Modules of plug-ins import this one, so it imports no tables."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from core.roles import Permission

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from documents.models import Document
    from users.models import User

TAG: Final = "document_text"


class ToolMisused(ValueError):
    """A wrong call of a tool; the message explains the error to the model."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture (PNG) as the result of a tool, and a text about it."""

    text: str
    png: bytes


ToolResult: TypeAlias = str | Picture


class ToolContext(Protocol):
    """The user for whom a tool is called, and the documents that it may read."""

    @property
    def actor(self) -> "User": ...

    def documents(self) -> "QuerySet[Document]":
        """Return the documents that may be read now."""

    def document(self, arguments: Mapping[str, Any]) -> "Document":
        """Return the document that the argument `document` names; raise `NotFound` for any that may not be read."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its description for the model, its parameters (JSON Schema properties), its function.

    The model may leave out those of `optional`. It is offered to users who have `permission` on the corpus of the
    conversation; `VIEW`: to all.
    """

    name: str
    description: str
    parameters: Mapping[str, Mapping[str, str]]
    run: Callable[[Any, Mapping[str, Any]], ToolResult]
    permission: Permission = Permission.VIEW
    optional: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the arguments."""
        properties = {**self.parameters, **self.optional}
        return {"type": "object", "properties": properties, "required": list(self.parameters)}


def described(kind: str, description: str) -> Mapping[str, str]:
    """Return the JSON Schema of a parameter."""
    return {"type": kind, "description": description}


def text_of(arguments: Mapping[str, Any], name: str) -> str:
    """Return an argument that must be a text; raise `ToolMisused`."""
    value = arguments.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ToolMisused(f"{name!r} must be a text that is not empty.")
    return value


def integer_of(arguments: Mapping[str, Any], name: str) -> int:
    """Return an argument that must be an integer; raise `ToolMisused`."""
    value = arguments.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ToolMisused(f"{name!r} must be an integer.")
    return value


def marked(document: "Document", text: str, **place: int) -> str:
    """Return text of a document, marked as data."""
    attributes = "".join(f' {name}="{value}"' for name, value in place.items())
    return f'<{TAG} document="{document.pk}"{attributes}>\n{without_tag(TAG, text)}\n</{TAG}>'


def without_tag(tag: str, text: str) -> str:
    """Return text in which nothing begins or ends an element of this tag, however a model may read it."""
    return re.sub(rf"<(?=[\s/]*{tag}\b)", "< ", text, flags=re.IGNORECASE)
