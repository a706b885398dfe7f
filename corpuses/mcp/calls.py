"""The context of a call: its user, the object that it is about, and links to the pages of the user interface."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.db.models import Model, QuerySet
from rest_framework.request import Request

from core.access import require_user
from core.api import throttling
from core.api.ordering import Order
from core.api.rest.validation import django_request
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.llm.errors import LlmNotAllowed
from corpuses.models import Corpus
from corpuses.providers.sending import is_sendable, sendable
from corpuses.visible_rows import get_visible_row
from documents.api.rest.content import NoText
from documents.api.selectors import get_visible_document
from documents.models import Document
from users.api.rest.base import site_of

if TYPE_CHECKING:
    from users.models import User

M = TypeVar("M", bound=Model)


@dataclass(slots=True)
class Call:
    """A call of a tool, or a resource that is read. `subject` is its object in the audit log."""

    request: Request
    subject: Model

    @classmethod
    def of(cls, request: Request) -> "Call":
        """Return the call of a request; until it has found an object, it is about the user."""
        return cls(request, require_user(request.user))

    @property
    def actor(self) -> "User":
        return require_user(self.request.user)

    def count(self, route: str) -> None:
        """Count the call against a rate limit of its own; raise `RateLimited`."""
        throttling.count(django_request(self.request), route, user=self.actor)

    def document(self, key: UUID) -> Document:
        """Return a visible document, which the call is about; raise `LlmNotAllowed` if no model may read it."""
        self.subject = document = get_visible_document(self.actor, key)
        if not is_sendable(document.pk):
            raise LlmNotAllowed
        return document

    def readable(self, key: UUID) -> tuple[Document, UUID]:
        """Return a visible document, and the key of its published revision; raise `NoText` if it has none."""
        document = self.document(key)
        if document.revision_id is None:
            raise NoText
        return document, document.revision_id

    def corpus(self, key: UUID) -> Corpus:
        """Return a visible corpus, which the call is about; raise `LlmNotAllowed` if no model may read it."""
        self.subject = corpus = get_visible_corpus(self.actor, key)
        if not corpus.allows_language_models:
            raise LlmNotAllowed("The owner of this corpus does not allow language models to read it.")
        return corpus

    def row(self, model: type[M], key: UUID) -> M:
        """Return a visible row of a corpus, which the call is about."""
        self.subject = row = get_visible_row(model, self.actor, key)
        return row

    def url(self, path: str, **query: Any) -> str:
        """Return the URL of a page of the user interface."""
        site = settings.PUBLIC_URL or site_of(self.request).origin
        given = {name: value for name, value in query.items() if value is not None}
        return f"{site}{path}" + (f"?{urlencode(given)}" if given else "")

    def document_url(self, key: UUID, **query: Any) -> str:
        """Return the URL of a document in the viewer: at a `page`, an annotation (`a`), or a part of the text."""
        return self.url(f"/d/{key}", **query)


def readable_documents() -> QuerySet[Document]:
    """Return the documents that language models may read, also those that are not visible."""
    return sendable(Document.objects.all())


def page_of(rows: QuerySet[M], order: Order, *, cursor: str, limit: int) -> tuple[Sequence[M], str | None]:
    """Return a page of rows, and the cursor of the next one."""
    found = order.page(rows, limit + 1, cursor or None, field="cursor")
    page = found[:limit]
    return page, order.cursor(page[-1]) if len(found) > limit else None
