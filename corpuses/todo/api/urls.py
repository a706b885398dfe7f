"""URLs of todo, below `/api/v1/`."""

from django.urls import path

from corpuses.todo.api import rest

urlpatterns = [
    path("todo", rest.TodoView.as_view(), name="todo"),
]
