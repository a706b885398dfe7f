"""Secrets of remote analyzers among those of the owner of their corpus, and of the API token that they were set with.

They open no account, but a user who sets one decides where texts are sent, and which results are accepted.
"""

from collections.abc import Collection, Iterator
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.fields import CharField
from django.db.models.functions import Cast, Concat

from core.access import visible_among
from corpuses.actions.remote.editing import end_secret_of
from corpuses.analyzers.models import AnalysisRun, RemoteAnalyzer
from corpuses.analyzers.remote.lookup import PREFIX
from corpuses.models import Corpus
from users.models import User
from users.secrets import LastingSecret, SecretKind


class SigningSecrets:
    """The secrets of the enabled remote analyzers in the corpora of a user, or set with a token of the user."""

    def list_secrets(self, user: User) -> Iterator[LastingSecret]:
        runs = AnalysisRun.objects.filter(
            corpus=OuterRef("corpus"), analyzer=Concat(Value(PREFIX), Cast(OuterRef("pk"), CharField()))
        )
        analyzers = list(
            _of(user)
            .filter(enabled=True)
            .select_related("token")
            .annotate(last_used=Subquery(runs.order_by("-id").values("started")[:1]))
        )
        visible = visible_among(Corpus.objects.all(), user, {analyzer.corpus_id for analyzer in analyzers})
        for analyzer in analyzers:
            yield LastingSecret(
                id=analyzer.pk,
                kind=SecretKind.SIGNING_SECRET,
                title=analyzer.name if analyzer.corpus_id in visible else "",
                created=analyzer.created,
                last_used=analyzer.last_used,
                corpus=analyzer.corpus_id if analyzer.corpus_id in visible else None,
                token=analyzer.token_id if analyzer.token and analyzer.token.owner_id == user.pk else None,
            )

    def end(self, user: User, keys: Collection[UUID]) -> None:
        for analyzer in _of(user).filter(pk__in=keys).order_by("pk"):
            end_secret_of(analyzer, actor=user)


def _of(user: User) -> "QuerySet[RemoteAnalyzer]":
    return RemoteAnalyzer.objects.filter(Q(corpus__owner=user) | Q(token__owner=user))
