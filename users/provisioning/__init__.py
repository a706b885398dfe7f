"""Users and groups that the directory of an organisation creates, changes and removes (SCIM 2.0)."""
