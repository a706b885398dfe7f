"""Show the circuit breakers of other services, and close or open them by hand."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.breakers import Breaker, all_breakers


class Command(BaseCommand):
    help = "List the circuit breakers that have had calls within a day; close or open one by hand."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--reset", metavar="NAME", help="send requests again")
        parser.add_argument("--open", metavar="NAME", help="send no requests until --reset")
        parser.add_argument("--reason", default="Switched off by an operator.", help="why, for the list")

    def handle(self, *args: Any, **options: Any) -> None:
        breakers = {each.name: each for each in all_breakers()}
        if name := options["reset"]:
            _named(breakers, name).reset()
        if name := options["open"]:
            _named(breakers, name).force_open(options["reason"])
        for each in breakers.values():
            found = each.snapshot()
            left = f", {found.seconds_left} s left" if found.seconds_left and not found.is_forced else ""
            counts = f"{found.total_calls} calls, {found.failed_calls} failed, {found.rejected_calls} rejected"
            state = "switched off" if found.is_forced else found.state.replace("_", " ")
            self.stdout.write(f"{each.name}: {state}{left} ({counts}) {found.reason}".rstrip())
        if not breakers:
            self.stdout.write("No other service has been called within a day.")


def _named(breakers: dict[str, Breaker], name: str) -> Breaker:
    if name not in breakers:
        raise CommandError(f"There is no circuit breaker {name!r}. There are: {', '.join(breakers) or 'none'}.")
    return breakers[name]
