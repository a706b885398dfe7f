"""What `documents` announces. Facts in the past tense, sent by a service inside its transaction."""

from django.dispatch import Signal

# provides: document (Document, unlocked and settled), user_id (UUID of the owner)
document_processing_complete = Signal()

# provides: document (Document), user_id (UUID): its row and all that belongs to it are gone when the transaction ends
document_deleted = Signal()

# provides: parent (Document, the upload), children (list[Document]) that were found in it and have just been created
attachments_created = Signal()
