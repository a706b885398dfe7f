"""Run one command beside throw-away engines: `python -m config.stack.with_engines manage.py makemigrations --check`.

For checks that import the settings or ask a database, on a machine where nothing runs. Names are looked up in the
environment's own programs; a Python file is run by this Python.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

from config.stack.testing import environment_of, redis_numbers
from config.stack.throwaway import throw_away_engines
from config.stack.tools import scripts

SETTINGS = "config.settings.test"


def main(command: Sequence[str]) -> int:
    """Give the command's exit code."""
    program, *arguments = command
    argv = [sys.executable, program] if program.endswith(".py") else [str(scripts() / program)]
    with throw_away_engines() as engines:
        ours = environment_of(engines)
        env = {**os.environ, **ours, **redis_numbers(ours), "DJANGO_SETTINGS_MODULE": SETTINGS}
        engines.cluster.ensure_database("cartulary")
        return subprocess.run([*argv, *arguments], check=False, env=env).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
