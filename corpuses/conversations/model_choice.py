"""Choice between a language model and the offline reader. It imports no library of language models."""

from core.access import is_member
from corpuses.conversations.models import Conversation
from corpuses.models import Corpus
from corpuses.providers.sending import is_sendable
from corpuses.providers.services import has_model
from users.models import User


def uses_model(conversation: Conversation, user: User) -> bool:
    """Check whether a language model answers in a conversation: one is there, and may read what it is about."""
    if conversation.corpus is not None and not conversation.corpus.allows_language_models:
        return False
    if conversation.document_id is not None and not is_sendable(conversation.document_id):
        return False
    return has_model(corpus_of_model(conversation, user))


def corpus_of_model(conversation: Conversation, user: User) -> Corpus | None:
    """Return the corpus whose own model may be used: members of a corpus may spend what its model costs."""
    corpus = conversation.corpus
    return corpus if corpus is not None and is_member(user, corpus) else None
