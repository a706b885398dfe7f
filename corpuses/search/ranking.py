"""Pure arithmetic of ranking: what a question looks for, and two ranked lists made into one."""

import re
from collections import defaultdict
from collections.abc import Sequence

MAX_QUESTION = 2_000  # characters; the embedder sees 256 tokens anyway
MAX_TERMS = 32
RANK_CONSTANT = 60  # k of reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009)

_EDGES = re.compile(r"^\W+|\W+$")


def clean_question(question: str) -> str:
    """Give what can be looked for: no NUL, no half characters, no more than is read; empty when nothing is said."""
    text = question[:MAX_QUESTION].encode("utf-8", "replace").decode().replace("\x00", " ").strip()
    return text if any(map(str.isalnum, text)) else ""


def terms_of(question: str) -> list[str]:
    """Give the different words, in order, without the marks around them."""
    words = (_EDGES.sub("", word).lower() for word in question.split())
    return list(dict.fromkeys(word for word in words if word))[:MAX_TERMS]


def fuse(*rankings: Sequence[int]) -> dict[int, float]:
    """Give each key's score, best first: 1 for the first of every list, towards 0 for the last of one."""
    scores: defaultdict[int, float] = defaultdict(float)
    for ranking in rankings:
        for place, key in enumerate(ranking):
            scores[key] += 1 / (RANK_CONSTANT + place)
    best = len(rankings) / RANK_CONSTANT
    return {key: score / best for key, score in sorted(scores.items(), key=lambda item: (-item[1], item[0]))}
