"""What can go wrong with a language model. Each class is a stable code and a sentence that a person understands."""

from core.errors import DependencyFault, UserFault


class LlmNotConfigured(UserFault):
    """There is no language model to ask: set LLM_MODEL and LLM_API_KEY (and LLM_BASE_URL for one of your own)."""

    code = "llm_not_configured"


class LlmUnavailable(DependencyFault):
    """The language model is not available right now."""

    code = "llm_unavailable"


class LlmRefused(UserFault):
    """The language model did not accept the request."""

    code = "llm_refused"


class LlmAnswerInvalid(UserFault):
    """The language model's answer could not be read."""

    code = "llm_answer_invalid"
