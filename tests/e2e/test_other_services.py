"""Staff see whether the services that Cartulary calls answer, switch one off and send it requests again."""

import pytest
from playwright.sync_api import expect

from audit.models import AuditEntry
from core.breakers import breaker_of
from core.errors import CircuitOpen
from tests.e2e.sharing.steps import check_on_phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

MODEL = "Language model models.example.net"


@pytest.fixture
def services(settings, user):
    """Call a model that works, an embedder that fails, and an analyzer of the user's that has failed before."""
    settings.REDIS_PREFIX = "cartulary"  # that of the server
    model = breaker_of("llm", "models.example.net")
    for _ in range(12):
        model.admit().succeeded()
    embedder = breaker_of("embedder", "embeddings.example.net")
    for _ in range(5):
        embedder.admit().failed("The embedder does not answer.")
    analyzer = breaker_of("analyzer", "analyzers.example.net", owner=str(user.tenant_id))
    analyzer.admit().failed("The server of the analyzer answers with status 502.")
    analyzer.admit().succeeded()
    return model


@pytest.fixture
def staff_page(user, session_page):
    user.is_staff = True
    user.save()
    return session_page


def test_without_calls_there_are_none(staff_page, check):
    staff_page.goto("/operations?tab=services")
    expect(staff_page.get_by_text("No other service has been called within a day.")).to_be_visible()
    check(staff_page, "operations-no-services")
    check_on_phone(staff_page, "operations-no-services-phone", check)


def test_one_is_switched_off_and_gets_requests_again(services, user, staff_page, check):
    # proves: S4-15 S4-19
    page = staff_page
    page.goto("/operations?tab=services")
    rows = page.get_by_role("region", name="Other services").get_by_role("row")
    expect(rows.nth(1).get_by_text("Gets no requests for")).to_be_visible()
    expect(rows.nth(1).get_by_text("The embedder does not answer.")).to_be_visible()
    expect(rows.nth(2)).to_contain_text(f"analyzers.example.net · {user.tenant.name}")
    expect(rows.nth(2)).to_contain_text("1 of 2")
    fine = page.get_by_text("1 service answers")
    fine.focus()
    page.keyboard.press("Enter")
    check(page, "operations-services")
    check_on_phone(page, "operations-services-phone", check)

    page.get_by_role("button", name=f"Switch off: {MODEL}").press("Enter")
    expect(page.get_by_label("Reason")).to_be_focused()
    check(page, "operations-switch-off")
    page.keyboard.type("Maintenance until 18:00.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(rows.nth(1)).to_contain_text("Switched off")
    expect(rows.nth(1)).to_contain_text("Maintenance until 18:00.")
    with pytest.raises(CircuitOpen, match="switched off by an operator"):
        services.require_closed()
    check(page, "operations-switched-off")

    page.get_by_role("button", name=f"Send requests again: {MODEL}").press("Enter")
    expect(page.get_by_text(f"Gets requests again: {MODEL}")).to_be_visible()
    expect(page.get_by_text("1 service answers")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body")
    services.require_closed()
    found = AuditEntry.objects.filter(object_kind="circuit_breaker").order_by("pk")
    assert list(found.values_list("action", "actor_id", "details")) == [
        ("circuit_breaker.opened", user.pk, {"name": services.name, "reason": "Maintenance until 18:00."}),
        ("circuit_breaker.reset", user.pk, {"name": services.name}),
    ]
