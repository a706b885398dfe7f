"""All rules by which PDFs are read, in the order in which they are applied. `make pdf-rules` prints them."""

from collections.abc import Iterator, Mapping, Sequence
from inspect import getdoc, getmodule
from typing import Any, Final

from documents.pipeline.pdf.layout.document_rules import DOCUMENT_RULES
from documents.pipeline.pdf.layout.page_rules import BLOCK_RULES, LINE_RULES, ORDER_RULES, WORD_RULES
from documents.pipeline.pdf.rules import Rule
from documents.pipeline.pdf.tables.search import TABLE_RULES

RULE_LISTS: Final[Mapping[str, Sequence[Rule[Any]]]] = {
    "words of a page": WORD_RULES,
    "lines of a page": LINE_RULES,
    "tables, as take_tables_out finds them": TABLE_RULES,
    "order of a page": ORDER_RULES,
    "blocks of a page": BLOCK_RULES,
    "document": DOCUMENT_RULES,
}


def rule_names() -> list[str]:
    return [rule.__name__ for rules in RULE_LISTS.values() for rule in rules]


def sentence_of(rule: Rule[Any]) -> str:
    """Return the first line of a rule's docstring."""
    return (getdoc(rule) or "").partition("\n")[0]


def describe() -> Iterator[str]:
    """Yield a line for each list, and for each rule its name, what it does, and its file."""
    width = max(map(len, rule_names()))
    for title, rules in RULE_LISTS.items():
        yield f"{title}:"
        for rule in rules:
            file = getattr(getmodule(rule), "__name__", "").replace(".", "/")
            yield f"  {rule.__name__:<{width}}  {sentence_of(rule)}  ({file}.py)"
