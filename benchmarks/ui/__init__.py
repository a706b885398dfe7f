"""The user interface in a browser: long documents, many annotations, long lists, the keyboard, accessibility."""
