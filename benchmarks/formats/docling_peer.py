"""`python -m benchmarks.formats.docling_peer LAYOUT`: docling's pipeline for PDFs with a layout that is provided.

Runs in the environment of the peers. The weights of docling's models for layout and tables are not in a package, and
they need torch. So docling gets the regions that Cartulary found on the same pages, and does not analyse the inner
structure of tables. The rest is measured: words, assignment to regions, reading order, the DoclingDocument.
"""

import argparse
import importlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from benchmarks.processes import peak_mb

Regions = Mapping[str, Mapping[str, Sequence[Sequence[Any]]]]  # [label, left, top, right, bottom] by page by file


def converter(regions: Regions) -> Callable[[Path], int]:
    """Return a function that converts a file and returns its number of pages."""
    pipeline: Any = importlib.import_module("docling.pipeline.standard_pdf_pipeline")
    options = importlib.import_module("docling.datamodel.pipeline_options")
    models = importlib.import_module("docling.document_converter")
    kinds = importlib.import_module("docling.datamodel.base_models")
    layout_options, layout_model = _provided_layout(regions, options, kinds)
    layouts = importlib.import_module("docling.models.factories.layout_factory").LayoutFactory()
    layouts.register(layout_model, "provided", __name__)
    pipeline.get_layout_factory = lambda **_: layouts
    pipeline.get_table_structure_factory = pipeline.get_ocr_factory = lambda **_: _NoModel()
    pipeline_options = options.ThreadedPdfPipelineOptions(
        do_ocr=False, do_table_structure=False, layout_options=layout_options, accelerator_options={"num_threads": 1}
    )
    pdf = kinds.InputFormat.PDF
    docling = models.DocumentConverter(format_options={pdf: models.PdfFormatOption(pipeline_options=pipeline_options)})

    def convert(file: Path) -> int:
        document = docling.convert(file).document
        document.export_to_dict()
        return len(document.pages)

    return convert


def _provided_layout(regions: Regions, options: Any, kinds: Any) -> tuple[Any, type]:
    """Define the classes of a docling plug-in, which needs docling to be importable."""
    base = importlib.import_module("docling.models.base_layout_model").BaseLayoutModel
    geometry = importlib.import_module("docling_core.types.doc")

    class ProvidedOptions(options.BaseLayoutOptions):  # type: ignore[misc]  # a class of docling's
        kind: ClassVar[str] = "provided"

    class ProvidedLayout(base):  # type: ignore[misc,valid-type]  # a class of docling's
        def __init__(self, **_: Any) -> None:
            """Load no weights."""

        @classmethod
        def get_options_type(cls) -> type:
            return ProvidedOptions

        def predict_layout(self, conv_res: Any, pages: Sequence[Any]) -> list[Any]:
            by_page = regions[str(conv_res.input.file)]
            return [kinds.LayoutPrediction(clusters=_clusters(by_page.get(str(page.page_no), ()))) for page in pages]

    def _clusters(page_regions: Sequence[Sequence[Any]]) -> list[Any]:
        return [
            kinds.Cluster(
                id=number,
                label=geometry.DocItemLabel(label),
                bbox=geometry.BoundingBox(l=left, t=top, r=right, b=bottom),
                confidence=1.0,
            )
            for number, (label, left, top, right, bottom) in enumerate(page_regions)
        ]

    return ProvidedOptions(), ProvidedLayout


class _NoModel:
    """Replaces the factories of models that are not used, whose plug-ins import torch."""

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
