"""The expected status of the operations of accounts, tokens, links and teams; the columns are those of `rest_table`."""

EVERYONE = "200 200 200 200 200 200 200 200 200 200 200 200 200"
SIGNED_IN = "401 200 200 200 200 200 200 200 401 200 401 403 403"
USER = "401 200 200 200 200 200 200 200 401 200 401 200 200"
# The roles are members of the team, the owner is its admin; links and publication do not count.
TEAM_LIST = "401 200 200* 200* 200* 200* 200* 200 401 200 401 200* 200"
TEAM_VIEW = "401 404 200* 200* 200* 200* 200* 404 401 404 401 200* 404"
TEAM_ADMIN = "401 404 403 403 403 403 200* 404 401 404 401 403 404"
TEAM_ADMIN_PLAIN = "401 404 403 403 403 403 200 404 401 404 401 403 404"
TEAM_ADMIN_CREATE = "401 404 403 403 403 403 201 404 401 404 401 403 404"
TEAM_ADMIN_DELETE = "401 404 403 403 403 403 204 404 401 404 401 403 404"
TEAM_INVITATIONS = "401 200 200* 200 200 200 200 200 401 200 401 200 200"
STAFF = "401 403 403 403 403 403 403 200 401 403 401 403 403"
ACCOUNTS: dict[str, str] = {
    "GET api/v1/auth/session": EVERYONE,
    "POST api/v1/auth/session": EVERYONE,
    "DELETE api/v1/auth/session": "204 204 204 204 204 204 204 204 204 204 204 204 204",
    "POST api/v1/auth/session/passkey/challenge": EVERYONE,
    "POST api/v1/auth/session/passkey": "403 403 403 403 403 403 403 403 403 403 403 403 403",
    "POST api/v1/auth/login": EVERYONE,
    "POST api/v1/auth/refresh": "401 401 401 401 401 401 401 401 401 401 401 401 401",
    "POST api/v1/auth/logout": "401 204 204 204 204 204 204 204 401 204 401 403 403",
    "POST api/v1/auth/logout-all": "401 204 204 204 204 204 204 204 401 204 401 403 403",
    "GET api/v1/auth/sessions": SIGNED_IN,
    "DELETE api/v1/auth/sessions/{session_id}": "401 404 404 404 404 404 204 404 401 404 401 403 403",
    "GET api/v1/auth/secrets": "401 200 200 200 200 200 200* 200 401 200 401 403 403",
    "DELETE api/v1/auth/secrets/{secret_id}": "401 404 404 404 404 404 204 404 401 404 401 403 403",
    "POST api/v1/auth/end-access": "401 204 204 204 204 204 204 204 401 204 401 403 403",
    "GET api/v1/auth/second-factor": SIGNED_IN,
    "POST api/v1/auth/second-factor": "401 400 400 400 400 400 400 400 401 400 401 403 403",
    "DELETE api/v1/auth/second-factor": "401 204 204 204 204 204 204 204 401 204 401 403 403",
    "POST api/v1/auth/second-factor/setup": SIGNED_IN,
    "POST api/v1/auth/second-factor/recovery-codes": "401 404 404 404 404 404 404 404 401 404 401 403 403",
    "GET api/v1/auth/passkeys": "401 200 200 200 200 200 200* 200 401 200 401 403 403",
    # The owner alone has a password, without which there are no passkeys.
    "POST api/v1/auth/passkeys/setup": "401 403 403 403 403 403 200 403 401 403 401 403 403",
    "POST api/v1/auth/passkeys": "401 403 403 403 403 403 400 403 401 403 401 403 403",
    "PATCH api/v1/auth/passkeys/{passkey_id}": "401 404 404 404 404 404 200 404 401 404 401 403 403",
    "DELETE api/v1/auth/passkeys/{passkey_id}": "401 404 404 404 404 404 204 404 401 404 401 403 403",
    "POST api/v1/auth/confirm": "401 403 403 403 403 403 204 403 401 403 401 403 403",  # the owner alone has a password
    "GET api/v1/auth/registration": EVERYONE,
    "POST api/v1/auth/register": "403 403 403 403 403 403 403 403 403 403 403 403 403",
    "GET api/v1/auth/me": USER,
    "PATCH api/v1/auth/me": SIGNED_IN,
    "POST api/v1/auth/email/confirm": "401 400 400 400 400 400 400 400 401 400 401 403 403",
    "POST api/v1/auth/email/send": "401 202 202 202 202 202 202 202 401 202 401 403 403",
    "POST api/v1/auth/password/change": "401 403 403 403 403 403 204 403 401 403 401 403 403",
    "POST api/v1/auth/password/reset": "202 202 202 202 202 202 202 202 202 202 202 202 202",
    "POST api/v1/auth/password/reset/confirm": "400 400 400 400 400 400 400 400 400 400 400 400 400",
    "GET api/v1/auth/invitations": STAFF,
    "POST api/v1/auth/invitations": "401 403 403 403 403 403 403 201 401 403 401 403 403",
    "POST api/v1/auth/invitations/check": "400 400 400 400 400 400 400 400 400 400 400 400 400",
    "DELETE api/v1/auth/invitations/{invitation_id}": "401 403 403 403 403 403 403 204 401 403 401 403 403",
    "GET api/v1/audit-log": "401 200 200 200 200 200 200 200 401 200 401 200 403",
    "GET api/v1/audit-log/export": "401 200 200 200 200 200 200 200 401 200 401 200 403",
    "GET api/v1/tokens": "401 200 200 200 200 200 200* 200 401 200 401 403 403",
    "POST api/v1/tokens": "401 201 201 201 201 201 201 201 401 201 401 403 403",
    "DELETE api/v1/tokens/{token_id}": "401 404 404 404 404 404 204 404 401 404 401 403 403",
    # Links: public to everyone who has the token
    "GET api/v1/links/{token}": "200* 200* 200* 200* 200* 200* 200* 200* 200* 200* 200* 200* 200*",
    "POST api/v1/links/{token}/open": "200* 200* 200* 200* 200* 200* 200* 200* 200* 200* 200* 200* 200*",
    "GET api/v1/known-users": "401 200 200* 200* 200* 200* 200* 200 401 200 401 403 403",
    "GET api/v1/teams": TEAM_LIST,
    "POST api/v1/teams": "401 201 201 201 201 201 201 201 401 201 401 403 403",
    "GET api/v1/teams/{team_id}": TEAM_VIEW,
    "PATCH api/v1/teams/{team_id}": TEAM_ADMIN_PLAIN,
    "DELETE api/v1/teams/{team_id}": "401 404 403 403 403 403 409 404 401 404 401 403 404",  # it has a service account
    "POST api/v1/teams/{team_id}/members": TEAM_ADMIN,
    "DELETE api/v1/teams/{team_id}/members/{user_id}": "401 404 204 403 403 403 204 404 401 404 401 403 404",  # leaves
    "DELETE api/v1/teams/{team_id}/invitations/{invitation_id}": TEAM_ADMIN_DELETE,
    "GET api/v1/team-invitations": TEAM_INVITATIONS,
    "POST api/v1/team-invitations/{invitation_id}/accept": "401 404 200* 404 404 404 404 404 401 404 401 404 404",
    "POST api/v1/team-invitations/{invitation_id}/decline": "401 404 204 404 404 404 404 404 401 404 401 404 404",
    # Service accounts: for admins of the team who are signed in
    "GET api/v1/teams/{team_id}/service-accounts": TEAM_ADMIN,
    "POST api/v1/teams/{team_id}/service-accounts": TEAM_ADMIN_CREATE,
    "GET api/v1/service-accounts/{service_account_id}": TEAM_ADMIN,
    "PATCH api/v1/service-accounts/{service_account_id}": TEAM_ADMIN_PLAIN,
    "DELETE api/v1/service-accounts/{service_account_id}": TEAM_ADMIN_DELETE,
    "GET api/v1/service-accounts/{service_account_id}/tokens": TEAM_ADMIN,
    "POST api/v1/service-accounts/{service_account_id}/tokens": TEAM_ADMIN_CREATE,
    "DELETE api/v1/service-accounts/{service_account_id}/tokens/{token_id}": TEAM_ADMIN_DELETE,
}
