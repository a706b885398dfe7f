"""Show the circuit breakers of other services, and close or open them by hand."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from redis import RedisError

from core.errors import CacheUnavailable, DomainError
from tasks.operations import circuit_breakers


class Command(BaseCommand):
    help = "List the circuit breakers that have had calls within a day; close or open one by hand."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--reset", metavar="NAME", help="send requests again")
        parser.add_argument("--open", metavar="NAME", help="send no requests until --reset")
        parser.add_argument("--reason", default="Switched off by an operator.", help="why, for the list")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if name := options["reset"]:
                circuit_breakers.send_again(name)
            if name := options["open"]:
                circuit_breakers.switch_off(name, reason=options["reason"])
            services = circuit_breakers.services()
        except DomainError as error:
            raise CommandError(error.message) from error
        except RedisError as error:
            raise CommandError(CacheUnavailable().message) from error
        for each in services:
            found = each.found
            left = f", {found.seconds_left} s left" if found.seconds_left and not found.is_forced else ""
            counts = f"{found.total_calls} calls, {found.failed_calls} failed, {found.rejected_calls} rejected"
            state = "switched off" if found.is_forced else found.state.replace("_", " ")
            self.stdout.write(f"{found.name}: {state}{left} ({counts}) {found.reason}".rstrip())
        if not services:
            self.stdout.write("No other service has been called within a day.")
