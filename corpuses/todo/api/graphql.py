"""The list of pending work of a user, in GraphQL."""

import graphene

from core.access import require_user
from core.api.graphql.context import Info
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.todo.api import selectors as todo
from corpuses.todo.api.rest import TodoItemSerializer, TodoSerializer


class TodoItem(ResourceType):
    class Meta:
        resource = TodoItemSerializer


class Todo(ResourceType):
    class Meta:
        resource = TodoSerializer

    items = graphene.List(graphene.NonNull(TodoItem), required=True)


def _todo(_root: object, info: Info) -> todo.Todo:
    return todo.todo_of(require_user(info.context.user))


class TodoQueries(RootQueries):
    """Queries."""

    todo = graphene.Field(Todo, required=True, resolver=_todo, description="what waits for you")
