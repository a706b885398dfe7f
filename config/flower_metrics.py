"""Flower shows its metrics, which name tasks and workers, only to those who know its password, like its pages."""

from flower.views.monitor import Metrics
from tornado.web import authenticated


def require_password() -> None:
    """Protect `/metrics`; `/healthcheck` stays open, and says nothing."""
    Metrics.get = authenticated(Metrics.get)
