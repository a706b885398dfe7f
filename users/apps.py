"""The app config of `users`."""

from importlib import import_module

from django.apps import AppConfig

from core.features import import_from_features


class UsersConfig(AppConfig):
    name = "users"

    def import_models(self) -> None:
        """Import the models in the folders of the features."""
        super().import_models()
        import_from_features(self.name, "models")

    def ready(self) -> None:
        import_module("users.sharing.access")
        from django.contrib.auth.signals import user_logged_in

        from users.accounts.sessions import replace_previous
        from users.accounts.team_emails import send_team_invitation
        from users.audit import register_all
        from users.secrets import SecretKind, register_source
        from users.sharing.pending import claim_grants
        from users.signals import email_confirmed, invited_to_team

        user_logged_in.connect(replace_previous, dispatch_uid="users.replace_previous_session")
        email_confirmed.connect(claim_grants, dispatch_uid="users.claim_grants")
        invited_to_team.connect(send_team_invitation, dispatch_uid="users.send_team_invitation")
        register_all()
        register_source(SecretKind.API_TOKEN, lambda: import_module("users.accounts.api_tokens").TokenSecrets())
        register_source(SecretKind.SHARE_LINK, lambda: import_module("users.sharing.link_secrets").LinkSecrets())
