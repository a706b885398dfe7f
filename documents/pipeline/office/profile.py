"""The settings of LibreOffice for one file: nothing is run, nothing is fetched, nobody is asked."""

from pathlib import Path
from typing import Final

_SCRIPTING: Final = "/org.openoffice.Office.Common/Security/Scripting"
_SETTINGS: Final = (
    (_SCRIPTING, "MacroSecurityLevel", "3"),  # only what comes from trusted places, of which there are none
    (_SCRIPTING, "DisableMacrosExecution", "true"),
    (_SCRIPTING, "DisableActiveContent", "true"),  # no objects, controls or plug-ins
    (_SCRIPTING, "BlockUntrustedRefererLinks", "true"),  # no pictures from elsewhere
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),  # never
    ("/org.openoffice.Office.Calc/Content/Update", "Link", "2"),  # never: numbered the other way round
    ("/org.openoffice.Office.Common/Misc", "CrashReport", "false"),
    ("/org.openoffice.Office.Common/Save/Document", "AutoSave", "false"),
    ("/org.openoffice.Office.Recovery/RecoveryInfo", "Enabled", "false"),
)
_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
)


def write_profile(folder: Path) -> None:
    """A profile that has never been used."""
    rows = (
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>\n'
        for path, name, value in _SETTINGS
    )
    user = folder / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(f"{_HEAD}{''.join(rows)}</oor:items>\n", encoding="utf-8")
