import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { fieldsetsOptions } from '@/features/extracts/api/fieldsets';
import { fieldError, formError } from '@/lib/form-errors';

import { useSaveAnswer, type Saving } from '../api/save-answer';

interface SaveAnswerDialogProps {
  message: string;
  corpus: string;
  /** false: there are no words to annotate */
  hasSources: boolean;
  onClose: () => void;
}

type Kind = Saving['kind'];

const helpFor = (kind: Kind): string => {
  if (kind === 'COMMENT') return t`The members of the corpus can read the question and the answer with its sources, and reply.`;
  if (kind === 'COLUMN') return t`The question is added to these fields. The next extract asks it about each document.`;
  return t`The cited words are annotated with this label. The sentences of the answer become notes.`;
};

/** Saves an answer as annotations of the cited words, as a comment, or its question as a column of a table. */
export function SaveAnswerDialog({ message, corpus, hasSources, onClose }: SaveAnswerDialogProps) {
  const [kind, setKind] = useState<Kind>(hasSources ? 'ANNOTATIONS' : 'COMMENT');
  const [label, setLabel] = useState('');
  const [fieldset, setFieldset] = useState('');
  const fieldsets = useQuery({ ...fieldsetsOptions(corpus), enabled: kind === 'COLUMN' });
  const saving = useSaveAnswer(message, onClose);
  const chosen = fieldset || (fieldsets.data?.[0]?.id ?? '');
  const isReady = kind === 'COMMENT' || (kind === 'COLUMN' ? chosen !== '' : label.trim() !== '');
  const save = () => saving.mutate({ kind, ...(kind === 'ANNOTATIONS' && { label: label.trim() }), ...(kind === 'COLUMN' && { fieldsetId: chosen }) });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Save the answer`}>
      <DialogBody>
        <Form
          onSubmit={save}
          error={formError(saving.error, ['label'])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={saving.isPending} disabled={!isReady}>
                {t`Save`}
              </Button>
            </DialogActions>
          }
        >
          <Select label={t`Save as`} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
            {hasSources && <option value="ANNOTATIONS">{t`Annotations of the cited words`}</option>}
            <option value="COMMENT">{t({ message: 'Comment', context: 'object' })}</option>
            <option value="COLUMN">{t`Column of a table`}</option>
          </Select>
          <p className="muted small">{helpFor(kind)}</p>
          {kind === 'ANNOTATIONS' && <Field label={t`Label`} required maxLength={100} value={label} error={fieldError(saving.error, 'label')} onChange={({ target }) => setLabel(target.value)} />}
          {kind === 'COLUMN' && fieldsets.data?.length === 0 && <p>{t`This corpus has no fields yet. Create some in the tab “Extract”.`}</p>}
          {kind === 'COLUMN' && (fieldsets.data?.length ?? 0) > 0 && (
            <Select label={t`Fields`} value={chosen} onChange={({ target }) => setFieldset(target.value)}>
              {fieldsets.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Form>
      </DialogBody>
    </Dialog>
  );
}
