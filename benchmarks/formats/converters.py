"""`python -m benchmarks.formats.converters PEER FOLDER NAMES`: convert files with a peer and print its CPU seconds.

Runs in the environment of the peers, with their default options. A file that the peer cannot read has no output.
"""

import argparse
import importlib
import json
import resource
from collections.abc import Callable
from pathlib import Path

Converter = Callable[[Path], str]


def _pdf_inspector() -> Converter:
    module = importlib.import_module("pdf_inspector")
    return lambda file: str(module.process_pdf(str(file)).markdown or "")


def _edgeparse() -> Converter:
    module = importlib.import_module("edgeparse")
    return lambda file: str(module.convert(str(file), format="markdown"))


def _markitdown() -> Converter:
    converter = importlib.import_module("markitdown").MarkItDown(enable_plugins=False)
    return lambda file: str(converter.convert(str(file)).text_content)


PEERS: dict[str, Callable[[], Converter]] = {
    "pdf_inspector": _pdf_inspector,
    "edgeparse": _edgeparse,
    "markitdown": _markitdown,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=sorted(PEERS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", type=json.loads, help="names of the output files by path, as JSON")
    arguments = parser.parse_args()
    convert = PEERS[arguments.peer]()
    arguments.folder.mkdir(parents=True)
    before = _cpu_seconds()
    failed = [
        name for path, name in arguments.names.items() if not _write(convert, Path(path), arguments.folder / name)
    ]
    print(json.dumps({"cpu_s": _cpu_seconds() - before, "failed": failed}))


def _write(convert: Converter, file: Path, target: Path) -> bool:
    try:
        target.write_text(convert(file), "utf-8")
    except Exception:  # noqa: BLE001 - peers raise any exception; unreadable files are counted
        return False
    return True


def _cpu_seconds() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
