"""A plug-in that ends whatever imports it."""

raise SystemExit(3)
