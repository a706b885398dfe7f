"""A parser of PDFs that were changed before."""

from pathlib import Path

import pikepdf
import pytest

from documents.pipeline.pdf.parser import PdfParser
from documents.tests.pipeline.results import Result, collect
from documents.types import ParseOptions


@pytest.fixture
def parse_pdf(tmp_path):
    """Parse a PDF. `change` is called with it before, as opened by pikepdf."""

    def run(source: Path, change=None, **options) -> Result:
        if change is not None:
            with pikepdf.open(source) as pdf:
                change(pdf)
                source = tmp_path / "changed.pdf"
                pdf.save(source)
        return collect(PdfParser().parse(source, ParseOptions("application/pdf", str(tmp_path), **options)))

    return run
