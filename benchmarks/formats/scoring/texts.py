"""How alike two plain texts are: by words in their order, or by characters."""

from rapidfuzz.distance import Indel, Levenshtein


def word_similarity(truth: str, found: str) -> float:
    """Twice the longest common sequence of words, to the words of both."""
    return float(Indel.normalized_similarity(truth.split(), found.split()))


def character_accuracy(truth: str, found: str) -> float:
    """One minus the share of characters that would have to be changed; white space is all one."""
    wanted, given = " ".join(truth.split()), " ".join(found.split())
    return max(0.0, 1.0 - Levenshtein.distance(wanted, given) / len(wanted)) if wanted else float(not given)
