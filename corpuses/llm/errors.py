"""Errors of language models."""

from core.errors import DependencyFault, UserFault


class LlmNotConfigured(UserFault):
    """No language model is configured. Set LLM_MODEL and LLM_API_KEY (and LLM_BASE_URL for one of your own)."""

    code = "llm_not_configured"


class LlmUnavailable(DependencyFault):
    """The language model is not available right now. Try again later."""

    code = "llm_unavailable"


class LlmRefused(UserFault):
    """The language model did not accept the request."""

    code = "llm_refused"


class LlmAnswerInvalid(UserFault):
    """The answer of the language model was not valid."""

    code = "llm_answer_invalid"
