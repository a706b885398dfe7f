"""Old Office files are made new by LibreOffice before they are read, where it is installed."""

from pathlib import Path

from django.conf import settings

from documents.errors import NeedsLibreOffice
from documents.models import Document
from documents.pipeline.office.libreoffice import Deadline, convert, find_program
from documents.pipeline.protocols import LibreOfficeParser, Parser
from documents.services import passwords
from documents.services.progress import Progress
from documents.services.sandboxes import limits, sandbox


def is_needed(mime_type: str, parser: Parser) -> bool:
    """Whether the parser reads something else than what was uploaded."""
    return isinstance(parser, LibreOfficeParser) and mime_type in parser.converted_types


def made_readable(source: Path, document: Document, *, parser: Parser, scratch: Path, job: Progress) -> Path:
    """What the parser reads: the file itself, or what LibreOffice makes of it.

    `NeedsLibreOffice` where it is not installed; nobody is asked for a password in vain.
    """
    if not is_needed(document.mime_type, parser):
        return source
    program = find_program(settings.LIBREOFFICE)
    if program is None:
        raise NeedsLibreOffice
    known = passwords.passwords_for(document)
    opened = sandbox().decrypt(source, known, scratch, deadline=job.deadline, check=job.check_cancelled)
    deadline = Deadline(job.deadline, job.check_cancelled)
    return convert(opened, document.mime_type, scratch, program=program, deadline=deadline, limits=limits())
