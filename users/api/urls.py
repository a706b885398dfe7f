"""Addresses of `users`, below `/api/v1/`."""

from django.urls import path

from users.api import accounts, tokens, views

urlpatterns = [
    path("auth/session", views.SessionView.as_view(), name="session"),
    path("auth/login", views.LoginView.as_view(), name="login"),
    path("auth/refresh", views.RefreshView.as_view(), name="refresh"),
    path("auth/logout", views.LogoutView.as_view(), name="logout"),
    path("auth/logout-all", views.LogoutAllView.as_view(), name="logout-all"),
    path("auth/registration", accounts.RegistrationView.as_view(), name="registration"),
    path("auth/register", accounts.RegisterView.as_view(), name="register"),
    path("auth/me", accounts.MeView.as_view(), name="me"),
    path("auth/email/confirm", accounts.ConfirmAddressView.as_view(), name="confirm-address"),
    path("auth/email/send", accounts.SendConfirmationView.as_view(), name="send-confirmation"),
    path("auth/password/change", accounts.ChangePasswordView.as_view(), name="change-password"),
    path("auth/password/reset", accounts.ResetPasswordView.as_view(), name="reset-password"),
    path("auth/password/reset/confirm", accounts.ConfirmResetView.as_view(), name="confirm-reset"),
    path("auth/invitations", accounts.InvitationsView.as_view(), name="invitations"),
    path("auth/invitations/check", accounts.CheckInvitationView.as_view(), name="check-invitation"),
    path("auth/invitations/<uuid:invitation_id>", accounts.InvitationView.as_view(), name="invitation"),
    path("tokens", tokens.TokensView.as_view(), name="tokens"),
    path("tokens/<uuid:token_id>", tokens.TokenView.as_view(), name="token"),
]
