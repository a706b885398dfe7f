"""The conformance checks of scim2-tester, over HTTP, against the real web process."""

import httpx2
import pytest
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.process]

# A search over users and groups at once is optional (RFC 7644, section 3.4.3), and no directory sends one.
SKIPPED = {"search_with_attributes"}


def test_every_check_succeeds(live_web, token):
    headers = {"Authorization": f"Bearer {token}"}
    with httpx2.Client(base_url=f"{live_web.url}/scim/v2", headers=headers) as http:
        results = check_server(SyncSCIMClient(http))
    failed = [each for each in results if each.status != Status.SUCCESS and each.title not in SKIPPED]
    assert [(each.title, each.resource_type, each.reason) for each in failed] == []
    assert len(results) > 50
