import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { fieldsetsOptions } from '@/features/extracts/api/fieldsets';
import { userError } from '@/graphql/fragments';
import { graphql, type VariablesOf } from '@/graphql/graphql';
import { fieldError, formError } from '@/lib/form-errors';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { CorpusSelect } from './corpus-select';

const saveMessageMutation = graphql(
  `
    mutation SaveMessage($input: SaveMessageInput!) {
      saveMessage(input: $input) {
        ids
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

type Saving = Omit<VariablesOf<typeof saveMessageMutation>['input'], 'id'>;

const doneText = (kind: Saving['kind'], count: number): string => {
  if (kind === 'COMMENT') return t`Saved the answer as a comment.`;
  if (kind === 'COLUMN') return t`Added the question to the fields.`;
  if (kind === 'COMMENTS_ON_WORDS') return plural(count, { one: 'Saved # comment.', other: 'Saved # comments.' });
  return plural(count, { one: 'Saved # annotation.', other: 'Saved # annotations.' });
};

/** Save an answer as annotations, comments, or a column. The error is shown in the dialog. */
const useSaveAnswer = (message: string, onSaved: () => void) =>
  useInvalidatingMutation({
    mutationFn: async (saving: Saving) => (await mutate(saveMessageMutation, { id: message, ...saving })).ids ?? [],
    onError: () => undefined,
    onSuccess: (ids, { kind }) => {
      showToast({ text: doneText(kind, ids.length) });
      onSaved();
    },
  });

interface SaveAnswerDialogProps {
  message: string;
  /** that of the conversation; without one, the user chooses one that has the cited documents */
  corpus: string | undefined;
  cited: readonly string[];
  /** false: there are no words to annotate */
  hasSources: boolean;
  /** false: the sentences are the cited words themselves, and need no comments */
  isByModel: boolean;
  onClose: () => void;
}

type Kind = Saving['kind'];

const helpFor = (kind: Kind): string => {
  if (kind === 'COMMENT') return t`The members of the corpus can read the question and the answer with its sources, and reply.`;
  if (kind === 'COLUMN') return t`The question is added to these fields. The next extract asks it about each document.`;
  if (kind === 'COMMENTS_ON_WORDS') return t`Each verified sentence becomes a comment on the words that it cites. They are annotated with this label.`;
  return t`The cited words are annotated with this label. The sentences of the answer become notes.`;
};

interface FieldsetSelectProps {
  corpus: string;
  /** empty: new ones */
  value: string | undefined;
  onChange: (id: string) => void;
}

/** Chooses the fields of a corpus that get a column, at first those that were created last, or new ones. */
function FieldsetSelect({ corpus, value, onChange }: FieldsetSelectProps) {
  const { data: fieldsets } = useQuery(fieldsetsOptions(corpus));
  const first = fieldsets && (fieldsets[0]?.id ?? '');
  useEffect(() => {
    if (value === undefined && first !== undefined) onChange(first);
  }, [value, first, onChange]);
  return (
    <Select label={t`Fields`} value={value} onChange={({ target }) => onChange(target.value)}>
      {fieldsets?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {fieldsets && <option value="">{t`New fields, named like the question`}</option>}
    </Select>
  );
}

interface KindSelectProps {
  value: Kind;
  hasSources: boolean;
  isByModel: boolean;
  onChange: (kind: Kind) => void;
}

function KindSelect({ value, hasSources, isByModel, onChange }: KindSelectProps) {
  return (
    <>
      <Select label={t`Save as`} value={value} onChange={({ target }) => onChange(target.value as Kind)}>
        {hasSources && <option value="ANNOTATIONS">{t`Annotations of the cited words`}</option>}
        {hasSources && isByModel && <option value="COMMENTS_ON_WORDS">{t`Comments on the cited words`}</option>}
        <option value="COMMENT">{t({ message: 'Comment', context: 'object' })}</option>
        <option value="COLUMN">{t`Column of a table`}</option>
      </Select>
      <p className="muted small">{helpFor(value)}</p>
    </>
  );
}

const needsLabel = (kind: Kind) => kind === 'ANNOTATIONS' || kind === 'COMMENTS_ON_WORDS';

const savingOf = (kind: Kind, label: string, fieldsetId: string | undefined): Saving | undefined => {
  if (kind === 'COMMENT') return { kind };
  if (needsLabel(kind)) return label.trim() ? { kind, label: label.trim() } : undefined;
  return fieldsetId === undefined ? undefined : { kind, ...(fieldsetId && { fieldsetId }) };
};

/** Saves an answer as annotations of the cited words, as notes on them, as a comment, or its question as a column of a table. */
export function SaveAnswerDialog({ message, corpus: own, cited, hasSources, isByModel, onClose }: SaveAnswerDialogProps) {
  const [chosen, setChosen] = useState<string>();
  const corpus = own ?? chosen;
  const [kind, setKind] = useState<Kind>(hasSources ? 'ANNOTATIONS' : 'COMMENT');
  const [label, setLabel] = useState('');
  const [fieldset, setFieldset] = useState<string>();
  const { mutate: save, error, isPending } = useSaveAnswer(message, onClose);
  const parts = corpus === undefined ? undefined : savingOf(kind, label, fieldset);
  const saving = parts && { ...parts, ...(own === undefined && corpus !== undefined && { corpusId: corpus }) };
  const actions = (
    <DialogActions>
      <Button onClick={onClose}>{t`Cancel`}</Button>
      <Button type="submit" variant="primary" busy={isPending} disabled={!saving}>
        {t`Save`}
      </Button>
    </DialogActions>
  );
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Save the answer`}>
      <DialogBody>
        <Form onSubmit={() => saving && save(saving)} error={formError(error, ['label'])} actions={actions}>
          {own === undefined && <CorpusSelect documents={cited} isComment={kind === 'COMMENT'} value={chosen} onChange={setChosen} />}
          <KindSelect value={kind} {...{ hasSources, isByModel }} onChange={setKind} />
          {needsLabel(kind) && <Field label={t`Label`} required maxLength={100} value={label} error={fieldError(error, 'label')} onChange={({ target }) => setLabel(target.value)} />}
          {kind === 'COLUMN' && corpus !== undefined && <FieldsetSelect key={corpus} corpus={corpus} value={fieldset} onChange={setFieldset} />}
        </Form>
      </DialogBody>
    </Dialog>
  );
}
