"""`python -m benchmarks.titles FOLDER`: the titles that parsing finds in the files of a folder, one file per line.

Files are parsed in the sandbox, without a database. Whether a title is right has to be read.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from core.errors import UserFault
from documents.pipeline import registry, sniff
from documents.pipeline.sandbox import Sandbox
from documents.pipeline.titles import OpeningItem, find_title
from documents.types import ParsedPage, ParsedStructure, ParseOptions

_TIMEOUT = 60.0  # seconds for a file
_LOOKAHEAD = 65_536
_OPTIONS = {"ocr": "auto", "ocr_engine": "", "ocr_languages": ""}
_GROUND_TRUTH = frozenset({".json", ".jsonl", ".gz", ".md"})


def main() -> None:
    """Print the title of each file that can be parsed, and how many have one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--list", type=Path, help="a file with the names of the files, instead of all in the folder")
    arguments = parser.parse_args()
    titles = dict(_titles(_files(arguments.folder, arguments.list)))
    for path, title in titles.items():
        print(f"{path.relative_to(arguments.folder)}\t{title}")
    print(f"{len(titles)} files parsed, {sum(map(bool, titles.values()))} with a title")


def _files(folder: Path, listed: Path | None) -> list[Path]:
    if listed is not None:
        return [folder / name for name in listed.read_text().splitlines()]
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in _GROUND_TRUTH]


def _titles(files: list[Path]) -> Iterator[tuple[Path, str]]:
    sandbox = Sandbox()
    for path in files:
        try:
            yield path, _title(sandbox, path)
        except UserFault as error:
            print(f"{path.name}: {error.message}")


def _title(sandbox: Sandbox, path: Path) -> str:
    mime_type = sniff.sniff_file(path, name=path.name, lookahead=_LOOKAHEAD)
    text, structure = "", ParsedStructure(items=())
    with tempfile.TemporaryDirectory() as scratch:
        options = ParseOptions(mime_type=mime_type, scratch=scratch, extra=_OPTIONS)
        name = registry.parser_for(mime_type, name="").name
        for event in sandbox.parse(path, options, parser=name, deadline=time.monotonic() + _TIMEOUT):
            match event:
                case ParsedPage(number=1):
                    text = event.text
                case ParsedStructure():
                    structure = event
    opening = [
        OpeningItem(each.kind, each.level, text[each.start : each.end]) for each in structure.items if each.page == 1
    ]
    return find_title(mime_type, structure.metadata, opening)


if __name__ == "__main__":
    main()
