"""Strict Office Open XML (ISO/IEC 29500-1) as the transitional form, which all readers know.

The two forms have the same elements in different namespaces.
"""

import re

_STRICT = b"http://purl.oclc.org/ooxml/"
_NAMESPACE = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
_TRANSITIONAL = rb"http://schemas.openxmlformats.org/\1/2006/"
_RENAMED = {b"extendedProperties": b"extended-properties", b"customProperties": b"custom-properties"}
_RENAMED_END = re.compile(rb"(/2006/(?:relationships/)?)(" + b"|".join(_RENAMED) + rb")(?=[\"'])")


def transitional(content: bytes) -> bytes:
    """Return an XML part with the namespaces of the transitional form."""
    if _STRICT not in content:
        return content
    content = _NAMESPACE.sub(_TRANSITIONAL, content)
    return _RENAMED_END.sub(lambda match: match.group(1) + _RENAMED[match.group(2)], content)
