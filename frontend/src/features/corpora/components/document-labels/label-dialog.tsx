import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { LabelDot } from '@/components/ui/label-dot';
import { SkeletonRows } from '@/components/ui/skeleton';
import { clearSent } from '@/lib/clear-sent';
import { toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';

import { corpusLabelsOptions, type CorpusLabel } from '../../api/corpus-labels';
import type { LabelChange } from '../../api/document-label-edits';
import { useCreateLabel } from '../../api/edit-labels';
import { changesOf, labelsNamed, markOf, newName, type LabelChoice, type LabelledDocument } from '../../model/document-labels';
import choiceStyles from '../choice.module.css';
import styles from './document-labels.module.css';

interface LabelDialogProps {
  corpusId: string;
  documents: readonly LabelledDocument[];
  onSave: (changes: readonly LabelChange[]) => void;
  onClose: () => void;
}

interface ChoiceProps {
  label: CorpusLabel;
  mark: boolean | 'indeterminate';
  onChange: (on: boolean) => void;
}

function Choice({ label, mark, onChange }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = mark === 'indeterminate';
  }, [mark]);
  return (
    <label className={choiceStyles['choice']}>
      <input ref={input} type="checkbox" checked={mark === true} onChange={({ target }) => onChange(target.checked)} />
      <LabelDot color={label.color} />
      <span className={choiceStyles['title']}>{label.path}</span>
      {mark === 'indeterminate' && <span className="muted small">{t`Some`}</span>}
    </label>
  );
}

/** The labels that are found, what was chosen, and functions that change it. */
function useChoice(corpusId: string, documents: readonly LabelledDocument[]) {
  const labels = useQuery(corpusLabelsOptions(corpusId));
  const [text, setText] = useState('');
  const [choice, setChoice] = useState<LabelChoice>(new Map());
  const create = useCreateLabel();
  const choose = (label: string, on: boolean) => setChoice((before) => new Map(before).set(label, on));
  const offered = (labels.data ?? []).filter(({ uuid, archived }) => !archived || markOf(uuid, documents, new Map()) !== false);
  const found = labelsNamed(offered, text);
  const name = labels.isSuccess ? newName(labels.data, text) : undefined;
  const onCreate = (label: { uuid: string } | null) => {
    if (label) choose(label.uuid, true);
    setText(clearSent(text));
  };
  const add = () => {
    if (name !== undefined) create.mutate({ corpusId, name }, { onSuccess: onCreate });
  };
  /** Enter checks the first label that is found, or unchecks it; if there is none, it creates one. */
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = found;
    if (text.trim() === '') return;
    if (first) choose(first.uuid, markOf(first.uuid, documents, choice) !== true);
    else add();
  };
  return { labels, text, setText, choice, choose, found, name, create, add, submit };
}

/** Adds labels of the corpus to documents, and removes them. */
export function LabelDialog({ corpusId, documents, onSave, onClose }: LabelDialogProps) {
  const { labels, text, setText, choice, choose, found, name, create, add, submit } = useChoice(corpusId, documents);
  const changes = changesOf(choice, documents);
  const { error } = create;
  const saveChanges = () => {
    onSave(changes.flatMap(({ labelId, ...change }) => (labels.data ?? []).filter(({ uuid }) => uuid === labelId).map((label) => ({ ...change, label }))));
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Label ${plural(documents.length, { one: '# document', other: '# documents' })}`}>
      <form className={choiceStyles['search']} onSubmit={submit}>
        <Field label={t`Find or create a label`} value={text} maxLength={100} autoComplete="off" onChange={({ target }) => setText(target.value)} error={error ? toApiError(error).message : undefined} />
      </form>
      <div className={choiceStyles['list']} tabIndex={0} role="group" aria-label={t`Labels`}>
        {labels.isPending && <SkeletonRows rows={3} label={t`Loading labels`} />}
        {labels.isError && <ErrorNotice title={t`The labels could not be loaded`} error={labels.error} onRetry={() => void labels.refetch()} />}
        {labels.isSuccess && found.length === 0 && <p className={choiceStyles['none']}>{text ? t`No matching labels.` : t`This corpus has no labels yet.`}</p>}
        {found.map((label) => (
          <Choice key={label.uuid} label={label} mark={markOf(label.uuid, documents, choice)} onChange={(on) => choose(label.uuid, on)} />
        ))}
      </div>
      {name !== undefined && (
        <Button className={styles['create']} icon={<Plus aria-hidden="true" />} busy={create.isPending} onClick={add}>
          {t`Create ${quoted(name)}`}
        </Button>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button variant="primary" disabled={changes.length === 0} onClick={saveChanges}>
          {t`Save`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
