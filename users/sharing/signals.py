"""What sharing announces. Facts in the past tense, sent by a service inside its transaction."""

from django.dispatch import Signal

# provides: target (Owned), share (Share or None: it was published or is public no more), withdrawn (bool)
access_changed = Signal()

# provides: team_id (UUID), user_id (UUID of who did it), left (list[UUID] of who is no member any more)
team_changed = Signal()
