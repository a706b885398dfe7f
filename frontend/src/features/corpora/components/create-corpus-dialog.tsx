import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { toApiError } from '@/lib/errors';

import { useCreateCorpus } from '../api/create-corpus';
import styles from './corpora.module.css';

interface CreateCorpusDialogProps {
  onClose: () => void;
  onCreated: (uuid: string) => void;
}

export function CreateCorpusDialog({ onClose, onCreated }: CreateCorpusDialogProps) {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const create = useCreateCorpus();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ title: title.trim(), description: description.trim() }, { onSuccess: (corpus) => corpus && onCreated(corpus.uuid) });
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="New corpus" description="A corpus holds documents that you search, label and work on together.">
      <form className={styles['form']} onSubmit={submit}>
        <Field
          label="Name"
          value={title}
          required
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          error={create.isError ? toApiError(create.error).message : undefined}
        />
        <Field label="What it is for (optional)" value={description} onChange={(event) => setDescription(event.target.value)} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending} disabled={title.trim() === ''}>
            Create corpus
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
