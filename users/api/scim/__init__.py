"""`/scim/v2`: users and groups for the directory of an organization (RFC 7643, RFC 7644)."""
