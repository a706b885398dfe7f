"""The sandbox with the limits of this installation, and the conversion of old Office files before they are parsed."""

from pathlib import Path

from django.conf import settings

from documents.errors import NeedsLibreOffice
from documents.models import Document
from documents.pipeline.office.libreoffice import Deadline, convert, find_program
from documents.pipeline.protocols import LibreOfficeParser, Parser
from documents.pipeline.sandbox import Sandbox, shared_sandbox
from documents.services import passwords
from documents.services.progress import Progress
from documents.services.sandbox_limits import installed_limits


def sandbox() -> Sandbox:
    """Return the sandbox of this process."""
    return shared_sandbox(installed_limits())


def needs_conversion(mime_type: str, parser: Parser) -> bool:
    """Check whether LibreOffice has to convert files of this type for the parser."""
    return isinstance(parser, LibreOfficeParser) and mime_type in parser.converted_types


def convert_if_needed(source: Path, document: Document, *, parser: Parser, scratch: Path, job: Progress) -> Path:
    """Return the file to parse: the document itself, or the result of LibreOffice.

    Raises `NeedsLibreOffice` if it is not installed, before a password is asked for.
    """
    if not needs_conversion(document.mime_type, parser):
        return source
    program = find_program(settings.LIBREOFFICE)
    if program is None:
        raise NeedsLibreOffice
    known = passwords.passwords_for(document)
    decrypted = sandbox().decrypt(source, known, scratch, deadline=job.deadline, check=job.check_cancelled)
    deadline = Deadline(job.deadline, job.check_cancelled)
    return convert(
        decrypted, document.mime_type, scratch, program=program, deadline=deadline, limits=installed_limits()
    )
