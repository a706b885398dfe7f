"""An old Office file made new by LibreOffice: into a folder of its own, within limits, and never twice."""

import logging
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from documents.errors import ConversionFailed, NeedsLibreOffice
from documents.pipeline.office.profile import write_profile
from documents.pipeline.office.program import folders_of, without_wrapper
from documents.pipeline.office.running import Check, Confined, Ended, run
from documents.pipeline.sandbox.boxes import Box
from documents.pipeline.sandbox.limits import Limits
from documents.pipeline.sniffing.types import DOC, PPT, XLS

logger = logging.getLogger(__name__)

_AGAIN: Final = 81  # after it has set up a profile, it wants to be started again
_STARTS: Final = 3
SECONDS: Final = 120  # of work, and as many of waiting, for one file
_SETTINGS: Final = (
    Path("/etc/libreoffice"),
    Path("/etc/passwd"),
    Path("/var/cache/fontconfig"),
    Path("/var/lib/libreoffice"),
    Path("/var/spool/libreoffice"),
)


class Target(NamedTuple):
    """The usual endings before and after, and what LibreOffice calls the new format."""

    before: str
    after: str
    filter: str


TARGETS: Final = {
    DOC: Target("doc", "docx", "MS Word 2007 XML"),
    PPT: Target("ppt", "pptx", "Impress MS PowerPoint 2007 XML"),
    XLS: Target("xls", "xlsx", "Calc MS Excel 2007 XML"),
}


class Work(NamedTuple):
    """How long to wait at most (a time of `time.monotonic`), and whom to ask whether to go on."""

    deadline: float
    check: Check


def convert(
    path: Path, mime_type: str, scratch: Path, *, program: Path | None, work: Work, limits: Limits | None = None
) -> Path:
    """The same in the format of today, in `scratch`.

    Raises `NeedsLibreOffice` without a program, `ConversionFailed` when nothing comes out, and what `run` raises.
    """
    if program is None:
        raise NeedsLibreOffice
    target = TARGETS[mime_type]
    box = Box()
    try:
        source = box.inbox / f"document.{target.before}"
        shutil.copyfile(path, source)
        made = box.outbox / f"document.{target.after}"
        ended = _run(_office(program, source, target, box, limits or Limits()), said=box.errors, work=work)
        if made.is_symlink() or not made.is_file() or made.stat().st_size == 0:
            logger.warning("office.gave_nothing", extra={"status": ended.code, "detail": ended.words})
            raise ConversionFailed
        return box.take(made.name, scratch)
    finally:
        box.remove()


def _office(program: Path, source: Path, target: Target, box: Box, limits: Limits) -> Confined:
    home, profile = box.outbox, box.outbox / "profile"
    write_profile(profile)
    return Confined(
        argv=(
            str(without_wrapper(program)),
            f"-env:UserInstallation={profile.as_uri()}",
            *("--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck", "--nofirststartwizard"),
            *("--convert-to", f"{target.after}:{target.filter}", "--outdir", str(home), str(source)),
        ),
        home=home,
        inbox=box.inbox,
        folders=folders_of(program),
        settings=_SETTINGS,
        limits=replace(limits, cpu_seconds=SECONDS),
    )


def _run(office: Confined, *, said: Path, work: Work) -> Ended:
    deadline = min(work.deadline, time.monotonic() + SECONDS)
    for _ in range(_STARTS):
        ended = run(office, said=said, deadline=deadline, check=work.check)
        if ended.code != _AGAIN:
            break
    return ended
