"""The steps between the engines and the programs: schema, models, user interface, demonstration data."""

import sys
from pathlib import Path

from config.stack import ui
from config.stack.addresses import DATABASE
from config.stack.blueprint import Blueprint
from config.stack.layout import PROJECT
from config.stack.programs import Step
from config.stack.stamps import Stamp, fingerprint


def migrate(blueprint: Blueprint) -> Step:
    async def work() -> bool:
        cluster = blueprint.addresses.cluster
        stamp = Stamp(blueprint.layout.stamps / "migrate")
        wanted = fingerprint(migration_files(), extra=blueprint.addresses.database_url)
        # Another program may have changed an external database, so only our own is taken at its word.
        if cluster is not None and stamp.matches(wanted):
            return False
        if cluster is not None:
            cluster.ensure_database(DATABASE)
        await _manage(blueprint, "migrate", "migrate", "--noinput", title="bringing the schema up to date")
        stamp.set(wanted)
        return True

    return Step(name="migrate", work=work, needs=("postgres",))


def models(blueprint: Blueprint) -> Step:
    async def work() -> bool:
        stamp = Stamp(blueprint.layout.stamps / "models")
        wanted = fingerprint([PROJECT / "requirements" / "base.txt"], extra=str(blueprint.layout.data))
        if stamp.matches(wanted):
            return False
        await _manage(blueprint, "models", "prepare_models", title="preparing the embedding model")
        stamp.set(wanted)
        return True

    return Step(name="models", work=work)


def user_interface(blueprint: Blueprint) -> Step:
    return Step(name="ui", work=lambda: ui.build(blueprint.commands("ui", cwd=ui.FRONTEND)))


def demo(blueprint: Blueprint) -> Step:
    """Seeded once per database and account: what a person throws away stays away."""

    async def work() -> bool:
        stamp = Stamp(blueprint.layout.stamps / "demo")
        wanted = fingerprint([], extra=f"{blueprint.addresses.database_url} {blueprint.credentials.basic_auth}")
        if stamp.matches(wanted):
            return False
        await _manage(blueprint, "demo", "seed_demo", title="filling the demonstration corpus")
        stamp.set(wanted)
        return True

    return Step(name="demo", work=work, needs=("migrate", "redis"))


def migration_files(project: Path = PROJECT) -> list[Path]:
    """Our migrations, and the lock file for those of the packages."""
    return [*project.glob("*/migrations/*.py"), project / "requirements" / "base.txt"]


async def _manage(blueprint: Blueprint, step: str, *arguments: str, title: str) -> None:
    await blueprint.commands(step).run([sys.executable, str(PROJECT / "manage.py"), *arguments], title=title)
