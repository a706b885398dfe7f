"""The language model of the settings, limited by the deadline of the job that uses it."""

from django.conf import settings

from corpuses.llm.client import LlmClient, LlmSettings
from documents.services.progress import Progress


def client_for(job: Progress) -> LlmClient:
    """Return a client whose tries end before the job's deadline; raise `LlmNotConfigured` if no model is set."""
    return LlmClient(settings_of_model(), deadline=job.deadline, check=job.check_cancelled)


def settings_of_model() -> LlmSettings:
    """Return the address of the model, its timeouts and retries."""
    return LlmSettings(
        model=settings.LLM_MODEL,
        api_key=settings.LLM_API_KEY,
        base_url=settings.LLM_BASE_URL,
        backend=settings.LLM_BACKEND,
        api_version=settings.LLM_API_VERSION,
        timeout=settings.LLM_TIMEOUT_SECONDS,
        max_retries=settings.LLM_MAX_RETRIES,
    )
