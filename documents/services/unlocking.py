"""A person gives the password of a protected document, and it is processed again."""

from uuid import UUID

from django.db import transaction

from core.access.permissions import require
from core.access.roles import Permission
from core.errors import Invalid
from documents.errors import EncryptedDocument, NotEncrypted, WrongPassword
from documents.models import Document
from documents.services import lifecycle, passwords
from users.models import User

LONGEST = 500  # characters
_ASKING = frozenset({EncryptedDocument.code, WrongPassword.code})


@transaction.atomic
def give_password(document: Document, password: str, *, actor: User) -> UUID:
    """Keep the password and let the document be processed; `NotEncrypted` unless it failed for the want of one."""
    require(actor, Permission.EDIT, document)
    if not 0 < len(password) <= LONGEST:
        raise Invalid(f"A password has 1 to {LONGEST} characters.", field="password")
    if document.failure_code not in _ASKING:
        raise NotEncrypted
    job = lifecycle.retry_document(document, actor=actor)
    passwords.keep_password(document, password)
    return job
