"""Shares and publication, for every model that can be shared."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.urls import URLPattern, path, reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, require_user
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.rest.etags import etag
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.validation import validate_body
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from core.models import Owned
from users.api.idempotency import create_idempotent, created_response
from users.api.rest.base import site_of
from users.api.rest.teams import TeamNameSerializer
from users.api.rest.users import UserNameSerializer
from users.api.selectors import get_share_of
from users.secrets import ConfirmationNeeded
from users.sharing import services
from users.sharing.errors import AccessNotDirect, ShareExists, TeamNotFound, TooManyShares, UserNotFound
from users.sharing.links import link_path
from users.sharing.models import Share, ShareRole

FindTarget = Callable[[Actor, UUID], Owned]


class LinkSerializer(StrictSerializer):
    """A link. Its URL is returned only by the request that creates it."""

    expires = serializers.DateTimeField(allow_null=True)
    url = serializers.CharField(allow_null=True)


class ShareSerializer(Resource):
    """A role that was granted to a user, an e-mail address, a team, or the holders of a link: one of them is not null.

    A share with an address shows neither whether an account has it nor which.
    """

    id = serializers.UUIDField()
    role = EnumField(ShareRole)
    user = UserNameSerializer(allow_null=True)
    email = serializers.CharField(allow_null=True, help_text="Effective for the account that has confirmed it.")
    team = TeamNameSerializer(allow_null=True)
    link = LinkSerializer(allow_null=True)
    created = serializers.DateTimeField()
    created_by = UserNameSerializer(allow_null=True)
    expires = serializers.DateTimeField(allow_null=True, help_text="Null if it does not expire.")
    version = serializers.CharField(help_text="The version, which is also the `ETag`.")
    example = {
        "id": "01990c6e-0b11-7c22-8d33-1f2e3d4c5b6a",
        "role": "annotator",
        "user": UserNameSerializer.example,
        "email": None,
        "team": None,
        "link": None,
        "created": "2026-11-20T08:30:00.000000Z",
        "created_by": {**UserNameSerializer.example, "username": "ada", "name": "Ada Lovelace"},
        "expires": None,
        "version": "0cc175b9c0f1b6a8",
    }

    read_version = staticmethod(services.version_of)

    @staticmethod
    def read_user(share: Share) -> dict[str, Any] | None:
        return UserNameSerializer.represent_one(share.user) if share.user and not share.email else None

    @staticmethod
    def read_email(share: Share) -> str | None:
        return share.email or None

    @staticmethod
    def read_link(share: Share) -> dict[str, Any] | None:
        return {"expires": share.expires, "url": None} if share.token_hash else None


class ShareBody(StrictSerializer):
    """A new share: one of `user`, `team` and `link`."""

    role = EnumField(ShareRole)
    user = serializers.CharField(required=False, max_length=254, help_text="An exact user name or e-mail address.")
    team = serializers.UUIDField(required=False, help_text="A team that you are a member of.")
    link = serializers.BooleanField(default=False, help_text="True to create a link.")
    expires = serializers.DateTimeField(required=False, allow_null=True)
    example = {"role": "annotator", "user": "grace@example.org"}


class ShareChange(StrictSerializer):
    """The changed fields of a share."""

    role = EnumField(ShareRole, required=False)
    expires = serializers.DateTimeField(required=False, allow_null=True, help_text="Null: it does not expire.")
    example = {"role": "viewer", "expires": "2030-01-01T00:00:00Z"}


class PublicationSerializer(Resource):
    """The visibility of an object to everyone."""

    id = serializers.UUIDField()
    is_public = serializers.BooleanField()
    example = {"id": "01990c6e-0b11-7c22-8d33-1f2e3d4c5b6a", "is_public": True}


def share_urls(noun: str, plural: str, find_target: FindTarget) -> list[URLPattern]:
    """Return the URLs of shares and of publication, below those of one model."""
    base, name = f"{plural}/<uuid:{noun}_id>", noun.capitalize()
    return [
        path(f"{base}/shares", _shares_view(name, noun, find_target).as_view(), name=f"{noun}-shares"),
        path(f"{base}/shares/<uuid:share_id>", _share_view(name, noun, find_target).as_view(), name=f"{noun}-share"),
        path(f"{base}/my-access", _own_access_view(name, noun, find_target).as_view()),
        path(f"{base}/publish", _publication_view(name, noun, find_target, public=True).as_view()),
        path(f"{base}/unpublish", _publication_view(name, noun, find_target, public=False).as_view()),
    ]


def _shares_view(name: str, noun: str, find_target: FindTarget) -> type[APIView]:
    class SharesView(ListView):
        permission_classes = [IsAuthenticated]

        def get_queryset(self, actor: Actor, **keys: Any) -> Any:
            return services.shares_of(find_target(actor, keys[f"{noun}_id"]), actor=actor)

        get = list_resources(f"list{name}Shares", f"List the shares of a {noun}", ShareSerializer)

        @idempotent
        @versioned
        @operation(
            f"share{name}",
            f"Share a {noun} with a user, an e-mail address, a team, or by a link",
            body=ShareBody,
            response={201: ShareSerializer},
            errors=[ShareExists, TooManyShares, UserNotFound, TeamNotFound, ConfirmationNeeded],
        )
        def post(self, request: Request, **keys: UUID) -> Response:
            actor = require_user(request.user)
            target = find_target(actor, keys[f"{noun}_id"])
            share_request = services.ShareRequest(**validate_body(request, ShareBody).arguments())
            tokens: list[str] = []

            def make() -> UUID:
                created = services.create_share(target, share_request, actor=actor)
                tokens.append(created.token)
                return created.share.pk

            created = create_idempotent(request, make)
            body = ShareSerializer.represent_one(get_share_of(target, actor, created.id))
            if body["link"] and tokens:
                body["link"]["url"] = site_of(request).url(link_path(tokens[0]))
            location = reverse(f"{noun}-share", args=[target.pk, created.id])
            return created_response(created, body, location=location, headers=etag(body["version"]))

    return SharesView


def _share_view(name: str, noun: str, find_target: FindTarget) -> type[APIView]:
    class ShareView(ObjectView):
        permission_classes = [IsAuthenticated]

        def get_object(self, actor: Actor, **keys: UUID) -> Share:
            return get_share_of(find_target(actor, keys[f"{noun}_id"]), actor, keys["share_id"])

        get = retrieve(f"get{name}Share", f"Get a share of a {noun}", ShareSerializer)
        patch = update(
            f"update{name}Share",
            "Change the role or the expiry of a share",
            ShareSerializer,
            ShareChange,
            services.change_share,
            description="A link that opens more than before, or for longer, needs a confirmation, as a new one does.",
            errors=[ConfirmationNeeded],
        )
        delete = destroy(f"unshare{name}", "Remove a share", services.withdraw_share)

    return ShareView


def _own_access_view(name: str, noun: str, find_target: FindTarget) -> type[APIView]:
    class OwnAccessView(ObjectView):
        permission_classes = [IsAuthenticated]

        def get_object(self, actor: Actor, **keys: UUID) -> Owned:
            return find_target(actor, keys[f"{noun}_id"])

        delete = destroy(
            f"leave{name}",
            f"Remove your own access to a {noun} that was shared with you",
            services.leave,
            errors=[AccessNotDirect],
        )

    return OwnAccessView


def _publication_view(name: str, noun: str, find_target: FindTarget, *, public: bool) -> type[APIView]:
    verb, summary = ("publish", f"Let everyone view a {noun}") if public else ("unpublish", f"Make a {noun} private")

    class PublicationView(APIView):
        @operation(f"{verb}{name}", summary, response=PublicationSerializer)
        def post(self, request: Request, **keys: UUID) -> Response:
            actor = require_user(request.user)
            target = find_target(actor, keys[f"{noun}_id"])
            services.set_public(target, public=public, actor=actor)
            return Response(PublicationSerializer.represent_one(target))

    return PublicationView
