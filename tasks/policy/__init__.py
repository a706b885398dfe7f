"""Retry policies and calendar expressions, without database or clock."""
