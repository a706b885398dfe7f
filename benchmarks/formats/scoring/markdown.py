"""NID (text and order), TEDS (tables), MHS (headings with what stands under them) of Markdown against the truth.

A measure is nothing where the truth has no table or no heading. `overall` is the mean of those that there are.
"""

import re
from html import unescape
from statistics import fmean

from bs4 import BeautifulSoup, Tag
from rapidfuzz.distance import Indel

from benchmarks.formats.scoring.pipe_tables import with_html_tables
from benchmarks.formats.scoring.trees import Node, distance

Scores = dict[str, float]
_HEADING = re.compile(r"#{1,6}\s+(.*)")
_BREAK = re.compile(r"<br\s*/?>")
_SECTIONS = frozenset({"thead", "tbody"})


def scores_of(truth: str, found: str) -> Scores:
    scores = {"nid": nid(truth, found), "teds": teds(truth, found), "mhs": mhs(truth, found)}
    known = {name: score for name, score in scores.items() if score is not None}
    return {**known, "overall": fmean(known.values())} if known else {}


def nid(truth: str, found: str) -> float | None:
    wanted = _flat(with_html_tables(truth))
    return float(Indel.normalized_similarity(wanted, _flat(with_html_tables(found)))) if wanted else None


def teds(truth: str, found: str) -> float | None:
    """All tables of a document hang under one root, so that one too few or too many costs all of itself."""
    wanted, given = _tables(truth), _tables(found)
    if not wanted:
        return None
    if not given:
        return 0.0
    size = max(sum(_elements(table) for table in tables) for tables in (wanted, given))
    roots = [Node("table", children=[_node(table) for table in tables]) for tables in (given, wanted)]
    return 1.0 - distance(*roots, leaf="td") / size


def mhs(truth: str, found: str) -> float | None:
    wanted, given = _outline(truth), _outline(found)
    if not _has_headings(wanted):
        return None
    if not _has_headings(given):
        return 0.0
    size = max(wanted.size(), given.size())
    return min(1.0, max(0.0, 1.0 - distance(wanted, given) / size))


def _flat(text: str) -> str:
    return " ".join(text.split())


def _tables(markdown: str) -> list[Tag]:
    soup = BeautifulSoup(with_html_tables(markdown), "html.parser")
    return [table for table in soup.find_all("table") if not table.find_parent("table")]


def _elements(table: Tag) -> int:
    return 1 + sum(element.name not in _SECTIONS for element in table.find_all(name=True))


def _node(element: Tag) -> Node:
    if element.name in {"td", "th"}:
        inner = _BREAK.sub("\n", element.decode_contents(formatter="minimal"))
        spans = (_span(element, "colspan"), _span(element, "rowspan"))
        return Node("td", _flat(unescape(inner)), spans)
    children: list[Tag] = []
    for child in element.find_all(name=True, recursive=False):
        children += child.find_all(name=True, recursive=False) if child.name in _SECTIONS else [child]
    return Node(element.name, children=[_node(child) for child in children])


def _span(element: Tag, name: str) -> int:
    return int(str(element.get(name) or 1))


def _outline(markdown: str) -> Node:
    """Headings, all of one level, each with the text up to the next one as one leaf."""
    root = Node("document")
    current, waiting = root, list[str]()
    for line in [*with_html_tables(markdown).splitlines(), "# "]:
        heading = _HEADING.fullmatch(line)
        if heading is None and line != "# ":
            waiting.append(line)
            continue
        if text := _flat(" ".join(waiting)):
            current.children.append(Node("content", text))
        waiting.clear()
        if heading is not None and line != "# ":
            current = Node("heading", _flat(heading.group(1)))
            root.children.append(current)
    return root


def _has_headings(root: Node) -> bool:
    return any(child.tag == "heading" for child in root.children)
