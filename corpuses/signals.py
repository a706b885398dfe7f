"""Signals of `corpuses`, sent by services inside their transactions."""

from django.dispatch import Signal

# provides: corpus (Corpus), user_id (UUID)
corpus_created = Signal()

# provides: corpus (Corpus, its row locked), actor (User); no text of its documents may be sent any more
language_models_forbidden = Signal()

# provides: corpus (Corpus), user_id (UUID); its row is deleted later in the transaction
corpus_deleted = Signal()

# provides: annotation (Annotation), replacement (Annotation by the same origin, with the same label on the same words);
# before the first one is deleted
annotation_replaced = Signal()

# provides: document (Document, a new version), copies (dict[UUID, Annotation]: by the key of the annotation on the
# previous version, its copy, or what the same origin has made at that place)
annotations_copied = Signal()

# provides: comment (Comment, thread locked), is_first (bool: of its thread), actor (User); not of comments by agents
comment_written = Signal()

# provides: comment (Comment); before it is moved to the bin, and before its thread is locked
comment_deleted = Signal()

# provides: corpus (Corpus), documents (list[Document], rows locked, new in the corpus), user_id (UUID)
documents_added = Signal()
