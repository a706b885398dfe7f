"""Users and addresses to share with, for completion."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import StrictSerializer
from core.api.rest.validation import validate_query
from users.api.rest.base import AccountView
from users.api.rest.users import UserNameSerializer
from users.models import User
from users.sharing.known_users import known_addresses, known_users


class KnownUserQuery(StrictSerializer):
    """The beginning of a name or an address."""

    search = serializers.CharField(required=False, allow_blank=True, max_length=150)


class KnownUsers(StrictSerializer):
    """At most 20 users, by user name, and at most 20 addresses."""

    users = UserNameSerializer(many=True)
    emails = serializers.ListField(child=serializers.CharField())
    example: ClassVar = {"users": [UserNameSerializer.example], "emails": ["grace@example.org"]}


class KnownUsersView(AccountView):
    """`/known-users`."""

    @operation("listKnownUsers", "List users to share with", query=KnownUserQuery, response=KnownUsers)
    def get(self, request: Request) -> Response:
        """Those with whom you share, the members of your teams, and the owners of what is shared with you.

        `search` is the beginning of a user name, a name or an address. There is no list of all users.
        """
        actor: User = require_user(request.user)
        search: Any = validate_query(request, KnownUserQuery).validated_data.get("search", "")
        users = known_users(actor, search=search)
        return Response({"users": UserNameSerializer.represent(users), "emails": known_addresses(actor, search=search)})
