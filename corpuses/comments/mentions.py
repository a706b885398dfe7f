"""Find the users who may be mentioned in comments, and those whose names a comment contains."""

import re
from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from core.access import viewers_of
from corpuses.models import Corpus, CorpusShare
from documents.models import Document
from users.identifiers import normalize
from users.models import User

MAX_SUGGESTIONS: Final = 20
_MAX_CANDIDATES: Final = 200
_MAX_MENTIONS: Final = 50
_MENTION: Final = re.compile(r"(?<![\w@./+-])@([\w.+-]+)")


def suggest_users(
    corpus: Corpus, document_id: UUID | None = None, *, search: str = "", exclude: Collection[UUID] = ()
) -> list[User]:
    """Return the first users who may be mentioned, by name; those whose user name or a name begins with `search`."""
    users = _mentionable(corpus).exclude(pk__in=exclude)
    if search:
        users = users.filter(
            Q(username__istartswith=search) | Q(name__istartswith=search) | Q(name__icontains=f" {search}")
        )
    return _readers(users.order_by("username")[:_MAX_CANDIDATES], document_id)[:MAX_SUGGESTIONS]


def mentioned_users(text: str, corpus: Corpus, document_id: UUID | None) -> list[User]:
    """Return the users who are mentioned in a text, without those who may not read it."""
    found = [normalize(match) for match in _MENTION.findall(text)][:_MAX_MENTIONS]
    # A full stop after a name may be the end of the sentence.
    names = {*found, *(name.rstrip(".+-") for name in found)}
    if not names:
        return []
    return _readers(_mentionable(corpus).filter(username__in=names).order_by("pk"), document_id)


def _mentionable(corpus: Corpus) -> "QuerySet[User]":
    """Return the users to whom the corpus is known to be shared.

    Shares with an address do not count: other users must not learn whose it is (ADR 0028).
    """
    shares = CorpusShare.objects.filter(Q(expires=None) | Q(expires__gt=Now()), target=corpus, email="")
    members = Q(pk__in=shares.filter(team=None).values("user"))
    members |= Q(team_memberships__team__in=shares.exclude(team=None).values("team"))
    users = User.objects.filter(Q(pk=corpus.owner_id) | members, is_active=True, is_service_account=False)
    return users.distinct()


def _readers(users: "QuerySet[User]", document_id: UUID | None) -> list[User]:
    found = list(users)
    if document_id is None or not found:
        return found
    viewers = viewers_of(Document, [document_id], [user.pk for user in found], public_counts=True)
    return [user for user in found if user.pk in viewers.get(document_id, frozenset())]
