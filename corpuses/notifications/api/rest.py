"""Notifications in REST."""

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.views import APIView

from core.access import Actor
from core.api.rest.list_query import ListQuery
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, action, list_resources
from corpuses.comments.api.rest import CommentSerializer, ThreadSerializer
from corpuses.comments.api.selectors import list_notifications
from corpuses.comments.models import Notification
from corpuses.comments.notifications import mark_all_read, mark_read
from corpuses.visible_rows import get_visible_row
from users.api.rest.users import UserNameSerializer
from users.models import User


class NotificationSerializer(Resource):
    """A comment that mentions you, or that follows one of yours; an export of yours whose job has ended; or documents
    that the retention rule of your corpus moved.
    """

    id = serializers.UUIDField()
    kind = EnumField(Notification.Kind)
    corpus = serializers.UUIDField(source="corpus_id")
    comment = serializers.UUIDField(source="comment_id", allow_null=True, help_text="Null if it is about an export.")
    text = serializers.CharField(allow_blank=True, help_text="Of the comment.")
    author = UserNameSerializer(allow_null=True)
    agent = serializers.CharField(allow_blank=True, help_text="The action that wrote the comment; empty: the author.")
    thread = serializers.UUIDField(allow_null=True, help_text="Null if it is about an export.")
    document = serializers.UUIDField(allow_null=True)
    annotation = serializers.UUIDField(allow_null=True)
    export = serializers.UUIDField(source="export_id", allow_null=True)
    count = serializers.IntegerField(help_text="The documents that the retention rule of the corpus moved.")
    created = serializers.DateTimeField()
    is_read = serializers.BooleanField()
    example = {
        "id": "01990c6e-0e06-7c22-8d33-1f2e3d4c5b6a",
        "kind": "mention",
        "comment": CommentSerializer.example["id"],
        "text": CommentSerializer.example["text"],
        "author": UserNameSerializer.example,
        "agent": "",
        "thread": ThreadSerializer.example["id"],
        "corpus": ThreadSerializer.example["corpus"],
        "document": ThreadSerializer.example["document"],
        "annotation": None,
        "export": None,
        "count": 0,
        "created": "2026-11-20T08:40:00.000000Z",
        "is_read": False,
    }

    @staticmethod
    def read_text(notification: Notification) -> str:
        return notification.comment.text if notification.comment else ""

    @staticmethod
    def read_agent(notification: Notification) -> str:
        return notification.comment.agent if notification.comment else ""

    @staticmethod
    def read_author(notification: Notification) -> dict[str, Any] | None:
        author = notification.comment.author if notification.comment else None
        return UserNameSerializer.represent_one(author) if author else None

    @staticmethod
    def read_thread(notification: Notification) -> UUID | None:
        return notification.comment.thread_id if notification.comment else None

    @staticmethod
    def read_document(notification: Notification) -> UUID | None:
        return notification.comment.thread.document_id if notification.comment else None

    @staticmethod
    def read_annotation(notification: Notification) -> UUID | None:
        return notification.comment.thread.annotation_id if notification.comment else None

    @staticmethod
    def read_is_read(notification: Notification) -> bool:
        return notification.read_at is not None


class NotificationQuery(ListQuery):
    """The notifications that were not read, or were."""

    unread = serializers.BooleanField(required=False, allow_null=True)


class NotificationChange(StrictSerializer):
    """Changes of a notification."""

    read = serializers.BooleanField()
    example = {"read": True}


class ReadAllFields(StrictSerializer):
    """The notifications to mark: all, or those until a time."""

    until = serializers.DateTimeField(required=False, help_text="The creation time of the newest one to mark.")
    example: ClassVar[dict[str, Any]] = {}


class ReadNotifications(StrictSerializer):
    """The number of notifications that were marked."""

    count = serializers.IntegerField()
    example = {"count": 3}


class NotificationsView(ListView):
    """`/notifications`."""

    get = list_resources(
        "listNotifications", "List your notifications", NotificationSerializer, query=NotificationQuery
    )

    def get_queryset(self, actor: Actor, **filters: Any) -> QuerySet[Notification]:
        return list_notifications(actor, **filters).select_related("comment__author", "comment__thread")


class NotificationView(ObjectView):
    """`/notifications/{id}`."""

    patch = action(
        "updateNotification",
        "Mark a notification as read or unread",
        NotificationSerializer,
        mark_read,
        body=NotificationChange,
    )

    def get_object(self, actor: Actor, *, notification_id: UUID) -> Notification:
        return get_visible_row(Notification, actor, notification_id)


def _mark_all_read(*, actor: User, until: datetime | None = None) -> int:
    return mark_all_read(list_notifications(actor), until=until)


class ReadAllView(APIView):
    """`/notifications/read`."""

    post = action(
        "readAllNotifications",
        "Mark all your notifications as read",
        ReadNotifications,
        _mark_all_read,
        body=ReadAllFields,
    )
