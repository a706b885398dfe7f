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
        from users.sharing.pending import claim_grants
        from users.signals import email_confirmed

        email_confirmed.connect(claim_grants, dispatch_uid="users.claim_grants")
