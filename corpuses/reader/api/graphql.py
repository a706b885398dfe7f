"""Questions about documents in GraphQL."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import graphene

from core.api.graphql.context import Info
from core.api.graphql.list_arguments import arguments_of, read_arguments
from core.api.graphql.loaders import as_batch
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.reader.api.rest import AnswersSerializer, QuestionQuery
from corpuses.reader.api.selectors import answers_to
from corpuses.reader.asking import Answers, FoundAnswer
from corpuses.search.api.graphql.search import count_search, token_spans_of, tokens_url_of
from documents.api.graphql.documents import Document
from documents.api.graphql.spans import spans_field
from documents.api.selectors import visible_documents
from documents.models import Document as DocumentRow


@dataclass(frozen=True, slots=True)
class _AnswerIn:
    """An answer, and the row of its document."""

    found: FoundAnswer
    document: DocumentRow


class Answer(graphene.ObjectType):
    """Words of a document that answer a question."""

    document = graphene.Field(Document, required=True)
    page = graphene.Int(required=True, resolver=lambda row, _: row.found.page)
    start = graphene.Int(
        required=True, resolver=lambda row, _: row.found.start, description="In code points of the document's text."
    )
    end = graphene.Int(required=True, resolver=lambda row, _: row.found.end)
    text = graphene.String(
        required=True, resolver=lambda row, _: row.found.text, description="The words, exactly as in the document."
    )
    before = graphene.String(
        required=True, resolver=lambda row, _: row.found.before, description="The words before it in its sentence."
    )
    after = graphene.String(required=True, resolver=lambda row, _: row.found.after, description="The words after it.")
    probability = graphene.Float(
        required=True,
        resolver=lambda row, _: row.found.probability,
        description="That these words belong to the answer; 0 to 1.",
    )
    spans = spans_field(lambda row, _: token_spans_of(row.found.spans))
    tokens_url = graphene.String(
        required=True,
        resolver=lambda row, info: tokens_url_of(row.document, row.found.page, info),
        description="The tokens of its page: with them, the answer can be marked in a picture of the page.",
    )


def _answers(found: Answers, info: Info) -> Sequence[_AnswerIn]:
    rows = visible_documents(info.context.actor).filter(pk__in={each.document.pk for each in found.answers})
    documents = {document.pk: document for document in as_batch(rows)} if found.answers else {}
    return [_AnswerIn(each, documents[each.document.pk]) for each in found.answers if each.document.pk in documents]


class QuestionAnswers(ResourceType):
    """The answers to a question; none if no passage answers it."""

    class Meta:
        resource = AnswersSerializer

    answers = graphene.List(graphene.NonNull(Answer), required=True, resolver=_answers, description="Best first.")


def _answer_question(_root: object, info: Info, **given: Any) -> Answers:
    actor = info.context.actor
    count_search(info)
    return answers_to(actor, **read_arguments(QuestionQuery, given, actor), request=info.context.request)


class AnswerQueries(RootQueries):
    """Fields of the root."""

    answer_question = graphene.Field(
        QuestionAnswers,
        required=True,
        resolver=_answer_question,
        args=arguments_of(QuestionQuery),
        description="Answer a question from your documents. The offline reader marks the answer in the best "
        "passages of a search; it never invents one.",
    )
