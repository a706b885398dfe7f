"""Notifications in GraphQL."""

from typing import Any

import graphene

from core.api.graphql.context import Info
from core.api.graphql.loaders import as_batch, load_for_batch, visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.view_queries import list_of
from corpuses import models as corpora
from corpuses.comments import models
from corpuses.comments.api.graphql import Thread
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import visible_corpora
from corpuses.exports import models as exports
from corpuses.exports.api.graphql import Export
from corpuses.exports.api.selectors import list_exports
from corpuses.notifications.api.rest import (
    NotificationSerializer,
    NotificationsView,
    NotificationView,
    ReadAllView,
)
from users import models as users
from users.api.graphql.users import User


def _thread(notification: models.Notification, _: Info) -> models.Thread | None:
    return load_for_batch(notification, "thread", _threads, None)


def _threads(rows: list[models.Notification]) -> dict[Any, models.Thread | None]:
    threads: dict[Any, models.Thread | None] = {row.pk: row.comment.thread for row in rows if row.comment}
    as_batch(thread for thread in threads.values() if thread)  # they load their corpora and documents together
    return threads


def _author(notification: models.Notification, _: Info) -> users.User | None:
    return notification.comment.author if notification.comment else None


def _export(notification: models.Notification, info: Info) -> exports.Export | None:
    return visible_related_object(notification, "export_id", lambda: list_exports(info.context.user))


def _corpus(notification: models.Notification, info: Info) -> corpora.Corpus | None:
    return visible_related_object(notification, "corpus_id", lambda: visible_corpora(info.context.actor))


class Notification(ResourceType):
    """A comment that mentions you, or that follows one of yours; an export of yours whose job has ended; or documents
    that the retention rule of your corpus moved.
    """

    class Meta:
        resource = NotificationSerializer
        model = models.Notification
        exclude = ("author", "thread", "corpus", "document", "annotation", "comment", "export")
        views = (NotificationView, ReadAllView)

    author = graphene.Field(User, resolver=_author)
    thread = graphene.Field(Thread, resolver=_thread, description="Null if it is about an export.")
    export = graphene.Field(Export, resolver=_export)
    corpus = graphene.Field(Corpus, resolver=_corpus)


class NotificationQueries(RootQueries):
    """Fields of the root."""

    notifications = list_of(Notification, NotificationsView)
