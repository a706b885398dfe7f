"""The GraphQL page: suggestions and documentation from the schema, results and errors, the history."""

from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def write(page: Page, field: str, text: str) -> None:
    page.get_by_role("textbox", name=field, exact=True).click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")  # over selected text, Chromium types with inline styles, which the policy blocks
    page.keyboard.type(text)


def complete(page: Page, name: str) -> None:
    """Choose a suggestion. The list is drawn anew while it is filtered, so a click may find it gone."""
    option = page.get_by_role("option", name=name)
    expect(option).to_be_visible()

    def is_chosen() -> bool:
        with suppress(PlaywrightTimeout):
            if option.is_visible():
                option.click(timeout=5_000)
        return name in (page.get_by_role("textbox", name="Operation", exact=True).text_content() or "")

    wait_for(page, is_chosen)


def result(page: Page):
    return page.get_by_role("textbox", name="Result", exact=True)


def run_and_keep(page: Page, check) -> None:
    """Complete and run an operation: it is kept, and earlier ones are in the history."""
    page.get_by_role("button", name="Run").click()
    expect(result(page)).to_contain_text('"totalCount": 0')
    write(page, "Operation", "query Name { me { userna")
    complete(page, "username")
    page.keyboard.press("ControlOrMeta+Enter")
    expect(result(page)).to_contain_text('"username": "ada"')
    expect(page.get_by_role("status").filter(has_text="Result after")).to_be_visible()
    check(page, "graphql-result")
    check_on_phone(page, "graphql-phone", check)
    page.reload()
    expect(page.get_by_role("textbox", name="Operation", exact=True)).to_contain_text("username")
    page.get_by_role("button", name="History").click()
    page.get_by_role("menuitem", name="Documents").click()
    expect(page.get_by_role("textbox", name="Operation", exact=True)).to_contain_text("totalCount")
    page.get_by_role("button", name="Run").click()
    expect(result(page)).to_contain_text('"totalCount": 0')


def make_mistakes(page: Page) -> None:
    write(page, "Variables, as JSON", '{"count": }')
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_text("The variables are not valid JSON")).to_be_visible()
    write(page, "Variables, as JSON", "")
    write(page, "Operation", "{ me { nam3 ")
    page.keyboard.press("ControlOrMeta+Enter")
    expect(result(page)).to_contain_text("Cannot query field 'nam3' on type 'User'")
    expect(page.get_by_role("status").filter(has_text="Errors after")).to_be_visible()


def read_schema(page: Page) -> None:
    docs = page.get_by_role("region", name="Schema")
    docs.get_by_role("searchbox").fill("corpus")
    expect(docs.get_by_role("heading", name="Query", exact=True)).to_have_count(0)
    docs.get_by_role("button", name="Corpus", exact=True).first.click()
    expect(docs.get_by_role("heading", name="Corpus", exact=True)).to_be_visible()
    docs.get_by_role("button", name="Back").click()
    expect(docs.get_by_role("heading", name="Query", exact=True)).to_be_visible()


def test_operations_are_completed_run_and_kept_mistakes_named_and_the_schema_read(session_page, check):
    page = session_page
    page.goto("/graphql/")
    expect(page.get_by_role("heading", name="GraphQL", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Schema").get_by_role("heading", name="Query")).to_be_visible()
    check(page, "graphql")
    read_schema(page)
    run_and_keep(page, check)
    make_mistakes(page)
