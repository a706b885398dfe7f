"""Errors of language models."""

from core.errors import DependencyFault, UserFault

_CONFLICT_OR_LATE = frozenset({408, 409, 429})
_BUSY = 429
_FIRST_SERVER_ERROR = 500


class LlmNotConfigured(UserFault):
    """No language model is configured. Set LLM_MODEL and LLM_API_KEY (and LLM_BASE_URL for one of your own)."""

    code = "llm_not_configured"
    what_to_do = "Operators: set these variables."


class LlmNotAllowed(UserFault):
    """The text of this document may not be sent to a language model."""

    code = "llm_not_allowed"
    what_to_do = "Use the offline reader; owners: allow language models for each corpus that contains the document."


class LlmUnavailable(DependencyFault):
    """The language model is not available right now. Try again later."""

    code = "llm_unavailable"
    what_to_do = "Ask or run the action again later: it was tried several times."


class LlmBusy(LlmUnavailable):
    """The language model gets too many requests right now. Try again later."""

    code = "llm_busy"
    what_to_do = "Ask or run the action again later; operators: raise the limit of the provider."


class LlmRefused(UserFault):
    """The language model did not accept the request."""

    code = "llm_refused"
    what_to_do = "Change the instructions or the questions; operators: check the key and the name of the model."


class LlmAnswerInvalid(UserFault):
    """The answer of the language model was not valid."""

    code = "llm_answer_invalid"
    what_to_do = "Run the action again; operators: try another model."


def is_passing(status: int) -> bool:
    """Check whether another try may succeed after this HTTP status."""
    return status in _CONFLICT_OR_LATE or status >= _FIRST_SERVER_ERROR


def error_of_status(status: int) -> LlmNotConfigured | LlmRefused | LlmUnavailable:
    """Return the error that the HTTP status of a language model stands for."""
    if is_passing(status):
        return LlmBusy() if status == _BUSY else LlmUnavailable()
    match status:
        case 401 | 403:
            return LlmNotConfigured("The language model refused the key. Check LLM_API_KEY.")
        case 404:
            return LlmNotConfigured("There is no such language model. Check LLM_MODEL and LLM_BASE_URL.")
        case _:
            return LlmRefused(status=status)
