import { t } from '@lingui/core/macro';
import { usePrefetchQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import { recipientOptions } from '@/features/recipient/api/recipient';
import { Recipient } from '@/features/recipient/components/recipient';
import { toApiError } from '@/lib/errors';
import { fieldError, formError } from '@/lib/form-errors';
import { quoted } from '@/lib/format';
import { lazyComponent } from '@/lib/lazy-part';

import type { Action, Actions, Engine, Fieldset, RemoteAnalyzer } from '../api/actions';
import { useSaveAction } from '../api/edit-actions';
import { draftOf, hasOwnQuestions, inputOf, kindLabel, KINDS, NEW_ACTION, triggersOf, type ActionDraft, type Kind, type Question } from '../model/action';
import { hasRules, isCompleteRule } from '../model/rules';
import styles from './action-dialog.module.css';

const MAX_FIELDS = 100;

interface QuestionFieldsProps {
  questions: readonly Question[];
  error: unknown;
  onChange: (questions: readonly Question[]) => void;
}

/** The fields to extract: a name and a question each. */
function QuestionFields({ questions, error, onChange }: QuestionFieldsProps) {
  const change = (place: number, changes: Partial<Question>) => onChange(questions.map((each, index) => (index === place ? { ...each, ...changes } : each)));
  const remove = (place: number) => onChange(questions.filter((_, index) => index !== place));
  return (
    <fieldset className={styles['questions']}>
      <legend>{t`Fields`}</legend>
      {questions.map(({ name, question }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the fields have no other identity before they are saved
        <div key={place} className={styles['question']}>
          <Field label={t`Name of field ${place + 1}`} value={name} maxLength={100} placeholder={t`Rent`} error={fieldError(error, `fields.${place}.name`)} onChange={({ target }) => change(place, { name: target.value })} />
          <Field
            label={t`Question of field ${place + 1}`}
            value={question}
            maxLength={10_000}
            placeholder={t`How much is the rent, and how often is it due?`}
            error={fieldError(error, `fields.${place}.question`)}
            onChange={({ target }) => change(place, { question: target.value })}
          />
          <IconButton label={t`Remove field ${place + 1}`} icon={<Trash2 />} disabled={questions.length === 1} onClick={() => remove(place)} />
        </div>
      ))}
      <Button size="small" icon={<Plus aria-hidden="true" />} disabled={questions.length >= MAX_FIELDS} onClick={() => onChange([...questions, { name: '', question: '' }])}>
        {t`Add field`}
      </Button>
    </fieldset>
  );
}

interface ExtractSettingsProps {
  draft: ActionDraft;
  error: unknown;
  fieldsets: readonly Fieldset[];
  engines: readonly Engine[];
  onChange: (changes: Partial<ActionDraft>) => void;
}

function FieldsetSelect({ draft, fieldsets, onChange }: Pick<ExtractSettingsProps, 'draft' | 'fieldsets' | 'onChange'>) {
  const chosen = fieldsets.find(({ uuid }) => uuid === draft.fieldset);
  return (
    <Labelled label={t`Questions`}>
      <Select label={t`Questions`} value={draft.fieldset} onChange={({ target }) => onChange({ fieldset: target.value })}>
        {draft.savedFieldset === '' && <option value="">{t`New questions`}</option>}
        {fieldsets.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </Select>
      {chosen && !hasOwnQuestions(draft) && <HelpText>{chosen.columns.map(({ name }) => name).join(', ')}</HelpText>}
    </Labelled>
  );
}

function EngineSelect({ draft, engines, error, onChange }: Pick<ExtractSettingsProps, 'draft' | 'engines' | 'error' | 'onChange'>) {
  const usual = engines.find(({ isDefault }) => isDefault);
  const problem = fieldError(error, 'engine');
  return (
    <Labelled label={t`Read by`}>
      <Select label={t`Read by`} value={draft.engine} aria-invalid={problem ? true : undefined} onChange={({ target }) => onChange({ engine: target.value })}>
        <option value="">{usual ? t`Default: ${usual.title}` : t`Default`}</option>
        {engines.map(({ name, title, isAvailable }) => (
          <option key={name} value={name} disabled={!isAvailable}>
            {isAvailable ? title : t`${title} (no language model is configured)`}
          </option>
        ))}
      </Select>
      {problem && <p role="alert">{problem}</p>}
    </Labelled>
  );
}

/** The questions of an extract action, and the engine that answers. */
function ExtractSettings({ draft, error, fieldsets, engines, onChange }: ExtractSettingsProps) {
  return (
    <>
      {fieldsets.length > 0 && <FieldsetSelect {...{ draft, fieldsets, onChange }} />}
      {hasOwnQuestions(draft) && <QuestionFields questions={draft.questions} error={error} onChange={(questions) => onChange({ questions })} />}
      <EngineSelect {...{ draft, engines, error, onChange }} />
    </>
  );
}

const RuleSettings = lazyComponent(async () => (await import('./rule-settings')).RuleSettings);

interface ActionDialogProps {
  corpusId: string;
  /** the action to change; a new one if absent */
  action: Action | undefined;
  /** what is chosen already, for a new action */
  start?: Partial<ActionDraft>;
  options: Omit<Actions, 'actions'>;
  hasIndex: boolean;
  onClose: () => void;
}

interface PartProps {
  draft: ActionDraft;
  error: unknown;
  onChange: (changes: Partial<ActionDraft>) => void;
}

function KindSelect({ draft, hasIndex, onChange }: Omit<PartProps, 'error'> & { hasIndex: boolean }) {
  const kinds = KINDS.filter(({ kind }) => kind !== 'EMBED' || !hasIndex);
  return (
    <Labelled label={t`What it does`}>
      <Select label={t`What it does`} value={draft.kind} onChange={({ target }) => onChange({ kind: target.value as Kind })}>
        {kinds.map(({ kind, label }) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
      <HelpText>{KINDS.find(({ kind }) => kind === draft.kind)?.about}</HelpText>
    </Labelled>
  );
}

interface AnalyzerSelectProps extends PartProps {
  installed: readonly string[];
  remote: readonly RemoteAnalyzer[];
}

function AnalyzerSelect({ draft, error, installed, remote, onChange }: AnalyzerSelectProps) {
  const problem = fieldError(error, 'analyzer');
  return (
    <Labelled label={t`Analyzer`}>
      <Select label={t`Analyzer`} value={draft.analyzer} aria-invalid={problem ? true : undefined} onChange={({ target }) => onChange({ analyzer: target.value })}>
        <option value="">{t`Choose an analyzer`}</option>
        {installed.map((name) => (
          <option key={name}>{name}</option>
        ))}
        {remote.length > 0 && (
          <optgroup label={t`On other servers`}>
            {remote.map(({ analyzer, name, enabled }) => (
              <option key={analyzer} value={analyzer} disabled={!enabled}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
      {problem && <p role="alert" className={styles['error']}>{problem}</p>}
    </Labelled>
  );
}

function Instructions({ draft, error, corpusId, onChange }: PartProps & { corpusId: string }) {
  return (
    <>
      <TextArea
        label={t`Instructions`}
        rows={5}
        value={draft.instructions}
        maxLength={10_000}
        placeholder={t`Mark every sentence that obliges the tenant to pay.`}
        error={fieldError(error, 'instructions')}
        onChange={({ target }) => onChange({ instructions: target.value })}
      />
      <Recipient corpus={corpusId} sent="instructions" />
    </>
  );
}

function Triggers({ draft, onChange }: Omit<PartProps, 'error'>) {
  const toggle = (trigger: ActionDraft['triggers'][number], on: boolean) =>
    onChange({ triggers: on ? [...draft.triggers, trigger] : draft.triggers.filter((each) => each !== trigger) });
  return (
    <fieldset className={styles['triggers']}>
      <legend>{t`Runs`}</legend>
      {triggersOf(draft.kind).map(({ trigger, label, about }) => (
        <div key={trigger}>
          <Checkbox label={label} checked={draft.triggers.includes(trigger)} onChange={(on) => toggle(trigger, on)} />
          <span aria-hidden="true">{label}</span>
          {about && draft.triggers.includes(trigger) && <HelpText>{about}</HelpText>}
        </div>
      ))}
      {draft.kind === 'AGENT' && <HelpText>{t`In a thread it reads only what its readers may see. Without a language model, the offline reader answers questions.`}</HelpText>}
      <HelpText>{draft.triggers.length === 0 ? t`It runs only when you start it.` : t`You can also start it yourself at any time.`}</HelpText>
    </fieldset>
  );
}

/** Return whether all that this kind needs is filled in. */
function isComplete(draft: ActionDraft): boolean {
  const { kind, analyzer, rules, instructions, questions } = draft;
  if (kind === 'ANALYZE') return analyzer !== '' && (!hasRules(analyzer) || rules.every((rule) => isCompleteRule(analyzer, rule)));
  if (kind === 'AGENT') return instructions.trim() !== '';
  return kind !== 'EXTRACT' || !hasOwnQuestions(draft) || questions.every(({ name, question }) => name.trim() !== '' && question.trim() !== '');
}

const FIELDS = ['name', 'analyzer', 'instructions', 'engine', 'fields'];
const isShownAtField = (error: unknown) => /^(fields|settings\.rules)\.\d+\./.test(String(toApiError(error).data['field']));

/** Creates an action, or changes one. Errors of the server are shown at their fields. */
export function ActionDialog({ corpusId, action, start, options, hasIndex, onClose }: ActionDialogProps) {
  const [draft, setDraft] = useState<ActionDraft>(() => (action ? draftOf(action) : { ...NEW_ACTION, ...start }));
  usePrefetchQuery(recipientOptions({ corpus: corpusId, document: undefined })); // a text that comes later moves what a user is about to click
  const save = useSaveAction(corpusId);
  const change = (changes: Partial<ActionDraft>) => setDraft({ ...draft, ...changes });
  const submit = () => {
    const input = inputOf(draft);
    save.mutate(action ? { id: action.uuid, version: action.version, ...input } : { kind: draft.kind, ...input }, { onSuccess: onClose });
  };
  const part = { draft, error: save.error, onChange: change };
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={action ? t`Edit ${quoted(action.name)}` : t`New action`}>
      <DialogBody>
        <Form
          onSubmit={submit}
          error={save.error && !isShownAtField(save.error) ? formError(save.error, FIELDS.slice(0, -1)) : undefined}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={save.isPending} disabled={!isComplete(draft)}>
                {action ? t`Save` : t`Create action`}
              </Button>
            </DialogActions>
          }
        >
          {!action && !start && <KindSelect draft={draft} hasIndex={hasIndex} onChange={change} />}
          <Field
            label={t`Name`}
            value={draft.name}
            maxLength={100}
            placeholder={kindLabel(draft.kind)}
            error={fieldError(save.error, 'name')}
            onChange={({ target }) => change({ name: target.value })}
          />
          {draft.kind === 'ANALYZE' && !start && <AnalyzerSelect {...part} installed={options.analyzers} remote={options.remoteAnalyzers} />}
          {draft.kind === 'ANALYZE' && <RuleSettings {...part} corpusId={corpusId} />}
          {draft.kind === 'AGENT' && <Instructions {...part} corpusId={corpusId} />}
          {draft.kind === 'EXTRACT' && <ExtractSettings {...part} fieldsets={options.fieldsets} engines={options.engines} />}
          <Triggers draft={draft} onChange={change} />
        </Form>
      </DialogBody>
    </Dialog>
  );
}
