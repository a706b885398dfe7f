"""Similarity of two plain texts: by alphanumeric characters in their order, or by all characters."""

from rapidfuzz.distance import Indel, Levenshtein


def alphanumeric_similarity(truth: str, output: str) -> float:
    """Return twice the length of the longest common alphanumeric sequence, divided by the length of both.

    Other characters do not count: transcripts change quotes and add white space.
    """
    return float(Indel.normalized_similarity(_alphanumeric(truth), _alphanumeric(output)))


def _alphanumeric(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def character_accuracy(truth: str, output: str) -> float:
    """Return one minus the share of characters to change; a sequence of white space counts as one space."""
    expected, actual = " ".join(truth.split()), " ".join(output.split())
    return max(0.0, 1.0 - Levenshtein.distance(expected, actual) / len(expected)) if expected else float(not actual)
