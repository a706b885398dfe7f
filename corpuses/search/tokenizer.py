"""Split text into words, as the index and queries do, and find their stems with the dictionaries of PostgreSQL."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from django.db import connection

MAX_QUESTION = 2_000  # characters; the embedder sees 256 tokens anyway
MAX_TERMS = 32
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")
_EDGES = re.compile(r"^\W+|\W+$")

# Split text into words, as the index and queries do. A word is a run of letters and digits. Of scripts that do not
# separate words by spaces, every character is a word. What contains a digit and is joined by punctuation, as `145(c)`,
# `12/14/97` or `ZX-4471`, is an identifier besides.
LONGEST = 100  # characters; longer runs are no words

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_IDENTIFIER = re.compile(r"[^\W_]+(?:[-.,:/&]+[^\W_]+|\([^\W_]+\))+")
_UNSPACED_WORD = re.compile(rf"[{_UNSPACED}]+")


def words(text: str) -> list[str]:
    """Return all words of `text` in order, in lower case and without ligatures: phrases are compared by them."""
    return _words(_folded(text))


def terms(text: str) -> Iterator[str]:
    """Yield what `text` is ranked by: its words, its identifiers, and pairs of characters of unspaced scripts."""
    folded = _folded(text)
    yield from (word for word in _words(folded) if len(word) > 1 or not _is_letter(word))
    for identifier in _IDENTIFIER.findall(folded):
        if len(identifier) <= LONGEST and any(map(str.isdigit, identifier)):
            yield identifier
    for run in _UNSPACED_WORD.findall(folded):
        yield from (run[at : at + 2] for at in range(len(run) - 1))


def phrase_query(phrase: str) -> str:
    """Return the `tsquery` of words that follow each other; empty if `phrase` has no words."""
    return " <-> ".join(f"'{word}'" for word in words(phrase))


def word_positions(text: str) -> str:
    """Return the `tsvector` of `text`: each word with its positions."""
    positions: dict[str, list[int]] = {}
    for position, word in enumerate(words(text), 1):
        positions.setdefault(word, []).append(position)
    return " ".join(f"'{word}':{','.join(map(str, places))}" for word, places in positions.items())


def is_plain_word(term: str) -> bool:
    """Check whether a term has a stem: identifiers and numbers have none."""
    return term.isalpha()


def is_identifier(term: str) -> bool:
    """Check whether a term has digits that punctuation joins to more."""
    return not term.isalnum()


def without_accents(word: str) -> str:
    """Return `word` without accents, so that `résumé` and `resume` are one term."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFD", word)
    return unicodedata.normalize("NFC", "".join(part for part in decomposed if not unicodedata.combining(part)))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("\u00ad", "").casefold()


def _words(folded: str) -> list[str]:
    return [word[:LONGEST] for word in _WORD.findall(folded)]


def _is_letter(character: str) -> bool:
    """Check for a letter of an alphabet, which is no term alone: `s` of `tenant's`, `c` of `145(c)`."""
    return character.isascii() and character.isalpha()


# Languages (ISO 639-1) whose stemmers come with PostgreSQL.
DICTIONARIES: Final = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian",
    "ne": "nepali", "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
DEFAULT: Final = "en"  # of documents whose language is unknown

Stems = Mapping[str, str]
"""The stem of each word; stop words are missing."""


def dictionary_of(language: str) -> str:
    """Return the name of the dictionary; `simple` for languages without a stemmer, which keeps words as they are."""
    code = (language or DEFAULT).split("-")[0].lower()
    return f"{DICTIONARIES[code]}_stem" if code in DICTIONARIES else "simple"


def stems_of(terms: Iterable[str], languages: Sequence[str]) -> dict[str, Stems]:
    """Return the stems in each of `languages`. Identifiers and numbers are their own stems. One query."""
    distinct = list(dict.fromkeys(terms))
    plain = [term for term in distinct if is_plain_word(term)]
    others = {term: term for term in distinct if not is_plain_word(term)}
    by_dictionary: dict[str, dict[str, str]] = {dictionary_of(language): {} for language in languages}
    for dictionary, word, stem in _look_up(list(by_dictionary), plain):
        if stem is None:  # the dictionary does not know the word
            by_dictionary[dictionary][word] = without_accents(word)
        elif stem:
            by_dictionary[dictionary][word] = without_accents(stem)
    return {language: {**others, **by_dictionary[dictionary_of(language)]} for language in languages}


def _look_up(dictionaries: Sequence[str], words: Sequence[str]) -> list[tuple[str, str, str | None]]:
    if not words:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT dictionary, word, array_to_string(ts_lexize(dictionary::regdictionary, word), ' ')"
            " FROM unnest(%s::text[]) AS dictionary, unnest(%s::text[]) AS word",
            [list(dictionaries), list(words)],
        )
        return list(cursor.fetchall())


def clean_question(question: str) -> str:
    """Return the query without control characters and unpaired surrogates, limited in length; empty without words."""
    text = _CONTROL.sub(" ", question[:MAX_QUESTION].encode("utf-8", "replace").decode()).strip()
    return text if any(map(str.isalnum, text)) else ""


def terms_of(question: str) -> list[str]:
    """Return the distinct words, in order, without punctuation around them."""
    words = (_EDGES.sub("", word).lower() for word in question.split())
    return list(dict.fromkeys(word for word in words if word))[:MAX_TERMS]
