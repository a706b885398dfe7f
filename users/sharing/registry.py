"""The models of shares, one per model that can be shared; registered by their packages at start-up."""

from typing import Any
from uuid import UUID

from django.db.models import Q

from core.access.rules import MAKER_IS_ACTIVE
from core.models import Owned
from users.sharing.models import Share

# `Any`, because the column `target` is declared by the subclasses of `Share`.
_share_models: dict[str, Any] = {}


def register_shares(share_model: type[Share]) -> None:
    """Let the objects that `share_model` refers to be shared."""
    _share_models[target_model(share_model).__name__] = share_model


def target_model(share_model: Any) -> Any:
    """Return the model that a model of shares refers to: a subclass of `Owned` with a title."""
    return share_model._meta.get_field("target").related_model


def share_models() -> dict[str, Any]:
    """Return the models of shares by the names of the models that they refer to."""
    return dict(_share_models)


def share_model_of(target: Owned) -> Any:
    """Return the model of the shares of an object."""
    return _share_models[type(target).__name__]


def kind_of(share: Share) -> str:
    """Return the name of the model that a share refers to."""
    return str(target_model(type(share)).__name__)


def find_share(key: UUID) -> Share | None:
    """Return the share with this key, of any model."""
    return _find(pk=key)


def find_link(token_hash: str) -> Share | None:
    """Return the link with this hash, of any model, expired or not, unless who made it is inactive or deleted."""
    return _find(MAKER_IS_ACTIVE, token_hash=token_hash)


def _find(*conditions: Q, **lookups: object) -> Share | None:
    for model in _share_models.values():
        rows = model.objects.select_related("user", "team", "created_by", "target__owner")
        share: Share | None = rows.filter(*conditions, **lookups).first()
        if share is not None:
            return share
    return None
