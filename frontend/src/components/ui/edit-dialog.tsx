import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';

import { changedOf, conflictOf, save, type Texts } from '@/lib/edits';
import { fieldError, formError } from '@/lib/form-errors';

import { Button } from './button';
import styles from './edit-dialog.module.css';
import { Dialog, DialogActions, DialogBody } from './dialog';
import { Field } from './field';
import { Form } from './form';

export interface EditedField {
  name: string;
  label: string;
  value: string;
  most?: number;
  /** may be left empty */
  optional?: boolean;
}

interface EditDialogProps {
  title: string;
  confirm?: string;
  /** where it is changed, and what is fetched anew afterwards */
  path: string;
  affected: readonly QueryKey[];
  version: string;
  fields: readonly EditedField[];
  onClose: () => void;
}

function useSaving({ path, affected, version, fields, onClose }: EditDialogProps) {
  const queryClient = useQueryClient();
  // As it was when the dialog opened: what comes in meanwhile was not seen by whoever types.
  const [seen] = useState(() => ({ version, texts: Object.fromEntries(fields.map(({ name, value }) => [name, value])) }));
  const [texts, setTexts] = useState<Texts>(seen.texts);
  const refresh = () => Promise.all(affected.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const saving = useMutation({
    mutationFn: (from: typeof seen) => save(path, changedOf(seen.texts, texts), from),
    onSettled: refresh,
    onSuccess: onClose,
  });
  return { seen, texts, setTexts, saving, now: conflictOf(saving.error) };
}

function Theirs({ fields, now, mine }: { fields: readonly EditedField[]; now: Record<string, unknown>; mine: Texts }) {
  return (
    <div role="alert" className={styles['theirs']}>
      <p>Somebody has changed this since you opened it. It says now:</p>
      <dl>
        {fields
          .filter(({ name }) => now[name] !== mine[name])
          .map(({ name, label }) => (
            <div key={name}>
              <dt className="muted">{label}</dt>
              <dd>{String(now[name]) || 'nothing'}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

/** Texts that can be changed. Where somebody else was faster, whoever types chooses what stays. */
export function EditDialog(props: EditDialogProps) {
  const { title, confirm = 'Save', fields, onClose } = props;
  const { seen, texts, setTexts, saving, now } = useSaving(props);
  const incomplete = fields.some(({ name, optional }) => !optional && texts[name]?.trim() === '');
  const submit = () => {
    if (Object.keys(changedOf(seen.texts, texts)).length === 0) onClose();
    // Their text has been seen by now: it is what is being replaced.
    else saving.mutate(now ? { version: now.version, texts: now as unknown as Texts } : seen);
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title}>
      <DialogBody>
        <Form
          onSubmit={submit}
          error={
            now
              ? undefined
              : formError(
                  saving.error,
                  fields.map(({ name }) => name),
                )
          }
          actions={
            <DialogActions>
              <Button onClick={onClose}>{now ? 'Take theirs' : 'Cancel'}</Button>
              <Button type="submit" variant="primary" busy={saving.isPending} disabled={incomplete}>
                {now ? 'Keep mine' : confirm}
              </Button>
            </DialogActions>
          }
        >
          {fields.map(({ name, label, most, optional }) => (
            <Field
              key={name}
              label={label}
              required={!optional}
              maxLength={most}
              value={texts[name] ?? ''}
              error={fieldError(saving.error, name)}
              onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
            />
          ))}
          {now && <Theirs fields={fields} now={now} mine={texts} />}
        </Form>
      </DialogBody>
    </Dialog>
  );
}
