"""The wiring of `users`."""

from importlib import import_module

from django.apps import AppConfig

TABLES = ("accounts", "sharing")


class UsersConfig(AppConfig):
    name = "users"

    def import_models(self) -> None:
        """Load the tables that live in the folders of their features."""
        super().import_models()
        for folder in TABLES:
            import_module(f"users.{folder}.models")

    def ready(self) -> None:
        import_module("users.sharing.access")
