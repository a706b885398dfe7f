"""Run an analyzer on the documents of a corpus, without an action that was made for it before."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from core.access import Permission, require
from core.db.transactions import atomic_with_retry
from corpuses.actions.drafts import ActionDraft
from corpuses.actions.editing import create_action
from corpuses.actions.models import ActionTrigger, CorpusAction
from corpuses.actions.running import run_action
from corpuses.analyzers.remote.lookup import describe, get_enabled, is_remote
from corpuses.corpora.services import lock_corpus
from corpuses.models import Corpus
from users.models import User


@atomic_with_retry
def start_analysis(
    corpus: Corpus,
    analyzer: str,
    *,
    actor: User,
    settings: Mapping[str, Any] | None = None,
    documents: Sequence[UUID] | None = None,
) -> tuple[CorpusAction, int]:
    """Run an analyzer on these documents of a corpus, or on all; return its action, and on how many it starts.

    The oldest enabled action of the analyzer runs, with these settings if any are given. If there is none, one is
    created that only runs when a user starts it.
    """
    require(actor, Permission.EDIT, corpus)
    chosen = describe(analyzer, corpus)
    if is_remote(analyzer):
        get_enabled(analyzer)
    lock_corpus(corpus)  # two requests at the same time create one action
    rows = CorpusAction.objects.filter(corpus=corpus, kind=CorpusAction.Kind.ANALYZE, analyzer=analyzer, enabled=True)
    if settings is not None:
        rows = rows.filter(settings=settings)
    action = rows.select_related("corpus__owner").order_by("pk").first()
    if action is None:
        draft = ActionDraft(
            kind=CorpusAction.Kind.ANALYZE,
            name=chosen.title[:100],
            triggers=[ActionTrigger.MANUAL],
            analyzer=analyzer,
            settings=settings or {},
        )
        action = create_action(draft, corpus=corpus, actor=actor)
    return action, run_action(action, actor=actor, documents=documents)
