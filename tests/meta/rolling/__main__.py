"""`make release-compat`: compare the schema with the contract of the last release; with `--write` record a release.

A release is recorded from the last commit: its processes must still work on the next schema (tests/meta/rolling).
"""

import argparse
import sys

import django
from django.apps import apps
from django.core.management import call_command

from tests.copies import head
from tests.meta.rolling import contract
from tests.meta.rolling.scratch import APPS


def main() -> int:
    """Print the functions and columns that processes of the last release would miss."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record the current schema as the release")
    options = parser.parse_args()
    django.setup()
    from django.db import connection  # needs the settings

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        now = contract.read(cursor, tables())
    if options.write:
        contract.write(head(), now)
    commit, lines = contract.recorded()
    missed = contract.breaches(lines, now)
    print("\n".join(missed) or f"Processes of {commit[:12]} find all {len(lines)} functions and columns that they use.")
    return int(bool(missed))


def tables() -> list[str]:
    """Return the tables of the project, which processes of both releases use."""
    models = (model for app in APPS for model in apps.get_app_config(app).get_models(include_auto_created=True))
    return sorted({model._meta.db_table for model in models})


if __name__ == "__main__":
    sys.exit(main())
