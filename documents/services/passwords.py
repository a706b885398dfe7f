"""Passwords of protected documents: those of the installation, and the one that a user has set for a document.

The password of a user is stored encrypted with a key derived from SECRET_KEY, because a document may be processed
again; it is deleted with the document, and at once if it is wrong. Jobs, logs and results never contain passwords.
"""

from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from core.access import Permission, require
from core.encryption import decrypt, encrypt
from core.errors import Invalid
from documents.errors import EncryptedDocument, NotEncrypted, WrongPassword
from documents.models import PASSWORD_PURPOSE, Document, DocumentPassword
from documents.services import lifecycle
from users.models import User

MAX_LENGTH: Final = 500
_PASSWORD_ERRORS: Final = frozenset({EncryptedDocument.code, WrongPassword.code})


@transaction.atomic
def unlock_document(document: Document, password: str, *, actor: User) -> UUID:
    """Store the password and process the document again; raise `NotEncrypted` unless it failed for lack of one."""
    require(actor, Permission.EDIT, document)
    if not 0 < len(password) <= MAX_LENGTH:
        raise Invalid(f"A password must have 1 to {MAX_LENGTH} characters.", field="password")
    if document.failure_code not in _PASSWORD_ERRORS:
        raise NotEncrypted
    job = lifecycle.retry_document(document, actor=actor)
    store_password(document, password)
    return job


def store_password(document: Document, password: str) -> None:
    """Store the password of a document; it replaces the previous one."""
    encrypted = encrypt(PASSWORD_PURPOSE, password)
    DocumentPassword.objects.update_or_create(document=document, defaults={"encrypted": encrypted})


def passwords_for(document: Document) -> tuple[str, ...]:
    """Return the passwords to try: the one that a user has set, then those of the installation."""
    return (*_stored_password(document), *settings.DOCUMENT_PASSWORDS)


def delete_password(document: Document) -> bool:
    """Delete the password that a user has set; return whether there was one."""
    count, _ = DocumentPassword.objects.filter(document=document).delete()
    return count > 0


def _stored_password(document: Document) -> tuple[str, ...]:
    stored = DocumentPassword.objects.filter(document=document).first()
    # If SECRET_KEY has been changed, the user has to enter the password again.
    password = decrypt(PASSWORD_PURPOSE, stored.encrypted) if stored else None
    return () if password is None else (password,)
