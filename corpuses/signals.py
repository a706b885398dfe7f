"""Signals of `corpuses`, sent by services inside their transactions."""

from django.dispatch import Signal

# provides: corpus (Corpus), user_id (UUID)
corpus_created = Signal()

# provides: corpus (Corpus), user_id (UUID); its row is deleted later in the transaction
corpus_deleted = Signal()

# provides: comment (Comment, thread locked), is_first (bool: of its thread), actor (User); not of comments by agents
comment_written = Signal()

# provides: comment (Comment); before it is moved to the bin, and before its thread is locked
comment_deleted = Signal()

# provides: corpus (Corpus), documents (list[Document], rows locked, new in the corpus), user_id (UUID)
documents_added = Signal()
