"""The help page leads to the API and the administration; unknown paths show their error inside the shell."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import ALL_RULES, check_rules, sign_in
from tests.e2e.sharing.steps import check_on_phone
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def open_help(page):
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name="Help and API").click()
    expect(page.get_by_role("heading", name="Help and API")).to_be_visible()


def try_again_and_leave(page, check):
    """Pages that are not loaded or not found keep the navigation."""
    page.route("**/other-pages*.js", lambda route: route.abort())
    page.goto("/bin")
    problem = page.get_by_role("main")
    expect(problem.get_by_role("heading", name="This page could not be shown")).to_be_visible()
    expect(problem).to_contain_text("Cartulary may have been updated")
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()
    check(page, "page-not-loaded")
    page.unroute("**/other-pages*.js")
    problem.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Bin", exact=True)).to_be_visible()

    response = page.goto("/nowhere/at/all")
    assert response is not None
    assert response.status == 404
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    check(page, "not-found")
    page.get_by_role("navigation").get_by_role("link", name="Corpora").click()
    expect(page.get_by_role("heading", name="Corpora", exact=True)).to_be_visible()


def test_help_leads_to_the_api_and_licences_and_errors_keep_the_navigation(signed_in, check):
    page = signed_in
    open_help(page)
    for title in ("Libraries of the server (", "Models ("):
        page.get_by_role("main").get_by_text(title).click()
    expect(page.get_by_role("row", name="django 5")).to_be_visible()
    expect(page.get_by_role("row", name="Rampart, ©")).to_contain_text("CC-BY-4.0")
    check(page, "help")
    check_on_phone(page, "help-phone", check)
    assert page.get_by_role("link", name="Administration").count() == 0
    for link, text in (("Licences", "react-dom"), ("OpenAPI document", "3.1.0")):
        with page.context.expect_page() as opened:
            page.get_by_role("link", name=link, exact=True).click()
        expect(opened.value.locator("body")).to_contain_text(text)
        opened.value.close()
    try_again_and_leave(page, check)


# Swagger UI and Redoc choose the levels of their headings and the landmarks themselves.
OUTSIDE_RULES = {**ALL_RULES, "rules": {rule: {"enabled": False} for rule in ("heading-order", "region")}}


# The pages of the API have so many elements that their check takes minutes.
@pytest.mark.parametrize(
    "paths", [pytest.param(("/api/docs", "/api/redoc"), marks=pytest.mark.long), ("/admin/", "/admin/users/user/")]
)
def test_pages_outside_of_the_application_are_accessible(chromium, live_stack, user, paths):
    User.objects.update(is_staff=True, is_superuser=True)
    context = chromium.new_context(base_url=live_stack.url)
    page = context.new_page()
    sign_in(page)
    for path in paths:
        page.goto(path)
        page.get_by_role("heading").first.wait_for()
        page.wait_for_load_state("networkidle")
        check_rules(page, path, OUTSIDE_RULES)
    context.close()
