"""Split text into words, as the index and queries do. Pure.

A word is a run of letters and digits. Of scripts that do not separate words by spaces, every character is a word. What
contains a digit and is joined by punctuation, as `145(c)`, `12/14/97` or `ZX-4471`, is an identifier besides.
"""

import re
import unicodedata
from collections.abc import Iterator

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
