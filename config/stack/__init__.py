"""The embedded stack: one supervisor that runs the real engines and the real programs on one machine.

Development and demonstration only. Nothing in here may be imported by the product; it starts the product from outside.
"""
