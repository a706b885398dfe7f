"""Rows whose creation is not recorded."""

from corpuses.corpora.services import add_documents, create_corpus


def corpus_of(document):
    """Return a corpus with a document of its owner, whose addition is no edit that can be undone."""
    corpus = create_corpus(owner=document.owner, title="Leases")
    add_documents(corpus, [document], actor=document.owner, is_recorded=False)
    return corpus
