"""Names of metrics in expressions of Prometheus."""

import re

# Those of Prometheus itself and of the blackbox exporter.
FOREIGN = {"up", "probe_success", "probe_ssl_earliest_cert_expiry"}
_NOT_METRICS = re.compile(
    r"""
    "[^"]*"                                     # values of labels
    | \{[^}]*\}                                 # labels
    | \[[^\]]*\]                                # ranges
    | \b(?:by|without|on|ignoring|group_left|group_right) \s* \([^)]*\)
    | \b[a-z_]+ (?= \s*\()                      # functions
    | \b(?:and|or|unless|bool|offset)\b
    | \b\d[\w.]*
    """,
    re.VERBOSE,
)
_AGGREGATIONS = re.compile(r"\b(?:sum|max|min|avg|count|topk)\b")


def metrics_of(expression: str) -> set[str]:
    """Return the names of the metrics that an expression reads."""
    rest = _AGGREGATIONS.sub(" ", _NOT_METRICS.sub(" ", expression))
    return set(re.findall(r"[a-zA-Z_:][\w:]*", rest))
