"""How alike two plain texts are: by letters and digits in their order, or by all characters."""

from rapidfuzz.distance import Indel, Levenshtein


def letter_similarity(truth: str, found: str) -> float:
    """Twice the longest common sequence of letters and digits, to those of both.

    Transcripts change quotes, and put white space where there is none.
    """
    return float(Indel.normalized_similarity(_letters(truth), _letters(found)))


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def character_accuracy(truth: str, found: str) -> float:
    """One minus the share of characters that would have to be changed; white space is all one."""
    wanted, given = " ".join(truth.split()), " ".join(found.split())
    return max(0.0, 1.0 - Levenshtein.distance(wanted, given) / len(wanted)) if wanted else float(not given)
