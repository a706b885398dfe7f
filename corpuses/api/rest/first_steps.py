"""The first steps of a user, in REST."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource
from corpuses.api.rest.corpora import CorpusSerializer
from corpuses.first_steps import first_steps_of
from documents.api.rest.documents import DocumentSerializer


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
