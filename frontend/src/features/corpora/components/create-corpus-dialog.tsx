import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';

import { useCreateCorpus } from '../api/create-corpus';

interface CreateCorpusDialogProps {
  onClose: () => void;
  onCreated: (uuid: string) => void;
}

export function CreateCorpusDialog({ onClose, onCreated }: CreateCorpusDialogProps) {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const create = useCreateCorpus();
  const submit = () => create.mutate({ title: title.trim(), description: description.trim() }, { onSuccess: (corpus) => corpus && onCreated(corpus.uuid) });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`New corpus`} description={t`A set of documents that you search, label and analyse together.`}>
      <DialogBody>
        <Form
          onSubmit={submit}
          error={formError(create.error, ['title', 'description'])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={create.isPending} disabled={title.trim() === ''}>
                {t`Create corpus`}
              </Button>
            </DialogActions>
          }
        >
          <Field label={t`Name`} value={title} required maxLength={200} error={fieldError(create.error, 'title')} onChange={({ target }) => setTitle(target.value)} />
          <Field label={t`Description (optional)`} value={description} error={fieldError(create.error, 'description')} onChange={({ target }) => setDescription(target.value)} />
        </Form>
      </DialogBody>
    </Dialog>
  );
}
