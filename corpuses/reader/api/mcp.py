"""Answer questions with the offline reader."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from core.api.rest.validation import django_request
from corpuses.mcp.calls import Call, readable_documents
from corpuses.mcp.fields import CorpusId, DocumentId, Url, WithText
from corpuses.mcp.registry import Arguments, Result, tool
from corpuses.reader.api.rest import QUESTION_HELP
from corpuses.reader.api.selectors import answers_to


class AskArguments(Arguments):
    """A question, and the documents that it is about: those of a corpus, one, or all that are visible."""

    question: Annotated[str, Field(min_length=1, max_length=1_000, description=QUESTION_HELP)]
    corpus: Annotated[CorpusId | None, Field(description="Only documents in this corpus.")] = None
    document: Annotated[DocumentId | None, Field(description="Only this document.")] = None


class Answer(Result):
    """Words of a document that answer the question."""

    text: Annotated[str, Field(description="The words, exactly as in the document.")]
    before: str
    after: str
    probability: Annotated[float, Field(description="That these words belong to the answer; 0 to 1.")]
    document: UUID
    title: str
    page: int
    url: Url


class AskResult(WithText):
    """The answers, best first; none if no passage answers the question."""

    answers: list[Answer]
    is_complete: Annotated[bool, Field(description="False if the time was up before all passages were read.")]


@tool("ask", "Ask a question", rate_class="search")
def ask(call: Call, arguments: AskArguments) -> AskResult:
    """Answer a short factual question with exact words of documents, found by a small reader without a language model.

    It marks words and never invents an answer; no answer means that it found none. It takes some seconds. For anything
    that needs reasoning, use `search` and `read_pages` and reason yourself.
    """
    if arguments.corpus is not None:
        call.corpus(arguments.corpus)
    if arguments.document is not None:
        call.document(arguments.document)
    found = answers_to(
        call.actor,
        question=arguments.question,
        corpus=arguments.corpus,
        document=arguments.document,
        documents=readable_documents().values("pk"),
        request=django_request(call.request),
    )
    answers = [
        Answer(
            text=each.text,
            before=each.before,
            after=each.after,
            probability=round(each.probability, 3),
            document=each.document.pk,
            title=each.document.title,
            page=each.page,
            url=call.document_url(each.document.pk, page=each.page, **{"from": each.start, "to": each.end}),
        )
        for each in found.answers
    ]
    return AskResult(answers=answers, is_complete=found.is_complete)
