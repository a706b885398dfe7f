"""Prometheus metrics of the job runtime."""
