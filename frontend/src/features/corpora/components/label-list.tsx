import { Pencil, Tags } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { EditDialog } from '@/components/ui/edit-dialog';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { Notice } from '@/components/ui/notice';
import { toApiError } from '@/lib/errors';
import { LABEL_HUES, nextHue } from '@/lib/label-hues';
import { may } from '@/lib/permissions';

import { useCreateLabel } from '../api/edit-labels';
import type { CorpusDetail } from '../api/get-corpus';
import { DeleteLabel } from './delete-label';
import styles from './label-list.module.css';

interface HuePickerProps {
  color: string;
  onChange: (color: string) => void;
}

function HuePicker({ color, onChange }: HuePickerProps) {
  return (
    <fieldset className={styles['hues']}>
      <legend>Colour</legend>
      {LABEL_HUES.map((hue) => (
        <label key={hue.color} className={styles['hue']} title={hue.name}>
          <input type="radio" name="hue" value={hue.color} checked={hue.color === color} onChange={() => onChange(hue.color)} aria-label={hue.name} />
          <span style={{ backgroundColor: hue.color }} />
        </label>
      ))}
    </fieldset>
  );
}

function NewLabel({ corpus }: { corpus: CorpusDetail }) {
  const [name, setName] = useState('');
  const [picked, setPicked] = useState('');
  const create = useCreateLabel();
  const color = picked || nextHue(corpus.labels.length);
  const done = () => {
    setName('');
    setPicked('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ corpusId: corpus.uuid, name: name.trim(), color }, { onSuccess: done });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <Field
        label="New label"
        value={name}
        maxLength={100}
        required
        onChange={(event) => setName(event.target.value)}
        error={create.isError ? toApiError(create.error).message : undefined}
      />
      <HuePicker color={color} onChange={setPicked} />
      <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ''}>
        Create label
      </Button>
    </form>
  );
}

export function LabelList({ corpus, actions }: { corpus: CorpusDetail; actions: ReactNode }) {
  const [renamed, setRenamed] = useState<CorpusDetail['labels'][number]>();
  return (
    <div className={styles['labels']}>
      {corpus.labels.length > 0 && <div className={styles['actions']}>{actions}</div>}
      {may(corpus, 'ANNOTATE') ? <NewLabel corpus={corpus} /> : <p className="muted">You have view access to these labels.</p>}
      {corpus.labels.length === 0 ? (
        <Notice icon={<Tags />} title="No labels yet">
          {may(corpus, 'ANNOTATE') && 'Create one here, or while you annotate a document.'}
        </Notice>
      ) : (
        <ul className={styles['list']} aria-label="Labels">
          {corpus.labels.map((label) => (
            <li key={label.uuid}>
              <LabelDot color={label.color} />
              {label.name}
              {may(corpus, 'EDIT') && <IconButton label={`Rename ${label.name}`} tooltip={false} icon={<Pencil />} onClick={() => setRenamed(label)} />}
              {may(corpus, 'EDIT') && <DeleteLabel label={label} />}
            </li>
          ))}
        </ul>
      )}
      {renamed && (
        <EditDialog
          title={`Rename “${renamed.name}”`}
          confirm="Rename"
          path={`/api/v1/labels/${renamed.uuid}`}
          affected={[['corpus', corpus.uuid], ['labels'], ['annotations']]}
          version={renamed.version}
          fields={[{ name: 'name', label: 'Name', value: renamed.name, maxLength: 100 }]}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </div>
  );
}
