"""Decryption of password-protected Office files."""

import struct
from pathlib import Path
from typing import Any

from documents.errors import CorruptDocument, EncryptedDocument

_EXCEL_DEFAULT_PASSWORD = "VelvetSweatshop"  # noqa: S105  # public: Excel tries it without asking
_DAMAGE = (OSError, ValueError, TypeError, AttributeError, KeyError, IndexError, AssertionError, struct.error)


def decrypt(path: Path, passwords: tuple[str, ...], target: Path) -> Path:
    """Return the file itself if it is not encrypted; otherwise decrypt it with the first password that fits.

    Raise `EncryptedDocument` if none fits. A damaged file that is not encrypted is returned; its parser reports it.
    """
    from msoffcrypto.exceptions import DecryptionError, FileFormatError, ParseError  # noqa: PLC0415  # as below

    with path.open("rb") as source:
        try:
            file = _open(source)
            if not file.is_encrypted():
                return path
        except (FileFormatError, ParseError, DecryptionError, *_DAMAGE):
            return path
        try:
            return _decrypt(file, (*passwords, _EXCEL_DEFAULT_PASSWORD), target)
        except DecryptionError as error:
            message = "This kind of encryption is not supported. Remove the password in Office and upload it again."
            raise EncryptedDocument(message, detail=str(error)[:200]) from error
        except (FileFormatError, ParseError, *_DAMAGE) as error:
            raise CorruptDocument(detail=str(error)[:200]) from error


def _decrypt(file: Any, passwords: tuple[str, ...], target: Path) -> Path:
    for password in passwords:
        if _is_correct(file, password):
            with target.open("wb") as decrypted:
                file.decrypt(decrypted)
            return target
    raise EncryptedDocument


def _open(source: Any) -> Any:
    import msoffcrypto  # noqa: PLC0415  # only for files that may be encrypted

    return msoffcrypto.OfficeFile(source)


def _is_correct(file: Any, password: str) -> bool:
    from msoffcrypto.exceptions import InvalidKeyError  # noqa: PLC0415  # as above

    options = {"verify_password": True} if file.format == "ooxml" else {}  # other formats always verify it
    try:
        file.load_key(password=password, **options)
    except InvalidKeyError:
        return False
    return True
