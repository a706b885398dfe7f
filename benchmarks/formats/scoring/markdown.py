"""NID (text and order), TEDS (tables) and MHS (headings with their text) of Markdown against the ground truth.

A document without tables or headings in the ground truth has no TEDS or MHS. `overall` is the mean of those it has.
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


def scores_of(truth: str, output: str) -> Scores:
    scores = {"nid": nid(truth, output), "teds": teds(truth, output), "mhs": mhs(truth, output)}
    present = {name: score for name, score in scores.items() if score is not None}
    return {**present, "overall": fmean(present.values())} if present else {}


def nid(truth: str, output: str) -> float | None:
    expected = _flat(with_html_tables(truth))
    return float(Indel.normalized_similarity(expected, _flat(with_html_tables(output)))) if expected else None


def teds(truth: str, output: str) -> float | None:
    """Compare all tables under one root, so that a missing or additional table costs its whole size."""
    expected, actual = _tables(truth), _tables(output)
    if not expected:
        return None
    if not actual:
        return 0.0
    size = max(sum(_elements(table) for table in tables) for tables in (expected, actual))
    roots = [Node("table", children=[_node(table) for table in tables]) for tables in (actual, expected)]
    return 1.0 - distance(*roots, leaf="td") / size


def mhs(truth: str, output: str) -> float | None:
    expected, actual = _outline(truth), _outline(output)
    if not _has_headings(expected):
        return None
    if not _has_headings(actual):
        return 0.0
    size = max(expected.size(), actual.size())
    return min(1.0, max(0.0, 1.0 - distance(expected, actual) / size))


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
    """Return the headings, all on one level, each with the text up to the next one as one leaf."""
    root = Node("document")
    current, lines = root, list[str]()
    for line in [*with_html_tables(markdown).splitlines(), "# "]:
        heading = _HEADING.fullmatch(line)
        if heading is None and line != "# ":
            lines.append(line)
            continue
        if text := _flat(" ".join(lines)):
            current.children.append(Node("content", text))
        lines.clear()
        if heading is not None and line != "# ":
            current = Node("heading", _flat(heading.group(1)))
            root.children.append(current)
    return root


def _has_headings(root: Node) -> bool:
    return any(child.tag == "heading" for child in root.children)
