"""The app config of `users`."""

from importlib import import_module

from django.apps import AppConfig


class UsersConfig(AppConfig):
    name = "users"

    def import_models(self) -> None:
        """Import the models of the sub-packages as well."""
        super().import_models()
        import_module("users.accounts.models")
        import_module("users.sharing.models")

    def ready(self) -> None:
        import_module("users.sharing.access")
        from django.contrib.auth.signals import user_logged_in, user_logged_out
        from django.db.models.signals import pre_delete

        from audit.objects import Subject, register, register_administered
        from users.accounts import audit
        from users.accounts.models import ApiToken, Invitation
        from users.accounts.team_emails import send_team_invitation
        from users.models import Tenant, User
        from users.sharing.models import Team
        from users.sharing.pending import claim_grants
        from users.sharing.teams import administered_teams
        from users.signals import email_confirmed, invited_to_team

        email_confirmed.connect(claim_grants, dispatch_uid="users.claim_grants")
        invited_to_team.connect(send_team_invitation, dispatch_uid="users.send_team_invitation")
        user_logged_in.connect(audit.record_sign_in, dispatch_uid="users.record_sign_in")
        user_logged_out.connect(audit.record_sign_out, dispatch_uid="users.record_sign_out")
        pre_delete.connect(audit.record_deletion, sender=User, dispatch_uid="users.record_deletion")
        register(User, lambda user: Subject(kind="user", id=user.pk, owner_id=user.pk))
        register(ApiToken, lambda token: Subject(kind="token", id=token.pk, owner_id=token.owner_id))
        register(Invitation, lambda invitation: Subject(kind="invitation", id=invitation.pk))
        register(Tenant, lambda tenant: Subject(kind="tenant", id=tenant.pk))
        register(Team, lambda team: Subject(kind="team", id=team.pk))
        register_administered("team", administered_teams)
