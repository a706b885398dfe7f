"""Addresses of `users`, below `/api/v1/`."""

from django.urls import path

from users.api import views

urlpatterns = [
    path("auth/session", views.SessionView.as_view(), name="session"),
    path("auth/login", views.LoginView.as_view(), name="login"),
    path("auth/refresh", views.RefreshView.as_view(), name="refresh"),
    path("auth/logout", views.LogoutView.as_view(), name="logout"),
    path("auth/logout-all", views.LogoutAllView.as_view(), name="logout-all"),
]
