"""Errors of conversations."""

from core.errors import CircuitOpen, Conflict, RateLimited, UserFault


class AnswerRunning(Conflict):
    """The previous question is still being answered."""

    code = "answer_running"
    what_to_do = "Wait for the answer, or cancel it."


class AnswerNotOpen(Conflict):
    """This answer has ended already."""

    code = "answer_not_open"
    what_to_do = "Ask again, or try the answer again if it has failed."


class AnswerNotRetryable(Conflict):
    """Only the last answer of a conversation can be tried again, if it failed or was cancelled."""

    code = "answer_not_retryable"
    what_to_do = "Ask again."


class TooManyAnswers(RateLimited):
    """Too many of your questions are being answered at once. Wait for an answer, or cancel one."""

    code = "too_many_answers"
    what_to_do = "Wait for an answer, or cancel one; operators: see `ANSWERS_PER_USER`."


class TooManyConversations(Conflict):
    """You have the largest number of conversations."""

    code = "too_many_conversations"
    what_to_do = "Delete conversations that you do not need."


class NothingIndexed(UserFault):
    """The document is not prepared for questions yet. It is once “Index for search” of a corpus has run on it."""

    code = "nothing_indexed"
    what_to_do = "Add the document to a corpus, and try the answer again when it has been indexed."


class ReadingIncomplete(UserFault):
    """The time was up before all passages were read, and none of those that were read answers the question."""

    code = "reading_incomplete"
    what_to_do = "Try the answer again, or ask about fewer documents."


class AnswerInterrupted(UserFault):
    """The server stopped while it was answering. Try again."""

    code = "answer_interrupted"
    what_to_do = "Try the answer again."


class AnswerTooSlow(UserFault):
    """The language model took too long. Try again, or ask something smaller."""

    code = "answer_too_slow"
    what_to_do = "Try the answer again; operators: try a faster model."


class AnswerLimitReached(UserFault):
    """The language model called too many tools, or used too many tokens or too much money, for one answer."""

    code = "answer_limit_reached"
    what_to_do = "Ask something smaller, or about fewer documents."


class LlmSuspended(CircuitOpen):
    """The language model has failed several times, and gets no questions for a while."""

    code = "llm_suspended"
    what_to_do = "Let the offline reader answer meanwhile, or try the answer again later."


class AnswerFailed(UserFault):
    """The answer failed because of an error in Cartulary. It was logged."""

    code = "answer_failed"
    what_to_do = "Try the answer again; operators: look at the log `conversations.failed`."
