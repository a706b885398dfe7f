"""URLs that are not operations of the API, and the reason."""

OTHER_URLS = {
    "health/live": "for supervisors; has no users",
    "health/ready": "for supervisors; has no users",
    "health/metrics": "has its own token (tests/api/test_metrics.py)",
    "metrics": "has its own token (tests/api/test_metrics.py)",
    "api/schema": "the description, public",
    "api/docs": "the description, public",
    "api/docs/": "leads to the description",
    "api/v1/docs": "leads to the description",
    "api/redoc": "the description, public",
    r"^api(?:/|$)": "the 404 page",
    r"^graphql/?$": "its fields are in graphql_table.py",
    r"^mcp/?$": "its tools are in tests/mcp/table.py",
    r"^scim/v2/(?P<path>.*)$": "for directories, with a token of their own (tests/scim/test_access.py)",
    "admin": "redirects to admin/",
    "corpora": "leads to the page of the user interface",
    "documents": "leads to the page of the user interface",
    "settings": "leads to the page of the user interface",
    "docs": "leads to the description",
    "admin/": "Django's, for staff (tests/api/test_admin.py)",
    r"^(?!static/|health/|accounts/(?:oidc|saml)/).*": "the page of the user interface, the same for everyone",
}
