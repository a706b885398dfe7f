"""URLs of accounts, tokens, links and teams; `users.api.rest.shares.share_urls` adds those below shared objects."""

from django.urls import path

from users.api.rest import accounts, audit_log, invitations, links, sessions, teams, tokens, users

urlpatterns = [
    path("auth/session", sessions.SessionView.as_view(), name="session"),
    path("auth/login", sessions.LoginView.as_view(), name="login"),
    path("auth/refresh", sessions.RefreshView.as_view(), name="refresh"),
    path("auth/logout", sessions.LogoutView.as_view(), name="logout"),
    path("auth/logout-all", sessions.LogoutAllView.as_view(), name="logout-all"),
    path("auth/me", users.MeView.as_view(), name="me"),
    path("auth/registration", accounts.RegistrationView.as_view(), name="registration"),
    path("auth/register", accounts.RegisterView.as_view(), name="register"),
    path("auth/email/confirm", accounts.ConfirmEmailView.as_view(), name="confirm-email"),
    path("auth/email/send", accounts.SendConfirmationView.as_view(), name="send-confirmation"),
    path("auth/password/change", accounts.ChangePasswordView.as_view(), name="change-password"),
    path("auth/password/reset", accounts.ResetPasswordView.as_view(), name="reset-password"),
    path("auth/password/reset/confirm", accounts.ConfirmResetView.as_view(), name="confirm-reset"),
    path("auth/invitations", invitations.InvitationsView.as_view(), name="invitations"),
    path("auth/invitations/check", invitations.CheckInvitationView.as_view(), name="check-invitation"),
    path("auth/invitations/<uuid:invitation_id>", invitations.InvitationView.as_view(), name="invitation"),
    path("audit-log", audit_log.AuditLogView.as_view(), name="audit-log"),
    path("audit-log/export", audit_log.AuditExportView.as_view(), name="audit-log-export"),
    path("tokens", tokens.TokensView.as_view(), name="tokens"),
    path("tokens/<uuid:token_id>", tokens.TokenView.as_view(), name="token"),
    path("links/<str:token>", links.LinkView.as_view(), name="link"),
    path("links/<str:token>/open", links.OpenLinkView.as_view(), name="link-open"),
    path("teams", teams.TeamsView.as_view(), name="teams"),
    path("teams/<uuid:team_id>", teams.TeamView.as_view(), name="team"),
    path("teams/<uuid:team_id>/members", teams.MembersView.as_view(), name="team-members"),
    path("teams/<uuid:team_id>/members/<uuid:user_id>", teams.MemberView.as_view(), name="team-member"),
    path("teams/<uuid:team_id>/invitations/<uuid:invitation_id>", teams.WithdrawInvitationView.as_view()),
    path("team-invitations", teams.TeamInvitationsView.as_view(), name="team-invitations"),
    path("team-invitations/<uuid:invitation_id>/accept", teams.AcceptInvitationView.as_view()),
    path("team-invitations/<uuid:invitation_id>/decline", teams.DeclineInvitationView.as_view()),
]
