"""Set and remove the language model of a corpus. Its key is stored encrypted, and never returned."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db import transaction

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.encryption import encrypt
from core.errors import Invalid, NotFound
from corpuses.events import record_corpus_event
from corpuses.models import Corpus
from corpuses.providers.allowed import Purpose, require_allowed
from corpuses.providers.models import KEY_PURPOSE, LanguageModel
from corpuses.providers.services import own_model_of
from documents.pipeline.filenames import without_invisible
from users.models import User

NAME_LIMIT: Final = 200
KEY_LIMIT: Final = 1_000
_BACKENDS: Final = ("openai", "azure")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDraft:
    """The language model of a corpus. Without a key, the present one is kept."""

    model: str
    base_url: str
    backend: str = "openai"
    api_version: str = ""
    api_key: str | None = None
    price_input: Decimal = Decimal(0)
    price_output: Decimal = Decimal(0)


@transaction.atomic
def set_language_model(corpus: Corpus, draft: ModelDraft, *, actor: User) -> LanguageModel:
    """Let the extracts and agents of a corpus use this language model.

    Its server receives what members read and ask, so that it takes the right to share, as for remote analyzers.
    """
    require(actor, Permission.SHARE, corpus)
    model = without_invisible(draft.model)
    if not 0 < len(model) <= NAME_LIMIT:
        raise Invalid(f"The name of a model must have 1 to {NAME_LIMIT} characters.", field="model")
    if draft.backend not in _BACKENDS:
        raise Invalid("The backend must be openai or azure.", field="backend")
    require_allowed(Purpose.LANGUAGE_MODELS, corpus.tenant_id, draft.base_url, field="base_url")
    if "?" in draft.base_url:
        raise Invalid("The address must be like https://api.example.com/v1.", field="base_url")
    values = {
        "model": model,
        "base_url": draft.base_url,
        "backend": draft.backend,
        "api_version": without_invisible(draft.api_version)[:50],
        "price_input": draft.price_input,
        "price_output": draft.price_output,
    }
    present = own_model_of(corpus)
    if draft.api_key is not None or present is None or present.base_url != draft.base_url:
        # A key is never sent to another server than the one that it was entered for.
        values["encrypted_key"] = encrypt(KEY_PURPOSE, (draft.api_key or "")[:KEY_LIMIT])
    if present is not None and all(getattr(present, name) == value for name, value in values.items()):
        return present
    found, _ = LanguageModel.objects.update_or_create(corpus=corpus, defaults=values)
    record(Action.CORPUS_CHANGED, corpus, actor=actor, fields=["language_model"])
    record_corpus_event(corpus, "language_model")
    return found


@transaction.atomic
def remove_language_model(corpus: Corpus, *, actor: User) -> None:
    """Let a corpus use the language model of the settings again; raise `NotFound` if it does so already."""
    require(actor, Permission.SHARE, corpus)
    removed, _ = LanguageModel.objects.filter(corpus=corpus.pk).delete()
    if not removed:
        raise NotFound("The corpus has no language model of its own.")
    record(Action.CORPUS_CHANGED, corpus, actor=actor, fields=["language_model"])
    record_corpus_event(corpus, "language_model")
