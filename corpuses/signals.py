"""What `corpuses` announces. Facts in the past tense, sent by a service inside its transaction."""

from django.dispatch import Signal

# provides: corpus (Corpus), user_id (UUID)
corpus_created = Signal()

# provides: corpus (Corpus), user_id (UUID): its row and all that belongs to it are gone when the transaction ends
corpus_deleted = Signal()

# provides: corpus (Corpus), documents (list[Document], rows locked), user_id (UUID): they were not in the corpus before
documents_added = Signal()
