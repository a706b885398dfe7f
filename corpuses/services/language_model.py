"""The language model that the settings name, bounded by the deadline of the job that asks it."""

from django.conf import settings

from corpuses.llm.client import LlmClient, LlmSettings
from documents.services.progress import Progress


def client_for(job: Progress) -> LlmClient:
    """Give a client whose tries all end before the job must; `LlmNotConfigured` says what to set."""
    return LlmClient(settings_of_model(), deadline=job.deadline, check=job.check_cancelled)


def settings_of_model() -> LlmSettings:
    """Where the model is and how patient to be."""
    return LlmSettings(
        model=settings.LLM_MODEL,
        api_key=settings.LLM_API_KEY,
        base_url=settings.LLM_BASE_URL,
        backend=settings.LLM_BACKEND,
        api_version=settings.LLM_API_VERSION,
        timeout=settings.LLM_TIMEOUT_SECONDS,
        max_retries=settings.LLM_MAX_RETRIES,
    )
