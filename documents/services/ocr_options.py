"""OCR options from settings; part of the parse options and their hash."""

from django.conf import settings

from documents.pipeline.ocr.options import OcrMode


def options() -> dict[str, str]:
    """Return the options; OCR_ENABLED applies to all engines (X-28)."""
    if not settings.OCR_ENABLED:
        return {"ocr": OcrMode.OFF.value}
    return {"ocr": OcrMode.AUTO.value, "ocr_engine": settings.OCR_ENGINE, "ocr_languages": settings.OCR_LANGUAGES}
