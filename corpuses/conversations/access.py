"""Access to conversations: private, and readable by the members of the corpus if they are shared.

Tokens that are limited to a corpus reach the conversations of their owner about it.
"""

from django.db.models import Q

from core.access import Role
from core.access.rules import Inherits, Owner, register
from corpuses.conversations.models import Conversation

register(
    Conversation,
    Owner(),
    Inherits(
        table=Conversation,
        object="pk",
        holder="corpus",
        condition=Q(is_shared=True),
        attached_by="owner_id",
        at_most=Role.VIEWER,
    ),
)
