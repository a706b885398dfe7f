"""Login to a running server, and GraphQL queries."""

from typing import Any

import httpx

LOGIN = "/api/v1/auth/login"
SESSION = "/api/v1/auth/session"


def token_client(url: str, username: str, password: str) -> httpx.Client:
    """Return an HTTP client with an access token."""
    credentials = {"username": username, "password": password}
    response = httpx.post(f"{url.rstrip('/')}{LOGIN}", json=credentials).raise_for_status().json()
    headers = {"Authorization": f"Bearer {response['access']}"}
    return httpx.Client(base_url=url, timeout=60, headers=headers)


def session_cookies(url: str, username: str, password: str, *, path: str = SESSION) -> dict[str, str]:
    """Log in as a browser does and return its cookies."""
    with httpx.Client(base_url=url, timeout=60) as browser:
        browser.get(path).raise_for_status()
        headers = {"X-CSRFToken": browser.cookies["csrftoken"], "Referer": url}
        browser.post(path, json={"username": username, "password": password}, headers=headers).raise_for_status()
        return dict(browser.cookies)


def graphql(client: httpx.Client, query: str, **variables: object) -> Any:
    """Run a GraphQL query and return its data; raise if it has errors."""
    response = client.post("/graphql/", json={"query": query, "variables": variables}).json()
    if "errors" in response:
        raise RuntimeError(response["errors"])
    return response["data"]
