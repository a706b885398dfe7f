"""The list of pending work of a user, in REST."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import EnumField, Resource
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.todo.api.selectors import TodoKind, todo_of


class TodoItemSerializer(Resource):
    """A count of one kind of objects that wait for you: in a corpus, in an extract of it, or in all that you see."""

    kind = EnumField(TodoKind)
    count = serializers.IntegerField()
    corpus = serializers.UUIDField(allow_null=True, help_text="Null: in all that you see.")
    corpus_title = serializers.CharField(allow_blank=True)
    extract = serializers.UUIDField(allow_null=True, help_text="Of cells to review.")
    extract_name = serializers.CharField(allow_blank=True)
    creator = serializers.UUIDField(allow_null=True, help_text="You, if annotations by others are not counted.")
    example = {
        "kind": "suggestions",
        "count": 12,
        "corpus": CorpusSerializer.example["id"],
        "corpus_title": CorpusSerializer.example["title"],
        "extract": None,
        "extract_name": "",
        "creator": None,
    }


class TodoSerializer(Resource):
    """The work that waits for you: of each kind, in at most 50 corpora or extracts, those with the largest counts."""

    items = TodoItemSerializer(many=True)
    due_until = serializers.DateField(help_text="Obligations are listed that are due on this day or earlier.")
    has_more = serializers.BooleanField(help_text="There is something in more corpora or extracts than are listed.")
    example = {"items": [TodoItemSerializer.example], "due_until": "2026-11-27", "has_more": False}


class TodoView(APIView):
    """`/todo`."""

    @operation("getTodo", "Get what waits for you", response=TodoSerializer)
    def get(self, request: Request) -> Response:
        """Reviews and decisions that you may make, your documents that failed, and your unread mentions."""
        return Response(TodoSerializer.represent_one(todo_of(require_user(request.user))))
