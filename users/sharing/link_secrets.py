"""Share links among the secrets of the user who created them."""

from collections.abc import Collection, Iterator
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from core.access import visible_among
from users.models import User
from users.secrets import LastingSecret, SecretKind
from users.sharing.registry import share_models
from users.sharing.services import delete_share


class LinkSecrets:
    """All links that a user has created, also on what they may no longer share."""

    def list_secrets(self, user: User) -> Iterator[LastingSecret]:
        for name, model in share_models().items():
            links = list(_links(model, user).select_related("target"))
            targets = model._meta.get_field("target").related_model.objects.all()
            visible = visible_among(targets, user, {link.target_id for link in links})
            for link in links:
                is_visible = link.target_id in visible
                yield LastingSecret(
                    id=link.pk,
                    kind=SecretKind.SHARE_LINK,
                    title=link.target.title if is_visible else "",
                    created=link.created,
                    last_used=link.last_used,
                    expires=link.expires,
                    token=link.token_id,
                    **({name.lower(): link.target_id} if is_visible else {}),
                )

    def end(self, user: User, keys: Collection[UUID]) -> None:
        for model in share_models().values():
            links = _links(model, user).select_related("target")
            for link in links.select_for_update(no_key=True, of=("self",)).filter(pk__in=keys):
                delete_share(link, actor=user)


def _links(model: Any, user: User) -> "QuerySet[Any]":
    rows: QuerySet[Any] = model.objects.filter(created_by=user).exclude(token_hash=None)
    return rows
