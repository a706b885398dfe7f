"""Calendar addresses among the secrets of a user."""

from collections.abc import Collection, Iterator
from uuid import UUID

from core.access import visible_among
from corpuses.models import Corpus
from corpuses.obligations.models import CalendarFeed
from corpuses.obligations.services import delete_calendar_feed
from users.models import User
from users.secrets import LastingSecret, SecretKind


class FeedSecrets:
    """All calendar addresses of a user, of any corpus."""

    def list_secrets(self, user: User) -> Iterator[LastingSecret]:
        feeds = list(CalendarFeed.objects.filter(owner=user).select_related("corpus", "token"))
        visible = visible_among(Corpus.objects.all(), user, {feed.corpus_id for feed in feeds})
        for feed in feeds:
            yield LastingSecret(
                id=feed.pk,
                kind=SecretKind.CALENDAR_ADDRESS,
                title=feed.corpus.title if feed.corpus_id in visible else "",
                created=feed.created,
                last_used=feed.last_used,
                expires=feed.token.expires if feed.token else None,
                corpus=feed.corpus_id if feed.corpus_id in visible else None,
                token=feed.token_id,
            )

    def end(self, user: User, keys: Collection[UUID]) -> None:
        for feed in CalendarFeed.objects.select_for_update().filter(owner=user, pk__in=keys):
            delete_calendar_feed(feed, actor=user)
