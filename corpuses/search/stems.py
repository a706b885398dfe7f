"""Stems of words by the language of a document, with the dictionaries of PostgreSQL."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db import connection

from corpuses.search.words import is_plain_word, without_accents

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
