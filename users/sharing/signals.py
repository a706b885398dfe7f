"""Signals of sharing, sent by services within their transaction."""

from django.dispatch import Signal

# provides: target (Owned), share (Share, or None when the target was published or unpublished), withdrawn (bool)
access_changed = Signal()

# provides: team_id (UUID), user_id (UUID, the actor), left (list[UUID], users who are no longer members, or whose
# invitation was created or deleted)
team_changed = Signal()
