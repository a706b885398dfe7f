"""How this installation wants text in pictures to be read: a part of the options of every parse, and of their hash."""

from django.conf import settings

from documents.pipeline.ocr.options import OcrMode


def options() -> dict[str, str]:
    """OCR_ENABLED switches reading on and off, whatever the engine (X-28)."""
    if not settings.OCR_ENABLED:
        return {"ocr": OcrMode.OFF.value}
    return {"ocr": OcrMode.AUTO.value, "ocr_engine": settings.OCR_ENGINE, "ocr_languages": settings.OCR_LANGUAGES}
