// Texts and drafts of actions.
import { t } from '@lingui/core/macro';

import { hasRules, NEW_RULE, rulesOf, settingsOf, type Rule } from './rules';

import type { Action } from '../api/actions';
import type { Execution } from '../api/executions';

export type Kind = Action['kind'];
export type Trigger = Action['triggers'][number];

export const KINDS: readonly { kind: Kind; label: string; about: string }[] = [
  { kind: 'EMBED', label: t`Index for search`, about: t`Makes documents searchable by meaning.` },
  { kind: 'EXTRACT', label: t`Extract fields`, about: t`Answers the same questions about every document.` },
  { kind: 'ANALYZE', label: t`Annotate`, about: t`Labels passages with an analyzer.` },
  { kind: 'AGENT', label: t`Run an agent`, about: t`Lets a language model work on every document with your instructions.` },
];

export const kindLabel = (kind: Kind): string => KINDS.find((each) => each.kind === kind)?.label ?? kind;

interface TriggerOption {
  trigger: Trigger;
  label: string;
  /** what happens then; for those of agents */
  about?: string;
}

export const TRIGGERS: readonly TriggerOption[] = [
  { trigger: 'DOCUMENT_ADDED', label: t`When a document is added` },
  { trigger: 'NEW_VERSION', label: t`When a document is processed again` },
];

const COMMENT_TRIGGERS: readonly TriggerOption[] = [
  { trigger: 'NEW_THREAD', label: t`When a thread is started`, about: t`It answers the first comment, in the thread.` },
  { trigger: 'NEW_MESSAGE', label: t`When a comment follows in a thread`, about: t`It answers each comment after the first. It never answers agents.` },
];

/** Return the triggers that actions of a kind may have. */
export const triggersOf = (kind: Kind): readonly TriggerOption[] => (kind === 'AGENT' ? [...TRIGGERS, ...COMMENT_TRIGGERS] : TRIGGERS);

const commentsText = (triggers: readonly Trigger[]) => COMMENT_TRIGGERS.filter(({ trigger }) => triggers.includes(trigger)).map(({ label }) => label);

/** Return when an action runs. */
export function triggersText(triggers: readonly Trigger[]): string {
  const [first, second] = TRIGGERS.filter(({ trigger }) => triggers.includes(trigger)).map(({ label }) => label);
  const documents = first && second ? t`${first} or processed again` : first;
  const chosen = [documents, ...commentsText(triggers)].filter(Boolean);
  return chosen.length > 0 ? chosen.join(' · ') : t`Only when you run it`;
}

/** Return who or what started an execution. */
export const startText = ({ trigger, startedBy }: Pick<Execution, 'trigger' | 'startedBy'>): string => {
  if (trigger === 'DOCUMENT_ADDED') return t`Document added`;
  if (trigger === 'NEW_VERSION') return t`New version`;
  if (trigger === 'NEW_THREAD') return startedBy ? t`New thread by ${startedBy.name || startedBy.username}` : t`New thread`;
  if (trigger === 'NEW_MESSAGE') return startedBy ? t`Comment by ${startedBy.name || startedBy.username}` : t`New comment`;
  return startedBy ? t`Run by ${startedBy.name || startedBy.username}` : t`Run by hand`;
};

export interface Question {
  name: string;
  question: string;
}

/** A new or changed action, as the editor holds it. */
export interface ActionDraft {
  kind: Kind;
  name: string;
  triggers: readonly Trigger[];
  analyzer: string;
  /** of the analyzers that have some */
  rules: readonly Rule[];
  instructions: string;
  questions: readonly Question[];
  /** the fieldset of an extraction; empty: a new one with these questions */
  fieldset: string;
  /** the fieldset that it has now, whose questions can be changed; empty for a new action */
  savedFieldset: string;
  /** empty: the default one */
  engine: string;
  enabled: boolean;
}

export const NEW_ACTION: ActionDraft = {
  kind: 'EXTRACT',
  name: '',
  triggers: ['DOCUMENT_ADDED', 'NEW_VERSION'],
  analyzer: '',
  rules: [NEW_RULE],
  instructions: '',
  questions: [{ name: '', question: '' }],
  fieldset: '',
  savedFieldset: '',
  engine: '',
  enabled: true,
};

/** Return whether the questions are edited with the action; those of another fieldset are not. */
export const hasOwnQuestions = ({ fieldset, savedFieldset }: Pick<ActionDraft, 'fieldset' | 'savedFieldset'>) => fieldset === savedFieldset;

export const draftOf = ({ kind, name, triggers, analyzer, settings, instructions, questions, fieldset, engine, enabled }: Action): ActionDraft => ({
  kind,
  name,
  triggers: triggers.filter((trigger) => trigger !== 'MANUAL'),
  analyzer,
  rules: rulesOf(settings),
  instructions,
  questions: questions.map((each) => ({ name: each.name, question: each.question })),
  fieldset: fieldset?.uuid ?? '',
  savedFieldset: fieldset?.uuid ?? '',
  engine,
  enabled,
});

const questionsOf = ({ questions, ...draft }: ActionDraft) =>
  hasOwnQuestions(draft) ? { fields: questions.map((each) => ({ name: each.name.trim(), question: each.question.trim() })) } : { fieldsetId: draft.fieldset };

/** Return the input of the mutation: only the fields that this kind has. */
export function inputOf(draft: ActionDraft) {
  const { kind, name, triggers, analyzer, rules, instructions, engine, enabled } = draft;
  return {
    name: name.trim() || kindLabel(kind),
    triggers: triggersOf(kind)
      .map(({ trigger }) => trigger)
      .filter((trigger) => triggers.includes(trigger)),
    enabled,
    ...(kind === 'ANALYZE' && { analyzer, ...(hasRules(analyzer) && { settings: settingsOf(analyzer, rules) }) }),
    ...(kind === 'AGENT' && { instructions }),
    ...(kind === 'EXTRACT' && { engine, ...questionsOf(draft) }),
  };
}
