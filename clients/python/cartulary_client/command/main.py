"""The argument parser and the exit codes."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from cartulary_client.bulk_upload import DEFAULT_CONCURRENCY
from cartulary_client.command import (
    commands_annotations,
    commands_auth,
    commands_bulk,
    commands_mcp,
    commands_read,
    commands_upload,
    shell_completion,
)
from cartulary_client.command.output import Output
from cartulary_client.connection import VERSION
from cartulary_client.errors import CartularyError, NotAuthenticated, ServerUnreachable, WaitTimeout

_EXIT_CODES: Final = """exit codes: 0 success; 1 error; 2 wrong arguments; 3 not logged in; 4 server unreachable;
5 some files or rows were refused, or some documents failed; 6 timeout; 130 interrupted"""
_EXIT_CODE_BY_ERROR: Final[Mapping[type[CartularyError], int]] = {
    NotAuthenticated: 3,
    ServerUnreachable: 4,
    WaitTimeout: 6,
}
_EXIT_INTERRUPTED: Final = 130
_BULK: Final = "Change all documents that a filter selects."
_ANNOTATIONS: Final = "Export the annotations of a corpus to a file, or import them from one."

Command = Callable[[argparse.Namespace, Output], int]
_AddCommand = Callable[[str, Command], argparse.ArgumentParser]
_Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - it has no public name


def run() -> None:
    """Run the program with the arguments of the process."""
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    arguments = build_parser().parse_args(argv)
    output = Output(is_json=arguments.json)
    command: Command = arguments.command
    try:
        return command(arguments, output)
    except CartularyError as error:
        output.error(f"cartulary: {error} ({error.code})")
        return next((code for kind, code in _EXIT_CODE_BY_ERROR.items() if isinstance(error, kind)), 1)
    except BrokenPipeError:  # the reader has closed the pipe: `cartulary ls | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        output.error(f"cartulary: {error}")
        return 1
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED


def build_parser() -> argparse.ArgumentParser:
    """Build the parser with all commands."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--server", default="", help="server URL (default: CARTULARY, or the server of your login)")
    common.add_argument("--json", action="store_true", help="print JSON, one value per line")
    description = "Work with documents in Cartulary from a shell."
    parser = argparse.ArgumentParser(prog="cartulary", description=description, epilog=_EXIT_CODES)
    commands = parser.add_subparsers(required=True, metavar="command")

    add = _adder(commands, common)
    _add_auth_commands(add)
    _add_upload_commands(add)
    _add_read_commands(add)
    annotations = commands.add_parser("annotations", help=_ANNOTATIONS, description=_ANNOTATIONS, epilog=_EXIT_CODES)
    _add_annotation_commands(_adder(annotations.add_subparsers(required=True, metavar="command"), common))
    bulk = commands.add_parser("bulk", help=_BULK, description=_BULK, epilog=_EXIT_CODES)
    _add_bulk_commands(_adder(bulk.add_subparsers(required=True, metavar="command"), common))
    add("mcp", commands_mcp.mcp)
    add("version", version)
    add("completion", shell_completion.completion).add_argument("shell", choices=shell_completion.SHELLS)
    return parser


def _adder(commands: _Subparsers, common: argparse.ArgumentParser) -> _AddCommand:
    """Return a function that adds a command, whose docstring is its help text."""

    def add(name: str, command: Command) -> argparse.ArgumentParser:
        text = " ".join((command.__doc__ or "").split())
        summary = (command.__doc__ or "").partition("\n")[0]
        subparser = commands.add_parser(name, parents=[common], help=summary, description=text, epilog=_EXIT_CODES)
        subparser.set_defaults(command=command)
        return subparser

    return add


def _add_annotation_commands(add: _AddCommand) -> None:
    export = add("export", commands_annotations.export_annotations)
    export.add_argument("corpus", help="id or title of a corpus")
    export.add_argument("to", help="file; its suffix is the format: csv, xlsx, jsonl, parquet, or jsonld (W3C)")
    export.add_argument("--format", default="", choices=commands_annotations.FORMATS, help="another format")
    pdfs = add("pdfs", commands_annotations.export_pdfs)
    pdfs.add_argument("corpus", help="id or title of a corpus")
    pdfs.add_argument("to", help="ZIP file")
    pdfs.add_argument("--timeout", type=float, default=3600.0, help="seconds to wait (default: %(default)s)")
    _add_annotation_filters(export, pdfs)
    add_file = add("import", commands_annotations.import_annotations)
    add_file.add_argument("corpus", help="id or title of a corpus")
    add_file.add_argument("file", help="file of JSON lines or Web Annotations")
    add_file.add_argument("--timeout", type=float, default=600.0, help="seconds to wait (default: %(default)s)")


def _add_annotation_filters(*commands: argparse.ArgumentParser) -> None:
    for command in commands:
        repeated = partial(command.add_argument, action="append", default=[])
        repeated("--label", help="only those with this label: its id, path or name; several: those with any of them")
        repeated("--document", help="only those on the document with this id; several")
        repeated("--annotation", help="only the one with this id; several")
        chosen = partial(command.add_argument, default="")
        chosen("--source", choices=("human", "analyzer", "agent", "extract"), help="only those made by these")
        chosen("--review", choices=("pending", "accepted"), help="only suggestions in this state")
        chosen("--creator", help="only those by the user with this id")
        chosen("--search", help="only those with these words in their quote or note")
        chosen(
            "--placement",
            choices=("certain", "to_check", "uncertain", "not_found"),
            help="only those whose place was found again surely, not surely (uncertain), not; to_check: the last two",
        )
        command.add_argument("--no-comments", action="store_true", help="without the comments of members")


def _add_bulk_commands(add: _AddCommand) -> None:
    label = add("label", commands_bulk.label)
    unlabel = add("unlabel", commands_bulk.unlabel)
    set_field = add("set-field", commands_bulk.set_field)
    remove = add("remove", commands_bulk.remove)
    for command in (label, unlabel, set_field, remove):
        command.add_argument("corpus", help="id or title of a corpus")
    for command in (label, unlabel):
        command.add_argument("label", help="id, path or name of a label")
    set_field.add_argument("field", help="id or name of a field")
    set_field.add_argument("value", nargs="*", help="its value; of a list: several")
    to_corpus = add("add", commands_bulk.add)
    to_corpus.add_argument("to", help="id or title of the corpus to add to")
    retry, delete = add("retry", commands_bulk.retry), add("delete", commands_bulk.delete)
    for command in (to_corpus, retry, delete):
        command.add_argument("--corpus", default="", help="only documents of the corpus with this id or title")
    for command in (label, unlabel, set_field, remove, to_corpus, retry, delete):
        _add_document_filters(command)
    for command in (remove, delete):
        command.add_argument("--yes", action="store_true", help="do it; without this, only the documents are counted")
    undo = add("undo", commands_bulk.undo)
    undo.add_argument("change", help="id of a change")
    undo.add_argument("--timeout", type=float, default=600.0, help="seconds to wait (default: %(default)s)")
    add("list", commands_bulk.list_changes)


def _add_document_filters(command: argparse.ArgumentParser) -> None:
    command.add_argument("--search", default="", help="only those with these words in their title or file name")
    command.add_argument("--state", default="", choices=("processing", "ready", "partial", "failed"), help="only these")
    command.add_argument("--type", default="", help="only those of this type: pdf, docx or a MIME type")
    command.add_argument("--language", default="", help="only those in this language: en, de …")
    command.add_argument("--folder", default="", help="only those in the folder with this id")
    command.add_argument("--with-label", default="", help="only those that have this label: its id, path or name")
    command.add_argument("--timeout", type=float, default=600.0, help="seconds to wait (default: %(default)s)")


def _add_auth_commands(add: _AddCommand) -> None:
    login = add("login", commands_auth.login)
    login.add_argument("username", nargs="?", default="", help="the password is read from the terminal or from stdin")
    login.add_argument("--api-token", action="store_true", help="read an API token from stdin instead of a password")
    add("logout", commands_auth.logout)
    add("whoami", commands_auth.whoami)


def _add_upload_commands(add: _AddCommand) -> None:
    upload = add("upload", commands_upload.upload)
    upload.add_argument("files", nargs="+", metavar="file", help="files and folders; subfolders are kept")
    upload.add_argument("-c", "--corpus", default="", help="id or title of a corpus (default: your personal corpus)")
    upload.add_argument("--create", action="store_true", help="create the corpus if no corpus has this title")
    upload.add_argument("--folder", default="", help="path of a folder in the corpus; missing folders are created")
    upload.add_argument("--unpack", action="store_true", help="unpack ZIP files into the corpus")
    upload.add_argument(
        "-j", "--jobs", type=int, default=DEFAULT_CONCURRENCY, help="number of parallel uploads (default: %(default)s)"
    )
    upload.add_argument("-w", "--wait", action="store_true", help="wait until the documents are ready for search")
    wait = add("wait", commands_upload.wait)
    wait.add_argument("documents", nargs="*", metavar="document", help="ids (default: all that are being processed)")
    for command in (upload, wait):
        command.add_argument("--timeout", type=float, default=600.0, help="seconds to wait (default: %(default)s)")


def _add_read_commands(add: _AddCommand) -> None:
    ls = add("ls", commands_read.ls)
    ls.add_argument("corpus", nargs="?", default="", help="id or title of a corpus")
    ls.add_argument("-a", "--all", action="store_true", help="list all documents you can see")
    ls.add_argument("--search", default="", help="words of the title or the file name")
    ls.add_argument("--state", default="", choices=("", "processing", "ready", "partial", "failed"))
    search = add("search", commands_read.search)
    search.add_argument("corpus", help="id or title of a corpus")
    search.add_argument("query", help="words or a question")
    search.add_argument("-n", "--limit", type=int, default=10, help="number of results (default: %(default)s)")
    ask = add("ask", commands_read.ask)
    ask.add_argument("question", help="a question about the content")
    ask.add_argument("--corpus", default="", help="id or title of a corpus (default: all that you can see)")
    ask.add_argument("--document", default="", help="id of a document")
    show = add("show", commands_read.show)
    show.add_argument("document", help="id of a document")
    show.add_argument("--text", action="store_true", help="print the text instead of the metadata")
    download = add("download", commands_read.download)
    download.add_argument("document", help="id of a document")
    download.add_argument("to", nargs="?", default="", help="file or folder (default: here, with its own name)")
    download.add_argument(
        "--content", choices=("file", "pdf", "text"), default="file", help="what to download (default: the original)"
    )
    export = add("export", commands_read.export)
    export.add_argument("corpus", help="id or title of a corpus")
    export.add_argument("to", nargs="?", default="-", help="file (default: standard output)")
    export.add_argument("--no-text", action="store_true", help="leave out the text of the documents")
    jobs = add("jobs", commands_read.jobs)
    jobs.add_argument("--document", default="", help="only jobs of the document with this id")
    jobs.add_argument("--status", default="", help="only jobs with this status")
    jobs.add_argument("-n", "--limit", type=int, default=50, help="number of jobs (default: %(default)s)")
    add("usage", commands_read.usage)


def version(arguments: argparse.Namespace, output: Output) -> int:
    """Print the version."""
    output.message(f"cartulary {VERSION}")
    if output.is_json:
        output.value({"version": VERSION})
    return 0
