"""Questions about documents in REST."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.list_query import KeyField, ListQuery
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import Resource
from core.api.rest.validation import django_request, validate_query
from corpuses.reader.api.selectors import answers_to
from corpuses.reader.asking import FoundAnswer, ReaderBusy
from corpuses.search.parser import InvalidSearchDate, InvalidSearchType
from documents.api.rest.documents import DocumentSerializer
from documents.api.rest.spans import SpanSerializer, represent_spans

QUESTION_HELP = "A question about the content. The operators of the search restrict the documents: `label:`, `type:`."


class AnswerSerializer(Resource):
    """Words of a document that answer the question."""

    document = serializers.UUIDField(source="document.pk")
    document_title = serializers.CharField(source="document.title")
    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text="In code points of the document's text.")
    end = serializers.IntegerField()
    text = serializers.CharField(trim_whitespace=False, help_text="The words, exactly as in the document.")
    before = serializers.CharField(trim_whitespace=False, help_text="The words before it in its sentence.")
    after = serializers.CharField(trim_whitespace=False, help_text="The words after it.")
    probability = serializers.FloatField(help_text="That these words belong to the answer; 0 to 1.")
    spans = SpanSerializer(many=True, help_text="Its tokens, page by page.")
    example = {
        "document": DocumentSerializer.example["id"],
        "document_title": DocumentSerializer.example["title"],
        "page": 3,
        "start": 5136,
        "end": 5147,
        "text": "1,200 euros",
        "before": "The tenant pays ",
        "after": " on the first of every month.",
        "probability": 0.91,
        "spans": [{"page": 3, "first": 15, "last": 16}],
    }

    @staticmethod
    def read_spans(row: FoundAnswer) -> list[dict[str, int]]:
        return represent_spans(row.spans)


class AnswersSerializer(Resource):
    """The answers to a question, best first; none if no passage answers it."""

    answers = AnswerSerializer(many=True)
    engine = serializers.CharField(help_text="`reader`: the offline reader, which marks words of the documents.")
    passage_count = serializers.IntegerField(help_text="The number of passages that were read.")
    is_complete = serializers.BooleanField(help_text="False if the time was up before all passages were read.")
    example = {"answers": [AnswerSerializer.example], "engine": "reader", "passage_count": 16, "is_complete": True}


class QuestionQuery(ListQuery):
    """A question, and the documents that it is about: those of a corpus, one, or your own and those shared with you."""

    question = serializers.CharField(max_length=1_000, help_text=QUESTION_HELP)
    corpus = KeyField("Corpus", help_text="Only documents in this corpus.")
    document = KeyField("Document", help_text="Only this document.")


class AnswersView(APIView):
    """`/answers`."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    rate_class = "search"

    @operation(
        "answerQuestion",
        "Answer a question from your documents",
        query=QuestionQuery,
        response=AnswersSerializer,
        errors=[InvalidSearchDate, InvalidSearchType, ReaderBusy],
    )
    def get(self, request: Request) -> Response:
        """Mark the answer in the best passages of a search, with the offline reader; it never invents one."""
        actor: Actor = request.user
        given = validate_query(request, QuestionQuery).arguments()
        found = answers_to(actor, **given, request=django_request(request))
        return Response(AnswersSerializer.represent_one(found, actor))
