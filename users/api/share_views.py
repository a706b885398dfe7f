"""Shares in REST, for every kind of thing that can be shared; links as strangers meet them."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.urls import URLPattern, path, reverse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import Actor, require_user
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.serializers import page_of
from core.api.rest.validation import django_request
from core.errors import NotFound
from core.models import Owned
from users.api import sharing_shapes as shapes
from users.api.idempotency import create_idempotent, created_response
from users.api.sharing_bodies import landing_body, link_url, share_body
from users.sharing import links, services
from users.sharing.errors import ShareExists, TeamNotFound, TooManyShares, UserNotFound
from users.sharing.models import Share

Find = Callable[[Actor, UUID], Owned]


def share_addresses(noun: str, plural: str, find: Find) -> list[URLPattern]:
    """The addresses of shares and of publication, below those of one kind of thing."""
    at, name = f"{plural}/<uuid:{noun}_id>", noun.capitalize()
    return [
        path(f"{at}/shares", _shares_view(name, noun, find).as_view(), name=f"{noun}-shares"),
        path(f"{at}/shares/<uuid:share_id>", _share_view(name, noun, find).as_view(), name=f"{noun}-share"),
        path(f"{at}/publish", _public_view(name, noun, find, public=True).as_view()),
        path(f"{at}/unpublish", _public_view(name, noun, find, public=False).as_view()),
    ]


def _shares_view(name: str, noun: str, find: Find) -> type[APIView]:
    class SharesView(APIView):
        """`/{things}/{id}/shares`."""

        @operation(f"list{name}Shares", f"List whom a {noun} is shared with", response=page_of(shapes.ShareShape))
        def get(self, request: Request, **place: UUID) -> Response:
            actor = require_user(request.user)
            rows = services.shares_of(find(actor, place[f"{noun}_id"]), actor=actor)
            paginator = KeyCursorPagination()
            return Response(paginator.body([share_body(share) for share in paginator.page_of(rows, request)]))

        @idempotent
        @versioned
        @operation(
            f"share{name}",
            f"Share a {noun} with a person, a team, or whoever has a link",
            body=shapes.NewShare,
            response={201: shapes.ShareShape},
            errors=[ShareExists, TooManyShares, UserNotFound, TeamNotFound],
        )
        def post(self, request: Request, **place: UUID) -> Response:
            actor = require_user(request.user)
            target = find(actor, place[f"{noun}_id"])
            wish = services.ShareRequest(**_checked(shapes.NewShare(data=request.data)))
            tokens: list[str] = []

            def make() -> UUID:
                made = services.create_share(target, wish, actor=actor)
                tokens.append(made.token)
                return made.share.pk

            made = create_idempotent(request, make)
            share = services.shares_of(target, actor=actor).get(pk=made.id)
            link = link_url(tokens[0], django_request(request)) if tokens else None
            address = reverse(f"{noun}-share", args=[target.pk, made.id])
            headers = etag(services.version_of(share))
            return created_response(made, share_body(share, link=link), location=address, headers=headers)

    return SharesView


def _share_view(name: str, noun: str, find: Find) -> type[APIView]:
    class ShareView(APIView):
        """`/{things}/{id}/shares/{share}`."""

        @versioned
        @operation(f"get{name}Share", f"Look at one of those whom a {noun} is shared with", response=shapes.ShareShape)
        def get(self, request: Request, **place: UUID) -> Response:
            return self._answer(self._share(request, place))

        @versioned
        @operation(
            f"update{name}Share",
            "Change a share's role, or when it ends",
            body=shapes.ShareChanges,
            response=shapes.ShareShape,
        )
        def patch(self, request: Request, **place: UUID) -> Response:
            share = self._share(request, place)
            changes = _checked(shapes.ShareChanges(data=request.data))
            with with_current_on_conflict(lambda: share_body(self._share(request, place))):
                services.change_share(
                    share, changes, actor=require_user(request.user), expected=expected_version(request)
                )
            return self._answer(share)

        @operation(f"unshare{name}", "Take a share back")
        def delete(self, request: Request, **place: UUID) -> Response:
            services.withdraw_share(self._share(request, place), actor=require_user(request.user))
            return Response(status=204)

        def _share(self, request: Request, place: dict[str, UUID]) -> Share:
            actor = require_user(request.user)
            return _share(find(actor, place[f"{noun}_id"]), place["share_id"], actor)

        def _answer(self, share: Share) -> Response:
            return Response(share_body(share), headers=etag(services.version_of(share)))

    return ShareView


def _public_view(name: str, noun: str, find: Find, *, public: bool) -> type[APIView]:
    verb, means = ("publish", "Let everybody look at") if public else ("unpublish", "Let only some people look at")

    class PublicView(APIView):
        """`/{things}/{id}/publish` and `/unpublish`."""

        @operation(f"{verb}{name}", f"{means} a {noun}", response=shapes.PublicShape)
        def post(self, request: Request, **place: UUID) -> Response:
            actor = require_user(request.user)
            target = find(actor, place[f"{noun}_id"])
            services.set_public(target, public=public, actor=actor)
            return Response({"id": target.pk, "is_public": target.is_public})

    return PublicView


class LinkView(APIView):
    """`/links/{token}`: what a link says about itself, to anybody."""

    permission_classes = [AllowAny]

    @operation("getLink", "Ask what a share link opens", response=shapes.LandingShape)
    def get(self, request: Request, token: str) -> Response:
        return _private(landing_body(links.landing(token), opened=False))


class LinkOpenView(APIView):
    """`/links/{token}/open`: from now on the session holds the link."""

    permission_classes = [AllowAny]

    @operation("openLink", "Open a share link in this session", response=shapes.OpenedShape)
    def post(self, request: Request, token: str) -> Response:
        landing = links.open_link(token, django_request(request).session)
        return _private(landing_body(landing, opened=True))


def _share(target: Owned, key: UUID, actor: Actor) -> Share:
    """A share of this very thing, for those who may share it."""
    found: Share | None = services.shares_of(target, actor=actor).filter(pk=key).first()
    if found is None:
        raise NotFound
    return found


def _checked(fields: Any) -> dict[str, Any]:
    fields.is_valid(raise_exception=True)
    return dict(fields.validated_data)


def _private(body: dict[str, Any]) -> Response:
    return Response(body, headers={"Cache-Control": "no-store"})
