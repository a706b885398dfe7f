"""`prefers-reduced-motion: reduce`: nothing moves, and nothing scrolls smoothly."""

import pytest
from playwright.sync_api import Page

from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.e2e.conftest import SETTLED

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

# Animations and transitions of more than 1 ms, and smooth scrolling, of all elements; a shadow root has none here.
MOVING = """() => {
    const inSeconds = each => parseFloat(each) * (each.trim().endsWith('ms') ? 0.001 : 1);
    const seconds = text => Math.max(...text.split(',').map(inSeconds));
    const found = [];
    for (const element of document.querySelectorAll('*')) {
        for (const pseudo of [null, '::before', '::after']) {
            const style = getComputedStyle(element, pseudo);
            const { animationName, animationDuration, transitionDuration } = style;
            const name = `${element.tagName}.${element.className?.baseVal ?? element.className}${pseudo ?? ''}`;
            if (animationName !== 'none' && seconds(animationDuration) > 0.001)
                found.push(`${name} animation ${animationDuration}`);
            if (seconds(transitionDuration) > 0.001) found.push(`${name} transition ${transitionDuration}`);
            if (style.scrollBehavior === 'smooth') found.push(`${name} scrolls smoothly`);
        }
    }
    for (const animation of document.getAnimations())
        if (animation.effect.getComputedTiming().activeDuration > 1)
            found.push(`running ${animation.animationName ?? animation.transitionProperty}`);
    return [...new Set(found)];
}"""

# Scrolling by scripts does not obey the style sheet.
RECORD_SCROLLING = """() => {
    window.smooth = [];
    const ofElements = ['scrollIntoView', 'scrollTo', 'scrollBy'].map(name => [Element, name]);
    for (const [owner, name] of [...ofElements, [Window, 'scrollTo'], [Window, 'scrollBy']]) {
        const original = owner.prototype[name] ?? window[name];
        const replacement = function (...given) {
            if (given[0]?.behavior === 'smooth') window.smooth.push(name);
            return original.apply(this, given);
        };
        if (owner === Window) window[name] = replacement; else owner.prototype[name] = replacement;
    }
}"""


def expect_still(page: Page, place: str) -> None:
    page.evaluate(SETTLED)
    assert page.evaluate(MOVING) == [], place
    assert page.evaluate("window.smooth") == [], place


def test_nothing_moves_on_the_main_pages(session_page, user):
    page = session_page
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [document], actor=user)
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(f"({RECORD_SCROLLING})()")
    paths = ["/", "/c", "/ask", "/jobs", "/bin", "/search?q=rent", "/account", "/notifications"]
    tabs = [f"/c/{corpus.pk}?tab={tab}" for tab in ("documents", "annotations", "labels", "comments", "actions")]
    for path in (*paths, *tabs, f"/d/{document.pk}?c={corpus.pk}"):
        page.goto(path)
        page.get_by_role("main").wait_for()
        expect_still(page, path)
    # Panels and dialogs that open, and the search.
    page.get_by_role("button", name="Details", exact=True).click()
    page.get_by_role("complementary", name="Details").wait_for()
    expect_still(page, "details")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("dialog").wait_for()
    expect_still(page, "dialog")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.get_by_role("dialog").wait_for()
    expect_still(page, "search")


def test_without_that_setting_some_elements_move(signed_in):
    """The check finds what moves."""
    assert signed_in.evaluate(MOVING) != []
