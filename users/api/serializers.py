"""What the session and token routes accept and say about a person."""

from typing import Any

from rest_framework import serializers

from users.models import User


class Credentials(serializers.Serializer[Any]):
    """A user name and a password; blanks belong to passwords."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1024, trim_whitespace=False)


class RefreshRequest(serializers.Serializer[Any]):
    """A refresh token."""

    refresh = serializers.CharField(max_length=4096)


def person(user: User) -> dict[str, str | bool]:
    """Describe the one who is signed in, to themselves; staff also run the place."""
    return {"id": str(user.pk), "username": user.username, "email": user.email, "is_staff": user.is_staff}
