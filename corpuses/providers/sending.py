"""Check which documents may be sent to language models, and name the model that gets their text."""

from collections.abc import Sequence
from typing import TypeVar
from urllib.parse import urlsplit
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.access import Actor, memberships_of
from corpuses.llm.errors import LlmNotAllowed
from corpuses.models import Corpus, CorpusDocument
from corpuses.providers.models import LanguageModel
from corpuses.providers.services import settings_of_model
from documents.models import Document

_Rows = TypeVar("_Rows", bound=QuerySet[Document])
_DEFAULT_HOST = "api.openai.com"


def sendable(documents: _Rows) -> _Rows:
    """Keep the documents of which all corpora allow language models; older versions are in those of the newest."""
    memberships = CorpusDocument.objects.filter(corpus__allows_language_models=False, corpus__deleted_at=None)
    of_document = Q(document=OuterRef("pk")) | Q(document=OuterRef("superseded_by"))
    return documents.exclude(Exists(memberships.filter(of_document)))


def is_sendable(document_id: UUID) -> bool:
    """Check whether the text of a document may be sent to a language model."""
    return sendable(Document.objects.filter(pk=document_id)).exists()


def require_sendable(document_id: UUID, corpus: Corpus) -> None:
    """Raise `LlmNotAllowed` unless a document may be sent to a language model by an action of this corpus."""
    if not (corpus.allows_language_models and is_sendable(document_id)):
        raise LlmNotAllowed


def recipient() -> str:
    """Return the name and the host of the language model of the installation; empty if there is none."""
    settings = settings_of_model()
    return name_with_host(settings.model, settings.base_url) if settings.model else ""


def recipient_for(actor: Actor, *, corpus: Corpus | None, document: Document | None) -> str:
    """Return the language model that gets text when `actor` asks about a corpus, a document, or all; empty if none."""
    if document is not None and not is_sendable(document.pk):
        return ""
    return recipient() if corpus is None else recipients_of([corpus], actor).get(corpus.pk, "")


def recipients_of(corpora: Sequence[Corpus], actor: Actor) -> dict[UUID, str]:
    """Return the language models that get text of these corpora when `actor` asks; empty or absent if none does.

    Only users can ask, and only members use the model that a corpus has for itself.
    """
    if not actor.is_authenticated:
        return {}
    default = recipient()
    open_ = [corpus for corpus in corpora if corpus.allows_language_models]
    members = memberships_of(actor, open_)
    models = LanguageModel.objects.filter(corpus__in=members).only("model", "base_url")
    own = {row.pk: name_with_host(row.model, row.base_url) for row in models} if members else {}
    return {corpus.pk: own.get(corpus.pk, default) for corpus in open_}


def name_with_host(model: str, address: str) -> str:
    """Return a model with the host that gets the text."""
    return f"{model} ({urlsplit(address).hostname or _DEFAULT_HOST})"
