"""The kinds of actions: one class each. A new kind is added here and to `work.RUN`, and nowhere else."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.conf import settings

from core.errors import Invalid
from corpuses.actions.drafts import ActionDraft, checked_questions
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.analyzers.checking import check_settings
from corpuses.analyzers.remote.lookup import describe, version_of
from corpuses.conversations.questions import questions_in
from corpuses.extracts.engines.protocol import Engine
from corpuses.extracts.engines.registry import UnknownEngine, default_engine, get_engine
from corpuses.models import Corpus
from corpuses.providers.services import LlmBudgetUsedUp, has_model, model_of, require_budget

Kind = CorpusAction.Kind
Reason = ActionExecution.Reason


class ActionKind:
    """A kind of action: its jobs, what it depends on, and the checks of its settings.

    `depends_on` are kinds that have to end first, if the corpus has an enabled action of such a kind.
    """

    name: ClassVar[CorpusAction.Kind]
    job: ClassVar[str]
    step: ClassVar[str]
    title: ClassVar[str]
    depends_on: ClassVar[tuple[CorpusAction.Kind, ...]] = ()
    needs_text: ClassVar[bool] = True
    uses_model: ClassVar[bool] = False  # its jobs may call the language model, which costs tokens
    is_shared: ClassVar[bool] = False  # the result belongs to the revision: corpora share one job
    retry: ClassVar[str] = "default"
    timeout: ClassVar[str] = "JOB_TIMEOUT_SECONDS"
    is_long: ClassVar[bool] = False  # its jobs may work longer than seconds

    def check(self, draft: ActionDraft, corpus: Corpus) -> None:
        """Raise `Invalid` if the draft lacks what this kind needs."""

    def reason_to_skip(self, action: CorpusAction) -> ActionExecution.Reason | None:
        """Return the reason why the action cannot run on any document now, if there is one."""
        return None

    def engine(self, action: CorpusAction) -> str:
        """Return the name of the model or plug-in that does the work."""
        raise NotImplementedError

    def version(self, analyzer: str) -> str:
        """Return the version of the plug-in that does the work, if there is one whose results depend on it."""
        return ""


class Embed(ActionKind):
    """Index documents for search."""

    name = Kind.EMBED
    job, step, title = "corpuses.embed", "corpuses.embed_document", "Index for search"
    is_shared = True

    def engine(self, action: CorpusAction) -> str:
        return str(settings.EMBEDDER)


class Analyze(ActionKind):
    """Annotate documents with an analyzer."""

    name = Kind.ANALYZE
    job, step, title = "corpuses.analyze", "corpuses.analyze_document", "Annotate with an analyzer"
    timeout = "ANALYSIS_TIMEOUT_SECONDS"  # analyzers report no progress
    is_long = True  # names of a thousand pages take several minutes; a plug-in may hang

    def check(self, draft: ActionDraft, corpus: Corpus) -> None:
        check_settings(describe(draft.analyzer, corpus), draft.settings)

    def engine(self, action: CorpusAction) -> str:
        return action.analyzer

    def version(self, analyzer: str) -> str:
        return version_of(analyzer)


class _WithLanguageModel(ActionKind):
    # A job waits for a model that is not available, and counts its tries: no retries on top.
    retry = "never"
    depends_on = (Kind.EMBED,)
    uses_model = True
    is_long = True

    def reason_to_skip(self, action: CorpusAction) -> ActionExecution.Reason | None:
        if not action.corpus.allows_language_models:
            return Reason.LANGUAGE_MODEL_NOT_ALLOWED
        if not has_model(action.corpus):
            return Reason.NO_LANGUAGE_MODEL
        try:
            require_budget(action.corpus.tenant_id)
        except LlmBudgetUsedUp:
            return Reason.BUDGET_USED_UP
        return None

    def engine(self, action: CorpusAction) -> str:
        return model_of(action.corpus).settings.model


class Extract(_WithLanguageModel):
    """Extract the values of fields from documents."""

    name = Kind.EXTRACT
    job, step, title = "corpuses.extract", "corpuses.extract_fields", "Extract fields"

    def reason_to_skip(self, action: CorpusAction) -> ActionExecution.Reason | None:
        engine = self._engine(action)
        needs_model = engine is not None and (engine.needs_model or (engine.uses_model and has_model(action.corpus)))
        return super().reason_to_skip(action) if needs_model else None

    def engine(self, action: CorpusAction) -> str:
        engine = self._engine(action)
        if engine is None:
            return action.engine
        return super().engine(action) if engine.uses_model and has_model(action.corpus) else engine.name

    def check(self, draft: ActionDraft, corpus: Corpus) -> None:
        if draft.engine:
            get_engine(draft.engine)
        if draft.fieldset is None:
            checked_questions(draft.fields)

    def _engine(self, action: CorpusAction) -> Engine | None:
        """Return the engine, unless it is not installed any more: then the job fails, and says so."""
        try:
            return get_engine(action.engine) if action.engine else default_engine(action.corpus)
        except UnknownEngine:
            return None


class Agent(_WithLanguageModel):
    """Run an agent on documents, also on those without text: it sees a picture of their first page."""

    name = Kind.AGENT
    job, step, title = "corpuses.agent", "corpuses.run_agent", "Run an agent"
    needs_text = False

    def reason_to_skip_comment(self, action: CorpusAction, text: str) -> ActionExecution.Reason | None:
        """Return the reason why the agent cannot answer a comment; questions need no language model."""
        reason = self.reason_to_skip(action)
        return None if reason in _WITHOUT_MODEL and questions_in(text) else reason

    def check(self, draft: ActionDraft, corpus: Corpus) -> None:
        if not draft.instructions.strip():
            raise Invalid("Enter instructions for the agent.", field="instructions")


AGENT: Final = Agent()
KINDS: Final[Mapping[str, ActionKind]] = {each.name: each for each in (Embed(), Extract(), Analyze(), AGENT)}
ANSWER: Final = "corpuses.answer_comment"
"""The job of an agent that answers a comment, and its step."""
JOBS: Final = frozenset({ANSWER, *(each.job for each in KINDS.values())})
_WITHOUT_MODEL: Final = (Reason.NO_LANGUAGE_MODEL, Reason.LANGUAGE_MODEL_NOT_ALLOWED)


def kind_of(action: CorpusAction) -> ActionKind:
    """Return the kind of an action."""
    return KINDS[action.kind]


def dependents_of(kind: str) -> list[str]:
    """Return the kinds that have to wait for this one."""
    return [each.name for each in KINDS.values() if kind in each.depends_on]


MESSAGES: Final[Mapping[str, str]] = {
    Reason.NO_TEXT: "The document has no text.",
    Reason.NO_LANGUAGE_MODEL: "No language model is configured. An operator sets one; then retry.",
    Reason.LANGUAGE_MODEL_NOT_ALLOWED: "A corpus with this document does not allow language models.",
    Reason.DEPENDENCY_FAILED: "An action that this one needs did not succeed. It starts when that one succeeds.",
    Reason.BUDGET_USED_UP: "The budget for language models is used up. Raise it or wait, then retry.",
    Reason.DOCUMENT_FAILED: "The document could not be processed. The agent answers when it has been processed again.",
}
