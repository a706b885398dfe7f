"""The users who made annotations of a corpus in REST."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import StrictSerializer
from corpuses.annotations.api.selectors import list_annotators
from corpuses.corpora.api.selectors import get_visible_corpus
from users.api.rest.users import UserNameSerializer


class Annotators(StrictSerializer):
    """The users who made annotations, by user name."""

    results = UserNameSerializer(many=True)
    example = {"results": [UserNameSerializer.example]}


class AnnotatorsView(APIView):
    """`/corpuses/{id}/annotators`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation("listAnnotators", "List the users who made annotations of a corpus", response=Annotators)
    def get(self, request: Request, corpus_id: UUID) -> Response:
        """At most 500, by user name; the list of annotations is filtered by their ids (`creator`)."""
        users = list_annotators(request.user, get_visible_corpus(request.user, corpus_id))
        return Response({"results": UserNameSerializer.represent(users)})
