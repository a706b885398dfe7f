"""Signals of `documents`: named in the past tense, sent by a service inside its transaction."""

from django.dispatch import Signal

# provides: document (Document, unlocked and settled), user_id (UUID of the owner)
document_processing_complete = Signal()

# provides: document (Document), user_id (UUID); the rows are deleted when the transaction ends
document_deleted = Signal()

# provides: parent (Document, the upload), created (list[Document], its new attachments)
attachments_created = Signal()
