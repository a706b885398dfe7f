"""A client of SCIM for tests."""

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from core.api.testing import ApiClient

USER = "urn:ietf:params:scim:schemas:core:2.0:User"
ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
ERROR = "urn:ietf:params:scim:api:messages:2.0:Error"
MEDIA_TYPE = "application/scim+json"


@dataclass(frozen=True, slots=True)
class Answer:
    """The status and the body of a response."""

    status: int
    body: Any
    headers: Any

    @property
    def kind(self) -> str:
        """Return the `scimType` of an error, or its status."""
        assert self.body["schemas"] == [ERROR], self.body
        assert self.body["status"] == str(self.status)
        return self.body.get("scimType", self.body["status"])


class ScimClient:
    """Sends requests with a token."""

    def __init__(self, token: str = "") -> None:
        self._api, self._token = ApiClient(), token

    def send(self, method: str, path: str, body: Any = None, *, media_type: str = MEDIA_TYPE) -> Answer:
        text = body if isinstance(body, str | bytes) else "" if body is None else json.dumps(body)
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        response = self._api.generic(method, f"/scim/v2/{path}", text, media_type, headers=headers)
        if response.status_code == 204:
            assert response.body == b""
            return Answer(204, None, response.headers)
        assert response.headers["Content-Type"] == MEDIA_TYPE, (response.headers, response.body)
        return Answer(response.status_code, json.loads(response.body), response.headers)

    def get(self, path: str) -> Answer:
        return self.send("GET", path)

    def patch(self, path: str, *operations: dict[str, Any]) -> Answer:
        return self.send("PATCH", path, {"schemas": [PATCH], "Operations": list(operations)})

    def find(self, kind: str, text: str) -> list[dict[str, Any]]:
        """Return what fits a filter."""
        answer = self.filtered(kind, text)
        assert answer.status == 200, answer.body
        return answer.body.get("Resources", [])

    def filtered(self, kind: str, text: str) -> Answer:
        return self.get(f"{kind}?filter={quote(text)}")

    def create_user(self, name: str, **attributes: Any) -> Answer:
        return self.send("POST", "Users", {"schemas": [USER], "userName": name, **attributes})

    def create_group(self, name: str, *members: str, **attributes: Any) -> Answer:
        body = {"schemas": [GROUP], "displayName": name, "members": [{"value": each} for each in members]}
        return self.send("POST", "Groups", body | attributes)
