"""Reading a whole page, however it lies. Importing this brings in the networks' runtime: only do it to read."""

import numpy as np

from documents.pipeline.ocr.blanks import find_blanks
from documents.pipeline.ocr.doubt import confidence_of, is_doubtful
from documents.pipeline.ocr.engines import engine_for
from documents.pipeline.ocr.leaders import find_leaders
from documents.pipeline.ocr.leading import with_leaders
from documents.pipeline.ocr.leaning import lean_of, levelled
from documents.pipeline.ocr.lines import OcrEngine, Picture, Reader, UprightPage
from documents.pipeline.ocr.options import OcrOptions
from documents.pipeline.ocr.orientation import quarter_turns
from documents.pipeline.ocr.quotes import with_quotes
from documents.pipeline.ocr.rules import find_rules
from documents.pipeline.ocr.scripts import languages_for
from documents.pipeline.ocr.strokes import with_strokes
from documents.pipeline.ocr.tesseract import TesseractEngine
from documents.pipeline.ocr.tesseract_library import Script, installed_languages, script_of

_LATIN = "Latin"


def read_upright(picture: Picture, options: OcrOptions) -> UprightPage:
    """Turn the picture upright and level, and read it; by another engine if this one is in doubt of what it reads."""
    turn = quarter_turns(picture)
    engine = engine_for(options)
    page = _read(picture, turn, engine)
    if not is_doubtful(page.lines, engine.name):
        return page
    return _read_again(picture, page, options)


def _read(picture: Picture, turn: int, engine: OcrEngine) -> UprightPage:
    upright = np.ascontiguousarray(np.rot90(picture, -turn))
    lean = lean_of(upright)
    level = levelled(upright, lean) if lean else upright
    read = with_quotes(with_strokes(engine.read(level), level))
    rules = find_rules(level)
    lines = with_leaders(read, [*find_leaders(level), *find_blanks(rules, read)])
    return UprightPage(turn, lean, lines, rules, Reader(engine.name))


def _read_again(picture: Picture, page: UprightPage, options: OcrOptions) -> UprightPage:
    """By tesseract in the languages of the script that the picture has, if it is there and is surer."""
    found = script_of(np.ascontiguousarray(np.rot90(picture, -page.turn)))
    script = found or Script("", 0)
    doubtful = page._replace(reader=page.reader._replace(script=script.name, is_doubtful=True))
    languages = languages_for(script.name, wanted=options.languages, installed=installed_languages())
    if not languages and script.name in {"", _LATIN}:
        languages = options.languages
    second = TesseractEngine(languages)
    if not languages or not second.is_there:
        return doubtful
    again = _read(picture, (page.turn + script.turn) % 4, second)
    if confidence_of(again.lines) <= confidence_of(page.lines):
        return doubtful
    in_doubt = is_doubtful(again.lines, second.name)
    return again._replace(reader=Reader(second.name, languages, script.name, in_doubt))
