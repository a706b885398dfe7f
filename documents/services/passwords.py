"""Passwords of protected files: those that the installation knows, and the one that a person gave for a document.

A person's password is kept sealed with a key made from SECRET_KEY, because a document may be processed again; it goes
with the document, and at once when it does not fit. No password is ever in a job, a log or the provenance of a result.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

from documents.models import Document, DocumentPassword


def keep_password(document: Document, password: str) -> None:
    """Keep what a person gave; a former one goes."""
    DocumentPassword.objects.update_or_create(document=document, defaults={"sealed": _box().encrypt(password.encode())})


def passwords_for(document: Document) -> tuple[str, ...]:
    """Those worth trying, a person's first."""
    return (*_given(document), *settings.DOCUMENT_PASSWORDS)


def forget_password(document: Document) -> bool:
    """Drop what a person gave; whether there was something."""
    count, _ = DocumentPassword.objects.filter(document=document).delete()
    return count > 0


def _given(document: Document) -> tuple[str, ...]:
    kept = DocumentPassword.objects.filter(document=document).first()
    if kept is None:
        return ()
    try:
        return (_box().decrypt(bytes(kept.sealed)).decode(),)
    except InvalidToken:  # SECRET_KEY is another one by now: the person is asked again
        return ()


def _box() -> MultiFernet:
    """The present key seals; former ones still open."""
    return MultiFernet([Fernet(_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str | bytes) -> bytes:
    digest = salted_hmac("documents.passwords", "seal", secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest)
