"""Navigation over 60 kB/s: the page shows at once that something is being loaded."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus
from documents.tests.factories import parsed_document
from tests.timeouts import in_time

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 60_000, "uploadThroughput": 60_000}
FAST = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
LIMIT = 0.15  # seconds

PENDING = '[role=progressbar][aria-label="Loading the page"], [role=status][aria-label^="Loading"]'

# The time in the page from the press of the button until a pending state is in the document. The work of the test is no
# part of it.
WATCH = """selector => {
    window.pendingAfter = new Promise(resolve => document.addEventListener('pointerdown', () => {
        const start = performance.now();
        const check = () => {
            if (!document.querySelector(selector)) return;
            observer.disconnect();
            resolve((performance.now() - start) / 1000);
        };
        const observer = new MutationObserver(check);
        observer.observe(document, { childList: true, subtree: true, attributes: true });
    }, { capture: true, once: true }));
}"""
ANSWER = """() => Promise.race([window.pendingAfter, new Promise(resolve => setTimeout(resolve, 20000, 20))])"""


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays rent.", title="Lease")], actor=user)
    return corpus


def seconds_until_pending(page: Page, start: str, role: str, name: str) -> float:
    """Click a link or tab of a page whose code and data are not cached."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    network.send("Network.emulateNetworkConditions", FAST)
    page.goto(start)
    target = page.get_by_role(role, name=name, exact=role == "link")  # the name of a tab has a count
    expect(target).to_be_visible()
    expect(page.locator(PENDING)).to_have_count(0)
    page.evaluate(WATCH, PENDING)
    network.send("Network.emulateNetworkConditions", SLOW)
    target.click()
    seconds = page.evaluate(ANSWER)
    network.send("Network.emulateNetworkConditions", FAST)
    network.detach()
    return seconds


def expect_state_of_the_connection(page: Page) -> None:
    state = page.get_by_role("banner").get_by_role("img", name="Live updates on")
    expect(state).to_be_visible()
    page.context.set_offline(True)
    expect(page.get_by_text("Offline. Reconnecting…")).to_be_visible()
    expect(state).to_have_count(0)
    page.context.set_offline(False)
    expect(state).to_be_visible()


def test_pages_tabs_and_documents_show_at_once_that_they_are_loading(signed_in, corpus):
    expect_state_of_the_connection(signed_in)
    in_corpus = f"/c/{corpus.pk}"
    targets = [
        *(("/", "link", name) for name in ("Corpora", "Ask", "Activity", "Bin")),
        ("/bin", "link", "Documents"),
        (in_corpus, "link", "Lease"),
        *(
            (in_corpus, "tab", name)
            for name in ("Extract", "Annotations", "Comments", "Actions", "Analyze", "Audit log")
        ),
    ]
    for start, role, name in targets:
        in_time(lambda target=(start, role, name): seconds_until_pending(signed_in, *target), limit=LIMIT)
