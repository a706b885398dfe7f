"""What the command says: tables for people, JSON with `--json`; progress and complaints go to standard error."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn
from rich.table import Table
from rich.text import Text

from cartulary_client.batches import Told
from cartulary_client.records import Record


class Output:
    """One run of the command."""

    def __init__(self, *, is_json: bool) -> None:
        self.is_json = is_json
        self._console = Console(soft_wrap=True, highlight=False)
        self._aside = Console(stderr=True, highlight=False)

    def say(self, text: str) -> None:
        """Tell people; programs that read JSON do not hear it."""
        if not self.is_json:
            self._console.print(_shown(text))

    def complain(self, text: str) -> None:
        self._aside.print(_shown(text))

    def value(self, value: Any) -> None:
        """Write one value as a line of JSON."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False, default=_written) + "\n")

    def record(self, record: Record) -> None:
        """Show everything that is known of one thing."""
        if self.is_json:
            self.value(asdict(record))
            return
        for name, value in asdict(record).items():
            self._console.print(_shown(f"{name:20} {_cell(value)}"))

    def records(self, records: Iterable[Record], columns: Sequence[str]) -> None:
        """Show a list: these columns for people, JSON lines for programs."""
        if self.is_json:
            for record in records:
                self.value(asdict(record))
            return
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in columns:
            table.add_column(column, overflow="fold", no_wrap=column == "id")
        for record in records:
            table.add_row(*(_shown(_cell(getattr(record, column))) for column in columns))
        self._console.print(table)

    @contextmanager
    def progress(self, *, files: int, total: int) -> Iterator[Told]:
        """Show one bar over the bytes of all files; `Told` may be called from any thread."""
        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(),
            console=self._aside,
            disable=self.is_json or not self._aside.is_terminal,
            transient=True,
        )
        sent: dict[Path, int] = {}
        with bar:
            task = bar.add_task(f"{files} file{'s' if files != 1 else ''}", total=total)

            def told(file: Path, so_far: int) -> None:
                bar.advance(task, so_far - sent.get(file, 0))
                sent[file] = so_far

            yield told


def _shown(text: str) -> Text:
    """Titles come from anybody: nothing in them may steer the terminal."""
    return Text("".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text))


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, datetime):
        return value.astimezone().strftime("%Y-%m-%d %H:%M")
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=_written)
    return " ".join(str(value).split())


def _written(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
