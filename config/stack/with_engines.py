"""Run one command beside temporary engines: `python -m config.stack.with_engines manage.py makemigrations --check`.

For checks that import the settings or query a database where nothing runs. The command is a program of the environment,
or a Python file.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

from config.stack.paths import scripts
from config.stack.temporary_engines import SETTINGS, temporary_engines


def main(command: Sequence[str]) -> int:
    """Run the command; return its exit code."""
    program, *arguments = command
    argv = [sys.executable, program] if program.endswith(".py") else [str(scripts() / program)]
    with temporary_engines() as engines:
        env = {**os.environ, **engines.environment(), "DJANGO_SETTINGS_MODULE": SETTINGS}
        engines.cluster.ensure_database("cartulary")
        return subprocess.run([*argv, *arguments], check=False, env=env).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
