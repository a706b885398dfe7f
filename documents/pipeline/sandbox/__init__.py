"""Untrusted files are read in a process of their own. The door is `client.shared_sandbox`; this module imports nothing,
because the process imports it before its walls stand."""
