"""URLs of comments, below `/api/v1/`."""

from django.urls import path

from corpuses.comments.api import rest

urlpatterns = [
    path("corpuses/<uuid:corpus_id>/threads", rest.ThreadsView.as_view(), name="threads"),
    path(
        "corpuses/<uuid:corpus_id>/mentionable-users",
        rest.MentionableUsersView.as_view(),
        name="mentionable-users",
    ),
    path("threads/<uuid:thread_id>", rest.ThreadView.as_view(), name="thread"),
    path("threads/<uuid:thread_id>/comments", rest.CommentsView.as_view(), name="comments"),
    path("comments/<uuid:comment_id>", rest.CommentView.as_view(), name="comment"),
]
