"""The engines by name."""

from functools import cache

from documents.pipeline.ocr.lines import OcrEngine
from documents.pipeline.ocr.options import OcrOptions
from documents.pipeline.ocr.paddle import PaddleEngine
from documents.pipeline.ocr.tesseract import TesseractEngine


@cache
def engine_for(options: OcrOptions) -> OcrEngine:
    """The engine that is asked for; the one that is always there where that one, or its data, is not."""
    if options.engine == TesseractEngine.name:
        tesseract = TesseractEngine(options.languages)
        if tesseract.is_there:
            return tesseract
    return PaddleEngine()
