"""Injected content is blocked by the policies of the pages, and every page works with its own policy."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import record_errors, sign_in
from users.models import User

BLOCKED = ["require-trusted-types-for", "trusted-types", "img-src", "connect-src", "style-src-attr", "base-uri"]
INJECTIONS = """async (expected) => {
    const blocked = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective));
    const attempt = (work) => { try { work(); } catch (error) { blocked.push(error.name); } };
    const run = 'globalThis.injected = true';
    const script = document.createElement('script');
    script.append(document.createTextNode(run));
    document.body.append(script);
    attempt(() => { document.createElement('script').textContent = run; });
    attempt(() => { document.body.setAttribute('onclick', run); });
    attempt(() => setTimeout(run));
    attempt(() => { document.body.innerHTML += '<img src=x onerror="globalThis.injected = true">'; });
    attempt(() => new Worker('data:text/javascript,postMessage(1)'));
    attempt(() => globalThis.trustedTypes.createPolicy('other', {}));
    const image = new Image();
    image.src = 'https://elsewhere.invalid/?stolen';
    await fetch('https://elsewhere.invalid/').catch(() => null);
    document.body.setAttribute('style', 'color: red');
    const base = document.createElement('base');
    base.href = 'https://elsewhere.invalid/';
    document.head.append(base);
    const isComplete = () => expected.every((directive) => blocked.includes(directive));
    for (let turn = 0; turn < 5 || (turn < 600 && !isComplete()); turn++)
        await new Promise((resolve) => setTimeout(resolve, 100));
    return { blocked, injected: globalThis.injected ?? false, base: document.baseURI };
}"""


def test_injected_content_neither_runs_nor_reaches_other_hosts(chromium, live_stack, user):
    context = chromium.new_context(base_url=live_stack.url)
    page = context.new_page()
    sign_in(page)
    result = page.evaluate(INJECTIONS, BLOCKED)
    context.close()
    assert result["injected"] is False
    assert "elsewhere" not in result["base"]
    assert set(BLOCKED) <= set(result["blocked"])
    assert result["blocked"].count("TypeError") == 6


PAGES = {
    "/api/docs": "Cartulary API",
    "/api/redoc": "Cartulary API",
    "/admin/": "Site administration",
    "/admin/users/user/add/": "Add user",
    "/accounts/oidc/none/": "Page not found",
    "/api/nothing": None,
}


@pytest.mark.parametrize("path", PAGES)
def test_page_works_with_its_policy(chromium, live_stack, user, path):
    User.objects.update(is_staff=True, is_superuser=True)
    context = chromium.new_context(base_url=live_stack.url)
    page = context.new_page()
    errors: list[str] = []
    record_errors(page, errors)
    sign_in(page)
    page.goto(path)
    if PAGES[path]:
        expect(page.get_by_role("heading", name=PAGES[path]).first).to_be_visible()
    context.close()
    # Redoc's own logo is on another host.
    assert [error for error in errors if "redoc.ly" not in error] == []
