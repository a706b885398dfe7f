"""The first steps of a user, and the sample corpus, in REST."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.views import ListView
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.first_steps.sample import TITLE, create_sample
from corpuses.first_steps.services import first_steps_of
from documents.api.rest.documents import DocumentSerializer
from users.api.idempotency import create
from users.models import User


class FirstStepsSerializer(Resource):
    """The tasks that you have done, and a corpus with a document for those that are left."""

    has_documents = serializers.BooleanField(help_text="You have added a document.")
    has_annotations = serializers.BooleanField(help_text="You have labelled a passage.")
    has_extracts = serializers.BooleanField(help_text="You have extracted fields into a table.")
    has_shares = serializers.BooleanField(help_text="You have shared a corpus or a document, or made it public.")
    has_exports = serializers.BooleanField(help_text="You have exported annotations, documents or a table lately.")
    has_sample = serializers.BooleanField(help_text="You have the sample corpus.")
    corpus = serializers.UUIDField(allow_null=True, help_text="Your sample corpus, else your newest one.")
    document = serializers.UUIDField(allow_null=True, help_text="The newest of your documents in it that was read.")
    example = {
        "has_documents": True,
        "has_annotations": True,
        "has_extracts": False,
        "has_shares": False,
        "has_exports": False,
        "has_sample": True,
        "corpus": CorpusSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
    }


class FirstStepsView(APIView):
    """`/first-steps`."""

    @operation("getFirstSteps", "Get the first steps that you have done", response=FirstStepsSerializer)
    def get(self, request: Request) -> Response:
        return Response(FirstStepsSerializer.represent_one(first_steps_of(require_user(request.user))))


class SampleFields(StrictSerializer):
    """The title of a sample corpus."""

    title = serializers.CharField(max_length=200, default=TITLE)
    example = {"title": TITLE}


class SampleView(ListView):
    """`/corpuses/sample`."""

    post = create(
        "createSampleCorpus",
        "Create a corpus with sample documents",
        CorpusSerializer,
        SampleFields,
        find=get_visible_corpus,
        route="corpus",
        description="Its actions label the documents and extract their fields. If you have it already, it is returned.",
    )

    def perform_create(self, actor: User, *, title: str) -> UUID:
        return create_sample(actor, title).pk
