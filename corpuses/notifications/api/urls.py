"""URLs of notifications, below `/api/v1/`."""

from django.urls import path

from corpuses.notifications.api import rest

urlpatterns = [
    path("notifications", rest.NotificationsView.as_view(), name="notifications"),
    path("notifications/read", rest.ReadAllView.as_view(), name="notifications-read"),
    path("notifications/<uuid:notification_id>", rest.NotificationView.as_view(), name="notification"),
]
