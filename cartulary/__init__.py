"""Public names for authors of plug-ins, which stay the same when modules of the product move (ADR 0017)."""
