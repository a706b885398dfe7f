import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { NotClosed } from '@/components/ui/not-closed';
import { useTypedText } from '@/components/ui/use-typed-text';
import { fieldError, formError } from '@/lib/form-errors';

import { useCreateCorpus } from '../api/create-corpus';

interface CreateCorpusDialogProps {
  onClose: () => void;
  onCreated: (uuid: string) => void;
}

export function CreateCorpusDialog({ onClose, onCreated }: CreateCorpusDialogProps) {
  const { text: title, ...titleField } = useTypedText('new-corpus:title');
  const { text: description, ...descriptionField } = useTypedText('new-corpus:description');
  const [refused, setRefused] = useState(false);
  const create = useCreateCorpus();
  const isTyped = `${title}${description}`.trim() !== '';
  const forget = () => {
    titleField.forget();
    descriptionField.forget();
  };
  const onSuccess = (corpus: { uuid: string } | null) => {
    forget();
    if (corpus) onCreated(corpus.uuid);
  };
  const cancel = () => {
    forget();
    onClose();
  };
  const submit = () => create.mutate({ title: title.trim(), description: description.trim() }, { onSuccess });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`New corpus`} persistent={isTyped} onRefused={() => setRefused(true)} description={t`A set of documents that you search, label and analyse together.`}>
      <DialogBody>
        <Form
          onSubmit={submit}
          error={formError(create.error, ['title', 'description'])}
          actions={
            <DialogActions>
              <Button onClick={cancel}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={create.isPending} disabled={title.trim() === ''}>
                {t`Create corpus`}
              </Button>
            </DialogActions>
          }
        >
          <Field label={t`Name`} value={title} required maxLength={200} error={fieldError(create.error, 'title')} onChange={({ target }) => titleField.change(target.value)} />
          <Field label={t`Description (optional)`} value={description} error={fieldError(create.error, 'description')} onChange={({ target }) => descriptionField.change(target.value)} />
          <NotClosed shown={refused && isTyped} />
        </Form>
      </DialogBody>
    </Dialog>
  );
}
