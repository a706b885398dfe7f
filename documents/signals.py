"""Signals of `documents`: named in the past tense, sent by a service inside its transaction."""

from django.dispatch import Signal

# provides: document (Document, unlocked and settled), user_id (UUID of the owner)
document_processing_complete = Signal()

# provides: document_id (UUID, row locked), whose processing has ended without a result
document_processing_failed = Signal()

# provides: document (Document), revision (DocumentRevision, its current one from now on)
revision_published = Signal()

# A document is moved to the bin: `document`, `user_id`.
document_deleted = Signal()
# A document was taken from the bin: `document`, `user_id`.
document_restored = Signal()

# provides: previous (Document, the newest version until now), newest (Document, another version of the same lineage)
newest_version_changed = Signal()

# provides: document (Document), before and after (title and its source), actor (User), group (UUID of the edit or None)
document_renamed = Signal()

# provides: parent (Document, the upload), created (list[Document], attachments that it has from now on),
# since (datetime, if only the corpora that have contained the parent from then on get them)
attachments_created = Signal()

# provides: replaced (list of pairs: an attachment of another version than the newest, and that of the newest)
attachments_replaced = Signal()
