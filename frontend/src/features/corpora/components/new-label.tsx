import { t } from '@lingui/core/macro';
import { useRef, useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { HuePicker } from '@/components/ui/hue-picker';
import { clearSent } from '@/lib/clear-sent';
import { useCommands } from '@/lib/commands';
import { toApiError } from '@/lib/errors';
import { nextHue } from '@/lib/label-hues';

import { useCreateLabel } from '../api/edit-labels';
import type { CorpusDetail } from '../api/get-corpus';
import styles from './label-list.module.css';

/** The form for a new label. Its colour is one that no label of the corpus has, if there is one left. */
export function NewLabel({ corpus }: { corpus: CorpusDetail }) {
  const [name, setName] = useState('');
  const [picked, setPicked] = useState('');
  const create = useCreateLabel();
  const field = useRef<HTMLInputElement>(null);
  useCommands(() => [{ name: 'label.create', text: t`New label`, run: () => field.current?.focus() }]);
  const color = picked || nextHue(corpus.labels.map((label) => label.color));
  const done = () => {
    setName(clearSent(name));
    setPicked('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Without a choice the server chooses: others may have taken this colour since.
    create.mutate({ corpusId: corpus.uuid, name: name.trim(), color: picked }, { onSuccess: done });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <Field
        ref={field}
        label={t`New label`}
        value={name}
        maxLength={100}
        required
        onChange={(event) => setName(event.target.value)}
        error={create.isError ? toApiError(create.error).message : undefined}
      />
      <HuePicker color={color} onChange={setPicked} />
      <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ''}>
        {t`Create label`}
      </Button>
    </form>
  );
}
