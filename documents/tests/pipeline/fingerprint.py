"""Print what is read from files and how their pages are drawn: `test_hosts.py` runs this on hosts that differ."""

import hashlib
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from documents.pipeline.mime_types import PDF
from documents.pipeline.pdf.file import frame_of, open_page, open_pdf
from documents.pipeline.pdf.rendition.bitmap import render
from documents.pipeline.registry import parser_for
from documents.pipeline.sniff import sniff_file
from documents.tests.pipeline.results import collect
from documents.types import ParseOptions, Rendition


def fingerprint(path: Path) -> dict[str, str]:
    """Return the text, and hashes of all results and of the picture of the first page."""
    with TemporaryDirectory() as scratch:
        options = ParseOptions(sniff_file(path, name=path.name), scratch)
        result = collect(parser_for(options.mime_type).parse(path, options))
        renditions = [Path(rendition.path) for rendition in result.of(Rendition)]
        read = [repr(result.events).replace(scratch, "").encode(), result.docling]
        read += [rendition.read_bytes() for rendition in renditions]
        drawn = path if options.mime_type == PDF else renditions[-1]
        return {"text": result.text, "results": _hash(*read), "picture": _hash(_picture(drawn))}


def _picture(path: Path) -> bytes:
    with open_pdf(path) as document, open_page(document, 1) as page:
        frame = frame_of(page)
        return render(page, round(frame.width), round(frame.height)).data


def _hash(*contents: bytes) -> str:
    return hashlib.sha256(b"".join(contents)).hexdigest()


if __name__ == "__main__":
    json.dump({name: fingerprint(Path(name)) for name in sys.argv[1:]}, sys.stdout)
