"""Build the user interface when its sources changed. Node comes as a Python wheel, so the machine needs none."""

import os
from pathlib import Path

from config.stack.errors import StackError
from config.stack.layout import PROJECT
from config.stack.stamps import Stamp, fingerprint
from config.stack.steps import Commands
from config.stack.tools import scripts

FRONTEND = PROJECT / "frontend"
_NOT_SOURCES = frozenset({"node_modules", "dist", "e2e", "coverage", ".vite"})


def source_files(frontend: Path = FRONTEND) -> list[Path]:
    """Everything the build may read."""
    found = []
    for folder, folders, files in os.walk(frontend):
        folders[:] = [name for name in folders if name not in _NOT_SOURCES]
        found += [Path(folder, name) for name in files if not name.endswith((".tsbuildinfo", ".test.ts", ".test.tsx"))]
    return found


async def build(commands: Commands, *, frontend: Path = FRONTEND) -> bool:
    """Install what the lock file names when it changed, then build; nothing when the result is current."""
    if not (frontend / "package-lock.json").exists():
        raise StackError(f"{frontend} has no package-lock.json.")
    built = Stamp(frontend / "dist" / ".sources")
    if built.matches(fingerprint(source_files(frontend))):
        return False
    await install(commands, frontend=frontend)
    await commands.run([npm(), "run", "build"], title="building the user interface")
    built.set(fingerprint(source_files(frontend)))  # after the build, because it may write generated sources
    return True


async def install(commands: Commands, *, frontend: Path = FRONTEND) -> None:
    """`npm ci`, unless what is installed is what the lock file names."""
    wanted = fingerprint([frontend / "package-lock.json"])
    installed = Stamp(frontend / "node_modules" / ".lock")
    if not installed.matches(wanted):
        await commands.run([npm(), "ci", "--no-audit", "--no-fund"], title="installing the user interface's packages")
        installed.set(wanted)


def npm() -> str:
    """The wheel's npm, beside this Python."""
    program = scripts() / "npm"
    if not program.exists():
        raise StackError("npm is missing from the environment.", hint="Run `make` to bring the environment up to date.")
    return str(program)
