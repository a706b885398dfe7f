import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { readEditDraft, writeEditDraft, type Base } from '@/lib/drafts';
import { changedTexts, conflictOf, save, type Texts } from '@/lib/edits';
import { isOffline } from '@/lib/errors';
import { fieldError, formError } from '@/lib/form-errors';
import { hueName } from '@/lib/label-hues';
import { keepSaved, latest, savedTexts } from '@/lib/saved-edits';
import { showChanges } from '@/lib/use-invalidating-mutation';

import { Button } from './button';
import styles from './edit-dialog.module.css';
import { Dialog, DialogActions, DialogBody } from './dialog';
import { Field } from './field';
import { Form } from './form';
import { HuePicker } from './hue-picker';
import { NotClosed } from './not-closed';
import { TextArea } from './text-area';

export interface EditedField {
  name: string;
  label: string;
  value: string;
  maxLength?: number;
  multiline?: boolean;
  optional?: boolean;
  /** a choice of the colours of labels */
  hue?: boolean;
  /** a number from 0, which is shown when more fields are opened */
  isLimit?: boolean;
  /** a number from 0 */
  isNumber?: boolean;
}

interface EditDialogProps {
  title: string;
  confirm?: string;
  /** REST path of the PATCH request */
  path: string;
  /** query keys to invalidate after saving: what no event of the server names */
  affected?: readonly QueryKey[];
  version: string;
  fields: readonly EditedField[];
  /** heading and explanation of the fields that are limits */
  limits?: { title: string; about: string };
  /** what is shown below the fields, about the values that are typed */
  below?: (texts: Texts) => ReactNode;
  /** values that are sent with every change */
  constants?: Texts;
  /** where changed texts are kept until they are saved or discarded: they are there when the dialog is opened again */
  draft?: string;
  /** saves changes later that cannot be saved now: without a connection, or because the server does not know the object yet (`isNew`) */
  later?: { isNew: boolean; save: (change: Texts, base: Base) => void };
  /** shown instead of the buttons if the object was deleted meanwhile: what can be done with the texts; `end` discards them and closes the dialog */
  gone?: ((texts: Texts, end: () => void) => ReactNode) | undefined;
  /** called with the object as it was saved */
  onSaved?: (saved: Base) => void;
  onClose: () => void;
}

const isNumeric = ({ isLimit, isNumber }: EditedField) => isLimit || isNumber;

/** Limits are numbers; an empty one is 0, which is none. */
const sentValues = (fields: readonly EditedField[], texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fields.some((field) => field.name === key && isNumeric(field)) ? Number(text) : text]));

/** The texts that are edited, and what they are changes of: the object when the dialog opened, or when a draft of them was begun. */
function useEditedTexts({ path, version, fields, draft }: EditDialogProps) {
  // Later updates have not been seen by the user, but for what was saved here a moment ago.
  const [opened] = useState<Base>(() => latest(path, { version, texts: Object.fromEntries(fields.map(({ name, value }) => [name, value])) }));
  const [stored, setStored] = useState(() => (draft ? readEditDraft(draft, opened.texts) : null));
  const original = stored?.base ?? opened;
  const [texts, setTexts] = useState<Texts>(stored?.texts ?? opened.texts);
  const forget = () => draft && writeEditDraft(draft, null);
  const change = (next: Texts) => {
    setTexts(next);
    if (Object.keys(changedTexts(original.texts, next)).length === 0) forget();
    else if (draft) writeEditDraft(draft, { base: original, texts: next });
  };
  const discard = () => {
    forget();
    setStored(null);
    setTexts(opened.texts);
  };
  return { original, texts, change, forget, isRestored: stored !== null, discard };
}

function useSaving({ path, affected, fields, constants, later, onSaved, onClose }: EditDialogProps, { original, texts, forget }: ReturnType<typeof useEditedTexts>) {
  const queryClient = useQueryClient();
  const change = changedTexts(original.texts, texts);
  const end = () => {
    forget();
    onClose();
  };
  const saveLater = (base: Base) => {
    later?.save(change, base);
    end();
  };
  const saving = useMutation({
    mutationFn: async (base: Base) => {
      const { version, ...others } = await save(path, { ...sentValues(fields, change), ...constants }, base);
      const saved: Base = { version, texts: savedTexts(others, { ...base.texts, ...change }) };
      return { saved, forgetSaved: keepSaved(path, base.version, saved) };
    },
    onSettled: async (result, error) => {
      await showChanges(queryClient, affected, error);
      result?.forgetSaved();
    },
    onSuccess: ({ saved }) => {
      onSaved?.(saved);
      end();
    },
    onError: (error, base) => {
      if (later && isOffline(error)) saveLater(base);
    },
  });
  const start = (base: Base) => (later?.isNew ? saveLater(base) : saving.mutate(base));
  return { saving, start, current: conflictOf(saving.error) };
}

function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div role="status" className={styles['restored']}>
      <span>{t`Your earlier changes were restored. They are not saved yet.`}</span>
      <Button size="small" onClick={onDiscard}>
        {t`Discard them`}
      </Button>
    </div>
  );
}

function CurrentVersion({ fields, current, mine }: { fields: readonly EditedField[]; current: Record<string, unknown>; mine: Texts }) {
  return (
    <div role="alert" className={styles['current']}>
      <p>{t`Changed by someone else since you opened it. Current version:`}</p>
      <dl>
        {fields
          .filter(({ name }) => String(current[name]) !== mine[name])
          .map(({ name, label, hue }) => (
            <div key={name}>
              <dt className="muted">{label}</dt>
              <dd>{(hue ? hueName(String(current[name])) : String(current[name])) || t`(empty)`}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

/** Return the error that no field and no other part of the dialog shows. */
const shownError = (error: Error | null, { fields, gone }: EditDialogProps, current: unknown) =>
  current || gone
    ? undefined
    : formError(
        error,
        fields.map(({ name }) => name),
      );

interface ActionsProps {
  current: unknown;
  confirm: string;
  incomplete: boolean;
  busy: boolean;
  onCancel: () => void;
}

const Actions = ({ current, confirm, incomplete, busy, onCancel }: ActionsProps) => (
  <DialogActions>
    <Button onClick={onCancel}>{current ? t`Discard my changes` : t`Cancel`}</Button>
    <Button type="submit" variant="primary" busy={busy} disabled={incomplete}>
      {current ? t`Overwrite` : confirm}
    </Button>
  </DialogActions>
);

/** Edit dialog for text fields with optimistic locking. On a conflict the user chooses which version to keep. Cancelling discards the draft. */
export function EditDialog(props: EditDialogProps) {
  const { title, confirm = t`Save`, fields, limits, below, gone, onClose } = props;
  const edited = useEditedTexts(props);
  const { original, texts } = edited;
  const { saving, start, current } = useSaving(props, edited);
  const [refused, setRefused] = useState(false);
  const incomplete = fields.some((field) => !field.optional && !isNumeric(field) && texts[field.name]?.trim() === '');
  const isChanged = Object.keys(changedTexts(original.texts, texts)).length > 0;
  const input = (field: EditedField) => {
    const { name, label, maxLength, optional, multiline, hue, isNumber } = field;
    const change = (text: string) => edited.change({ ...texts, [name]: text });
    if (hue) return <HuePicker key={name} color={texts[name] ?? ''} onChange={change} />;
    const Input = multiline ? TextArea : Field;
    return (
      <Input
        key={name}
        label={label}
        required={!optional && !isNumeric(field)}
        maxLength={maxLength}
        {...(isNumeric(field) && { type: 'number', min: 0, step: isNumber ? 1 : 'any' })}
        value={texts[name] ?? ''}
        error={fieldError(saving.error, name)}
        onChange={({ target }: { target: { value: string } }) => change(target.value)}
      />
    );
  };
  const cancel = () => {
    edited.forget();
    onClose();
  };
  const submit = () => {
    if (gone) return;
    if (!isChanged) cancel();
    // After a conflict the user has seen the current version, which is the one to replace.
    else start(current ? { version: current.version, texts: current as unknown as Texts } : original);
  };
  return (
    // What was typed is not thrown away by a click beside the dialog.
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} persistent={isChanged} onRefused={() => setRefused(true)}>
      <DialogBody>
        <Form
          onSubmit={submit}
          error={shownError(saving.error, props, current)}
          actions={gone?.(texts, cancel) ?? <Actions {...{ current, confirm, incomplete }} busy={saving.isPending} onCancel={cancel} />}
        >
          {edited.isRestored && !current && <RestoredDraft onDiscard={edited.discard} />}
          {fields.filter(({ isLimit }) => !isLimit).map(input)}
          {limits && (
            <details open={fields.some(({ name, isLimit }) => isLimit && fieldError(saving.error, name)) || undefined}>
              <summary>{limits.title}</summary>
              <p className="muted">{limits.about}</p>
              <div className={styles['limits']}>{fields.filter(({ isLimit }) => isLimit).map(input)}</div>
            </details>
          )}
          {below?.(texts)}
          {current && <CurrentVersion fields={fields} current={current} mine={texts} />}
          <NotClosed shown={refused && isChanged} />
        </Form>
      </DialogBody>
    </Dialog>
  );
}
