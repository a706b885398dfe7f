"""Conversion of old Office files with LibreOffice, which is an optional program, never a library."""

import logging
import os
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from documents.errors import ConversionFailed, NeedsLibreOffice
from documents.pipeline.mime_types import DOC, PPT, XLS
from documents.pipeline.office.confined import Check, ConfinedProgram, ExitResult, run
from documents.pipeline.sandbox.exchange_dirs import ExchangeDirs
from documents.pipeline.sandbox.isolation import other_user
from documents.pipeline.sandbox.limits import Limits
from documents.pipeline.sandbox.wire import WireError

logger = logging.getLogger(__name__)

PACKAGES: Final = "libreoffice-writer-nogui, libreoffice-calc-nogui and libreoffice-impress-nogui"
TIMEOUT_SECONDS: Final = 120  # for one file: processor time, and the same for waiting
_PROGRAM_NAMES: Final = ("soffice", "libreoffice")
_RESTART_CODE: Final = 81  # LibreOffice exits with it after it has created a profile
_MAX_STARTS: Final = 3
_SYSTEM_FILES: Final = (
    Path("/etc/libreoffice"),
    Path("/etc/passwd"),
    Path("/var/cache/fontconfig"),
    Path("/var/lib/libreoffice"),
    Path("/var/spool/libreoffice"),
)

_SCRIPTING: Final = "/org.openoffice.Office.Common/Security/Scripting"
_PROFILE: Final = (
    (_SCRIPTING, "MacroSecurityLevel", "3"),  # macros of trusted locations only, and there are none
    (_SCRIPTING, "DisableMacrosExecution", "true"),
    (_SCRIPTING, "DisableActiveContent", "true"),  # no objects, controls or plug-ins
    (_SCRIPTING, "BlockUntrustedRefererLinks", "true"),  # no external pictures
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),  # never
    ("/org.openoffice.Office.Calc/Content/Update", "Link", "2"),  # never: the values differ from those of Writer
    ("/org.openoffice.Office.Common/Misc", "CrashReport", "false"),
    ("/org.openoffice.Office.Common/Save/Document", "AutoSave", "false"),
    ("/org.openoffice.Office.Recovery/RecoveryInfo", "Enabled", "false"),
)
_PROFILE_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
)


class TargetFormat(NamedTuple):
    """The extensions of the old and the new format, and the name of the export filter."""

    source_extension: str
    extension: str
    filter: str


TARGET_FORMATS: Final = {
    DOC: TargetFormat("doc", "docx", "MS Word 2007 XML"),
    PPT: TargetFormat("ppt", "pptx", "Impress MS PowerPoint 2007 XML"),
    XLS: TargetFormat("xls", "xlsx", "Calc MS Excel 2007 XML"),
}


class Deadline(NamedTuple):
    """A time of `time.monotonic`, and a function that is called repeatedly and may raise to cancel."""

    time: float
    check: Check


def find_program(configured: str = "") -> Path | None:
    """Return the configured program, or None if it does not exist; without one, the first on the PATH."""
    names = [configured] if configured else _PROGRAM_NAMES
    path = next((path for name in names if (path := shutil.which(name))), None)
    return None if path is None else Path(path)


def convert(
    path: Path, mime_type: str, scratch: Path, *, program: Path | None, deadline: Deadline, limits: Limits | None = None
) -> Path:
    """Convert the file to the current format in `scratch`.

    Raise `NeedsLibreOffice` without a program, `ConversionFailed` without a result, and the errors of `run`.
    """
    if program is None:
        raise NeedsLibreOffice
    target = TARGET_FORMATS[mime_type]
    dirs = ExchangeDirs(user=other_user())
    try:
        source = dirs.copy_in(path, f"document.{target.source_extension}")
        converted = dirs.outbox / f"document.{target.extension}"
        exit_result = _run(_confine(program, source, target, dirs, limits or Limits()), dirs.errors, deadline)
        result = _take_result(converted.name, dirs, scratch)
        if result is None:
            logger.warning("office.no_output", extra={"status": exit_result.code, "detail": exit_result.output})
            raise ConversionFailed
        return result
    finally:
        dirs.remove()


def _take_result(name: str, dirs: ExchangeDirs, scratch: Path) -> Path | None:
    """Return the result in `scratch`; None if it is missing, empty, or not a regular file."""
    try:
        result = dirs.take_result(name, scratch)
    except WireError:
        return None
    return result if result.stat().st_size else None


def binary_of(program: Path) -> Path:
    """Return the binary behind the start script, which would show a splash screen and write to shared folders."""
    binary = Path(f"{os.path.realpath(program)}.bin")
    return binary if binary.is_file() else program


def program_folders(program: Path) -> tuple[Path, ...]:
    """Return the folders of the program: that of its name, and that of the installation."""
    real = Path(os.path.realpath(program))
    installation = real.parent.parent if real.parent.name == "program" else real.parent
    return tuple(dict.fromkeys((program.parent, installation)))


def _confine(program: Path, source: Path, target: TargetFormat, dirs: ExchangeDirs, limits: Limits) -> ConfinedProgram:
    home, profile = dirs.outbox, dirs.outbox / "profile"
    _write_profile(profile, dirs.user)
    return ConfinedProgram(
        argv=(
            str(binary_of(program)),
            f"-env:UserInstallation={profile.as_uri()}",
            *("--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck", "--nofirststartwizard"),
            *("--convert-to", f"{target.extension}:{target.filter}", "--outdir", str(home), str(source)),
        ),
        home=home,
        inbox=dirs.inbox,
        program_folders=program_folders(program),
        system_files=_SYSTEM_FILES,
        limits=replace(limits, cpu_seconds=TIMEOUT_SECONDS),
        user=dirs.user,
    )


def _write_profile(folder: Path, user: int | None) -> None:
    """Write for the user a fresh profile without macros, links, crash reports and recovery."""
    rows = (
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>\n'
        for path, name, value in _PROFILE
    )
    user_folder = folder / "user"
    user_folder.mkdir(parents=True)
    content = f"{_PROFILE_HEAD}{''.join(rows)}</oor:items>\n"
    settings = user_folder / "registrymodifications.xcu"
    settings.write_text(content, encoding="utf-8")
    if user is not None:
        for path in (folder, user_folder, settings):
            os.chown(path, user, user)


def _run(program: ConfinedProgram, output: Path, deadline: Deadline) -> ExitResult:
    end = min(deadline.time, time.monotonic() + TIMEOUT_SECONDS)
    for _ in range(_MAX_STARTS):
        exit_result = run(program, output=output, deadline=end, check=deadline.check)
        if exit_result.code != _RESTART_CODE:
            break
    return exit_result
