"""Users and groups that the directory of an organization creates, changes and removes (SCIM 2.0)."""
