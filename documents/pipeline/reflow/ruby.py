"""Ruby text of web pages and books: the base text stays together, and the readings follow at the end of its line.

Readings between the words would part them, so that a search for the words would not find them.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_INLINE: Final = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "ins"}
    | {"kbd", "label", "mark", "q", "rb", "rbc", "rp", "rt", "rtc", "ruby", "s", "samp", "small", "span", "strike"}
    | {"strong", "sub", "sup", "time", "tt", "u", "var", "wbr"}
)
_GUIDE: Final = "ruby"
_BASES: Final = frozenset({"ruby", "rb", "rbc"})
_ANNOTATIONS: Final = frozenset({"rp", "rt", "rtc"})
_INDENTATION = re.compile(r"^\s*\n\s*|\s*\n\s*$")
_TEXTS: Final = frozenset(
    {"NavigableString", "RubyTextString", "RubyParenthesisString"}
)  # neither comments nor scripts


def with_readings_at_the_end(markup: str) -> str:
    """Return a page or chapter whose readings are at the ends of the lines."""
    from bs4 import BeautifulSoup  # noqa: PLC0415  # only for chapters with ruby text

    soup = BeautifulSoup(markup, "html.parser")  # as the reader does
    move_readings(soup)
    return str(soup)


def move_readings(soup: Any) -> None:
    """Move the readings of a parsed page, in brackets, to the ends of their lines."""
    guides = [guide for guide in soup.find_all(_GUIDE) if all(parent.name != _GUIDE for parent in guide.parents)]
    lines: dict[int, tuple[Any, list[str]]] = {}
    for guide, end in zip(guides, _line_ends(guides), strict=True):
        _close_annotations(guide)
        lines.setdefault(id(end), (end, []))[1].extend(_readings(guide))
    endings = {key: f"({' '.join(readings)})" for key, (_, readings) in lines.items() if readings}
    parents = {id(node.parent): node.parent for node in (*guides, *(end for end, _ in lines.values()))}
    keys = {id(guide) for guide in guides}
    for parent in parents.values():
        _rewrite(parent, keys, endings)


def _line_ends(guides: list[Any]) -> list[Any]:
    """Return the last node in the line of each guide. From the last one on, so that no node is visited twice."""
    known: dict[int, Any] = {}
    ends = []
    for guide in reversed(guides):
        path = [guide]
        end = None
        while end is None:
            node = path[-1]
            following = node.next_sibling
            if following is not None and id(following) in known:
                end = known[id(following)]
            elif following is not None and not _is_break(following):
                path.append(following)
            elif following is not None or node.parent is None or node.parent.name not in _INLINE:
                end = node
            else:
                path.append(node.parent)
        known |= {id(node): end for node in path}
        ends.append(end)
    return ends[::-1]


def _is_break(node: Any) -> bool:
    """Return whether a line ends before a node, or in it."""
    name = getattr(node, "name", None)
    return bool(name) and (name not in _INLINE or node.find("br") is not None)


def _close_annotations(guide: Any) -> None:
    """Move what is inside a reading or bracket without an end, but not part of it, behind it."""
    for part in guide.find_all([*_BASES, *_ANNOTATIONS]):
        outer = part.parent
        if outer.name in {"rp", "rt"}:
            for node in reversed([part, *part.next_siblings]):
                outer.insert_after(node)


def _readings(guide: Any) -> Iterator[str]:
    """Yield the readings of each kind as one word."""
    of_base = [each for each in guide.find_all("rt") if each.find_parent("rtc") is None]
    kinds = [of_base, *(each.find_all("rt") or [each] for each in guide.find_all("rtc"))]
    yield from filter(None, ("".join(map(_words, kind)) for kind in kinds))


def _words(element: Any) -> str:
    return " ".join("".join(text for text in element.find_all(string=True) if _is_text(text)).split())


def _rewrite(parent: Any, guides: set[int], endings: Mapping[int, str]) -> None:
    """Replace guides by their base text, and add readings to the ends of lines.

    All content is taken out and put back: to replace one node takes time that grows with the number of all.
    """
    from bs4.element import NavigableString  # noqa: PLC0415  # heavy

    text = ""
    for node in _taken_out(parent):
        for part in _base(node) if id(node) in guides else [node]:
            if _is_text(part):
                text += part
                continue
            if text:
                parent.append(NavigableString(text))
            parent.append(part)
            text = ""
        if id(node) in endings:
            words = text.rstrip()
            text = words + endings[id(node)] + text[len(words) :]
    if text:
        parent.append(NavigableString(text))


def _base(guide: Any) -> Iterator[Any]:
    """Yield the content of a guide without its annotations, and without the line breaks that indent its elements."""
    nodes = _taken_out(guide)[::-1]
    while nodes:
        node = nodes.pop()
        if node.name in _BASES:
            nodes += _taken_out(node)[::-1]
        elif _is_text(node):
            yield type(node)(_INDENTATION.sub("", node))
        elif node.name not in _ANNOTATIONS:
            yield node


def _taken_out(element: Any) -> list[Any]:
    """Take all content out of an element, from the first node on, and return it."""
    return [node.extract() for node in list(element.contents)]


def _is_text(node: Any) -> bool:
    return type(node).__name__ in _TEXTS
