"""The contract test of tools: a good one and the built-in ones fulfil it, and it detects violations."""

import pytest

from cartulary.testing import ContractViolation, NoDocuments, check_tool
from cartulary.tools import Picture, Tool, described, integer_of, text_of
from corpuses.conversations.proposals.tools import PROPOSING
from corpuses.conversations.tool_checking import check_result
from corpuses.conversations.tools import TOOLS
from documents.models import Document

pytestmark = pytest.mark.django_db

PARAMETERS = {"amount": described("integer", "in euros"), "currency": described("string", "such as USD")}


def convert(context, arguments):
    return f"{integer_of(arguments, 'amount')} {text_of(arguments, 'currency')[:3]}"


GOOD = Tool("convert", "Convert an amount.", PARAMETERS, convert)


def test_a_good_tool_fulfils_the_contract():
    check_tool(GOOD, calls=[{"amount": 3, "currency": "USD"}])
    check_tool(GOOD)


@pytest.mark.parametrize("tool", [each for each in TOOLS if each.name != "search"], ids=lambda each: each.name)
def test_the_built_in_tools_fulfil_the_contract(tool):
    context = NoDocuments(Document.objects.none())
    context.conversation = type("WithoutCorpus", (), {"corpus": None})
    check_tool(tool, context)


def test_the_names_of_the_built_in_tools_are_valid_and_different():
    names = [each.name for each in (*TOOLS, *PROPOSING)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("tool", "violation"),
    [
        (convert, "is no Tool"),
        (Tool("to euro", "Convert.", {}, convert), "is not 1 to 64 of the characters"),
        (Tool("convert", " ", {}, convert), "has no description"),
        (Tool("convert", "Convert.", {}, None), "cannot be called"),
        (Tool("convert", "Convert.", {}, convert, "edit everything"), "is no Permission"),
        (Tool("convert", "Convert.", {"amount": {"type": "money"}}, convert), "names with a `type`"),
        (Tool("convert", "Convert.", {"amount": {"type": ["string", "null"]}}, convert), "names with a `type`"),
        (Tool("convert", "Convert.", {}, lambda _, given: given["amount"]), "it raises KeyError"),
        (Tool("convert", "Convert.", PARAMETERS, lambda _, given: given["amount"] + " EUR"), "it raises"),
        (Tool("convert", "Convert.", PARAMETERS, lambda *_: None), "neither a text nor a picture"),
        (Tool("convert", "Convert.", PARAMETERS, lambda *_: Picture("A chart:", b"GIF89a")), "neither a text"),
        (Tool("convert", "Convert.", PARAMETERS, lambda *_: "x" * 30_000), "more than 20,000 characters"),
    ],
)
def test_violations_are_detected(tool, violation):
    with pytest.raises(ContractViolation, match=violation):
        check_tool(tool)


def test_the_mark_of_a_document_is_closed_where_a_long_result_is_cut():
    opened, closed = '<document_text document="1">', "</document_text>"
    text = f"{opened}Short.{closed}{opened}{'Pay. ' * 5_000}{closed}"
    cut = check_result(text)
    assert cut.startswith(text[:20_000])
    assert cut[20_000:] == f"\n{closed}\nThe result was cut here."
    assert check_result(f"{opened}Short.{closed}{'x' * 20_000}").count(closed) == 1


def test_your_own_calls_must_have_a_result():
    with pytest.raises(ContractViolation, match="'amount' must be an integer"):
        check_tool(GOOD, calls=[{"amount": "three", "currency": "USD"}])
