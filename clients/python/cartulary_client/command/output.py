"""Output of the command: tables, or JSON lines with `--json`; progress and errors go to standard error."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.table import Table
from rich.text import Text

from cartulary_client.bulk_upload import FileProgress
from cartulary_client.records import Record

EXIT_SOME_FAILED: Final = 5


class Output:
    """Output of one run."""

    def __init__(self, *, is_json: bool) -> None:
        self.is_json = is_json
        self._stdout = Console(soft_wrap=True, highlight=False)
        self._stderr = Console(stderr=True, highlight=False)

    def message(self, text: str) -> None:
        """Print a line of text, unless the output is JSON."""
        if not self.is_json:
            self._stdout.print(_escape(text))

    def error(self, text: str) -> None:
        """Print a line to standard error."""
        self._stderr.print(_escape(text))

    def value(self, value: Any) -> None:
        """Write a value as one line of JSON."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False, default=_to_json) + "\n")

    def record(self, record: Record) -> None:
        """Print all fields of a record."""
        if self.is_json:
            self.value(asdict(record))
            return
        for name, value in asdict(record).items():
            self._stdout.print(_escape(f"{name:20} {_cell(value)}"))

    def records(self, records: Iterable[Record], columns: Sequence[str]) -> None:
        """Print a table with these columns; as JSON, all fields of each record."""
        if self.is_json:
            for record in records:
                self.value(asdict(record))
            return
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in columns:
            table.add_column(column, overflow="fold", no_wrap=column == "id")
        for record in records:
            table.add_row(*(_escape(_cell(getattr(record, column))) for column in columns))
        self._stdout.print(table)

    @contextmanager
    def progress(self, *, files: int, total: int) -> Iterator[FileProgress]:
        """Show one progress bar over the bytes of all files."""
        bar = self._bar(BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
        positions: dict[Path, int] = {}
        with bar:
            task = bar.add_task(count(files, "file"), total=total)

            def report(file: Path, position: int) -> None:
                bar.advance(task, position - positions.get(file, 0))
                positions[file] = position

            yield report

    @contextmanager
    def bytes_progress(self, name: str) -> Iterator[Callable[[int], None]]:
        """Show how many bytes of a file have arrived; its size is not known."""
        bar = self._bar(DownloadColumn(), TransferSpeedColumn())
        with bar:
            task = bar.add_task(name, total=None)
            yield lambda position: bar.update(task, completed=position)

    @contextmanager
    def percent_progress(self, name: str) -> Iterator[Callable[[int], None]]:
        """Show how much of a job is done."""
        bar = self._bar(BarColumn(), TaskProgressColumn())
        with bar:
            task = bar.add_task(name, total=100)
            yield lambda percent: bar.update(task, completed=percent)

    def _bar(self, *columns: ProgressColumn) -> Progress:
        """Return a bar, hidden where standard error is no terminal."""
        is_hidden = self.is_json or not self._stderr.is_terminal
        description = TextColumn("{task.description}")
        return Progress(description, *columns, console=self._stderr, disable=is_hidden, transient=True)


def count(number: int, noun: str) -> str:
    """Return "1 file", "2 files" …"""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _escape(text: str) -> Text:
    """Replace control characters: titles come from other users and must not control the terminal."""
    return Text("".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text))


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, datetime):
        return value.astimezone().strftime("%Y-%m-%d %H:%M")
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=_to_json)
    return " ".join(str(value).split())


def _to_json(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
