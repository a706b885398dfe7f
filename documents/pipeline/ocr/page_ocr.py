"""OCR of a whole page: make it upright and level, recognize its text, and choose the engine.

Importing this module loads the runtime of the networks. Import it only to run OCR.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np

from documents.pipeline.ocr.ink import add_stroke_widths, find_ruling_lines
from documents.pipeline.ocr.marks import find_form_blanks, find_leaders, insert_leaders
from documents.pipeline.ocr.model import OcrEngine, OcrLine, OcrPage, OcrSource, Picture, mean_confidence
from documents.pipeline.ocr.options import OcrOptions
from documents.pipeline.ocr.orientation import deskew, detect_rotation, detect_skew
from documents.pipeline.ocr.ppocr import PpOcrEngine
from documents.pipeline.ocr.quotes import fix_quotes
from documents.pipeline.ocr.tesseract import Script, TesseractEngine, detect_script, installed_languages, languages_for

_LATIN = "Latin"

# Engines recognize scripts that they do not support as characters of their own, with low confidence. Measured on a page
# of each of 20 languages: ppocr has 0.96 or more with supported scripts, 0.86 or less with others; Tesseract has 0.93
# with the right language, 0.5 with a wrong one.
_MIN_CONFIDENCE = {"ppocr": 0.88, "tesseract": 0.7}
_MIN_CHARACTERS = 20  # to judge the confidence


def recognize_page(picture: Picture, options: OcrOptions) -> OcrPage:
    """Recognize a page in any rotation. If the engine is in doubt, try Tesseract, too."""
    rotation = detect_rotation(picture)
    engine = select_engine(options)
    page = _recognize(picture, rotation, engine)
    if not is_doubtful(page.lines, engine.name):
        return page
    return _retry_with_tesseract(picture, page, options)


@cache
def select_engine(options: OcrOptions) -> OcrEngine:
    """Return the engine of the options, or PP-OCR if Tesseract or the data of the languages is not installed."""
    if options.engine == TesseractEngine.name:
        tesseract = TesseractEngine(options.languages)
        if tesseract.is_available:
            return tesseract
    return PpOcrEngine()


def is_doubtful(lines: Iterable[OcrLine], engine: str) -> bool:
    """Check whether most of the text is probably wrong."""
    lines = list(lines)
    characters = sum(line.character_count for line in lines)
    return characters >= _MIN_CHARACTERS and mean_confidence(lines) < _MIN_CONFIDENCE[engine]


def _recognize(picture: Picture, rotation: int, engine: OcrEngine) -> OcrPage:
    upright = np.ascontiguousarray(np.rot90(picture, -rotation))
    skew = detect_skew(upright)
    level = deskew(upright, skew) if skew else upright
    lines = fix_quotes(add_stroke_widths(engine.read(level), level))
    rules = find_ruling_lines(level)
    lines = insert_leaders(lines, [*find_leaders(level), *find_form_blanks(rules, lines)])
    return OcrPage(rotation, skew, lines, rules, OcrSource(engine.name))


def _retry_with_tesseract(picture: Picture, page: OcrPage, options: OcrOptions) -> OcrPage:
    """Recognize the page in the languages of its script. Return the better result, marked as doubtful if it is."""
    detected = detect_script(np.ascontiguousarray(np.rot90(picture, -page.rotation)))
    script = detected or Script("", 0)
    doubtful = page._replace(source=page.source._replace(script=script.name, is_doubtful=True))
    languages = languages_for(script.name, preferred=options.languages, installed=installed_languages())
    if not languages and script.name in {"", _LATIN}:
        languages = options.languages
    tesseract = TesseractEngine(languages)
    if not languages or not tesseract.is_available:
        return doubtful
    retried = _recognize(picture, (page.rotation + script.rotation) % 4, tesseract)
    if mean_confidence(retried.lines) <= mean_confidence(page.lines):
        return doubtful
    still_doubtful = is_doubtful(retried.lines, tesseract.name)
    return retried._replace(source=OcrSource(tesseract.name, languages, script.name, still_doubtful))
