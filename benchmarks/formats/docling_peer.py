"""`python -m benchmarks.formats.docling_peer LAYOUT`: docling's own pipeline for PDFs over a layout that is given.

Runs in the environment of the peers. docling's models of layout and tables come without weights that could be had
here, and want torch; so it is given the regions that we found on the same pages and finds no inner structure of tables.
What is measured is the rest of it: words, assignment to regions, reading order, assembly into a DoclingDocument.
"""

import argparse
import importlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from benchmarks.formats.peak import peak_mb

Regions = Mapping[str, Mapping[str, Sequence[Sequence[Any]]]]  # [label, left, top, right, bottom] by page by file


def converter(regions: Regions) -> Callable[[Path], int]:
    """Gives how many pages it has read."""
    pipeline: Any = importlib.import_module("docling.pipeline.standard_pdf_pipeline")
    options = importlib.import_module("docling.datamodel.pipeline_options")
    models = importlib.import_module("docling.document_converter")
    kinds = importlib.import_module("docling.datamodel.base_models")
    layout_options, layout_model = _given_layout(regions, options, kinds)
    layouts = importlib.import_module("docling.models.factories.layout_factory").LayoutFactory()
    layouts.register(layout_model, "given", __name__)
    pipeline.get_layout_factory = lambda **_: layouts
    pipeline.get_table_structure_factory = pipeline.get_ocr_factory = lambda **_: _Nothing()
    chosen = options.ThreadedPdfPipelineOptions(
        do_ocr=False, do_table_structure=False, layout_options=layout_options, accelerator_options={"num_threads": 1}
    )
    pdf = kinds.InputFormat.PDF
    made = models.DocumentConverter(format_options={pdf: models.PdfFormatOption(pipeline_options=chosen)})

    def convert(file: Path) -> int:
        document = made.convert(file).document
        document.export_to_dict()
        return len(document.pages)

    return convert


def _given_layout(regions: Regions, options: Any, kinds: Any) -> tuple[Any, type]:
    """Classes of a plug-in for docling, which can be made only where docling is."""
    base = importlib.import_module("docling.models.base_layout_model").BaseLayoutModel
    geometry = importlib.import_module("docling_core.types.doc")

    class GivenOptions(options.BaseLayoutOptions):  # type: ignore[misc]  # a class of docling's
        kind: ClassVar[str] = "given"

    class GivenLayout(base):  # type: ignore[misc,valid-type]  # a class of docling's
        def __init__(self, **_: Any) -> None:
            """Needs no weights."""

        @classmethod
        def get_options_type(cls) -> type:
            return GivenOptions

        def predict_layout(self, conv_res: Any, pages: Sequence[Any]) -> list[Any]:
            known = regions[str(conv_res.input.file)]
            return [kinds.LayoutPrediction(clusters=_clusters(known.get(str(page.page_no), ()))) for page in pages]

    def _clusters(found: Sequence[Sequence[Any]]) -> list[Any]:
        return [
            kinds.Cluster(
                id=number,
                label=geometry.DocItemLabel(label),
                bbox=geometry.BoundingBox(l=left, t=top, r=right, b=bottom),
                confidence=1.0,
            )
            for number, (label, left, top, right, bottom) in enumerate(found)
        ]

    return GivenOptions(), GivenLayout


class _Nothing:
    """Stands in for the factories of what is not asked for, whose plug-ins import torch."""

    def create_instance(self, **_: Any) -> Callable[[Any, Any], Any]:
        return lambda _, pages: pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("layout", type=Path)
    regions = json.loads(parser.parse_args().layout.read_text())
    convert = converter(regions)
    files = [Path(file) for file in regions]
    convert(files[0])
    began = time.process_time()
    pages = sum(convert(file) for file in files)
    seconds = time.process_time() - began
    print(json.dumps({"pages": pages, "cpu_s": seconds / pages, "peak_mb": peak_mb()}))


if __name__ == "__main__":
    main()
