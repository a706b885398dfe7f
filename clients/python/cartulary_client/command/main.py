"""The words of the command, and what its exit codes mean."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cartulary_client.command import completing, reading, sending, signing_in
from cartulary_client.command.output import Output
from cartulary_client.connection import VERSION
from cartulary_client.errors import CartularyError, NotSignedIn, TookTooLong, Unreachable

_EXIT_CODES: Final = """exit codes: 0 done; 1 refused; 2 wrong use; 3 nobody is logged in; 4 the server does not answer;
5 some files were refused, or some documents failed; 6 not done in time; 130 interrupted"""
_BY_ERROR: Final[Mapping[type[CartularyError], int]] = {NotSignedIn: 3, Unreachable: 4, TookTooLong: 6}
_INTERRUPTED: Final = 130

Command = Callable[[argparse.Namespace, Output], int]


def run() -> None:
    """Be the program."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Run one command; give its exit code."""
    asked = parser().parse_args(arguments)
    output = Output(is_json=asked.json)
    command: Command = asked.command
    try:
        return command(asked, output)
    except CartularyError as error:
        output.complain(f"cartulary: {error} ({error.code})")
        return next((code for kind, code in _BY_ERROR.items() if isinstance(error, kind)), 1)
    except BrokenPipeError:  # whoever read has gone: `cartulary ls | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        output.complain(f"cartulary: {error}")
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED


def parser() -> argparse.ArgumentParser:
    """Build what understands the command line."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--server", default="", help="its address; else CARTULARY, else where you logged in")
    common.add_argument("--json", action="store_true", help="JSON, one value per line")
    whole = argparse.ArgumentParser(prog="cartulary", description=__doc__, epilog=_EXIT_CODES)
    whole.description = "Documents in Cartulary, from a shell."
    commands = whole.add_subparsers(required=True, metavar="command")

    def add(name: str, command: Command) -> argparse.ArgumentParser:
        told = (command.__doc__ or "").strip()
        sub = commands.add_parser(name, parents=[common], help=told, description=told, epilog=_EXIT_CODES)
        sub.set_defaults(command=command)
        return sub

    _add_signing_in(add)
    _add_sending(add)
    _add_reading(add)
    add("version", version)
    add("completion", completing.completion).add_argument("shell", choices=completing.SHELLS)
    return whole


_Add = Callable[[str, Command], argparse.ArgumentParser]


def _add_signing_in(add: _Add) -> None:
    login = add("login", signing_in.login)
    login.add_argument("username", nargs="?", default="", help="the password is asked for, or read from standard input")
    login.add_argument("--api-token", action="store_true", help="read an API token from standard input instead")
    add("logout", signing_in.logout)
    add("whoami", signing_in.whoami)


def _add_sending(add: _Add) -> None:
    upload = add("upload", sending.upload)
    upload.add_argument("files", nargs="+", metavar="file", help="files and folders; folders keep their shape")
    upload.add_argument("-c", "--corpus", default="", help="its id or title; else your personal one")
    upload.add_argument("--make", action="store_true", help="make the corpus if there is none of that title")
    upload.add_argument("--path", default="", help="folders of the corpus to put them into")
    upload.add_argument("--unpack", action="store_true", help="unpack ZIP files into the corpus")
    upload.add_argument("-j", "--jobs", type=int, default=4, help="files sent at once (%(default)s)")
    upload.add_argument("-w", "--wait", action="store_true", help="until they are processed and searchable")
    wait = add("wait", sending.wait)
    wait.add_argument("documents", nargs="*", metavar="document", help="ids; else all that are being processed")
    for each in (upload, wait):
        each.add_argument("--timeout", type=float, default=600.0, help="seconds to wait at most (%(default)s)")


def _add_reading(add: _Add) -> None:
    ls = add("ls", reading.ls)
    ls.add_argument("corpus", nargs="?", default="", help="its id or title")
    ls.add_argument("-a", "--all", action="store_true", help="all documents that you see")
    ls.add_argument("--search", default="", help="words of the title or the file's name")
    ls.add_argument("--state", default="", choices=("", "processing", "ready", "partial", "failed"))
    search = add("search", reading.search)
    search.add_argument("corpus", help="its id or title")
    search.add_argument("query")
    search.add_argument("-n", "--limit", type=int, default=10)
    show = add("show", reading.show)
    show.add_argument("document")
    show.add_argument("--text", action="store_true", help="its text instead")
    download = add("download", reading.download)
    download.add_argument("document")
    download.add_argument("to", nargs="?", default="", help="a file or a folder; else here, under its own name")
    download.add_argument("--what", choices=("file", "pdf", "text"), default="file")
    export = add("export", reading.export)
    export.add_argument("corpus", help="its id or title")
    export.add_argument("to", nargs="?", default="-", help="a file; else standard output")
    export.add_argument("--no-text", action="store_true", help="annotations only")
    jobs = add("jobs", reading.jobs)
    jobs.add_argument("--document", default="")
    jobs.add_argument("--status", default="")
    jobs.add_argument("-n", "--limit", type=int, default=50)
    add("usage", reading.usage)


def version(asked: argparse.Namespace, output: Output) -> int:
    """Say which version this is."""
    output.say(f"cartulary {VERSION}")
    if output.is_json:
        output.value({"version": VERSION})
    return 0
