"""Parse queries, and merge two ranked lists into one. Pure."""

import re
from collections import defaultdict
from collections.abc import Sequence

MAX_QUESTION = 2_000  # characters; the embedder sees 256 tokens anyway
MAX_TERMS = 32
RANK_CONSTANT = 60  # k of reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009)

_EDGES = re.compile(r"^\W+|\W+$")


def clean_question(question: str) -> str:
    """Return the query without NUL and unpaired surrogates, limited in length; empty if nothing is left."""
    text = question[:MAX_QUESTION].encode("utf-8", "replace").decode().replace("\x00", " ").strip()
    return text if any(map(str.isalnum, text)) else ""


def terms_of(question: str) -> list[str]:
    """Return the distinct words, in order, without punctuation around them."""
    words = (_EDGES.sub("", word).lower() for word in question.split())
    return list(dict.fromkeys(word for word in words if word))[:MAX_TERMS]


def fuse(*rankings: Sequence[int]) -> dict[int, float]:
    """Return the score of each key, best first: 1 for the first of every list, towards 0 for the last of one."""
    scores: defaultdict[int, float] = defaultdict(float)
    for ranking in rankings:
        for place, key in enumerate(ranking):
            scores[key] += 1 / (RANK_CONSTANT + place)
    best = len(rankings) / RANK_CONSTANT
    return {key: score / best for key, score in sorted(scores.items(), key=lambda item: (-item[1], item[0]))}
