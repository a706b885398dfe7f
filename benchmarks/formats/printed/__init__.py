"""Documents with a known text, printed to PDF on demand: a set that no rule of the reader was made for.

The sources are the shared Office, HTML, Markdown and JATS files with their ground truth, and `templates`, whose ground
truth is made from the same source. LibreOffice, Chromium and typst print each of them in several fonts and sizes. The
names of the sources divide them into two halves: one may be looked at while rules are developed (“seen”), the other
must not. An output of the unseen half that someone has looked at makes its scores worthless.
"""
