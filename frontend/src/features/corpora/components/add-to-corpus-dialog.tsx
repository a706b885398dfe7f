import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { may } from '@/lib/permissions';

import { corporaOptions } from '../api/list-corpora';
import { useAddDocuments } from '../api/membership';
import styles from './choice.module.css';

interface AddToCorpusDialogProps {
  documentIds: readonly string[];
  onClose: () => void;
  onAdded: () => void;
}

/** Adds documents to a corpus, which the user chooses. */
export function AddToCorpusDialog({ documentIds, onClose, onAdded }: AddToCorpusDialogProps) {
  const corpora = useQuery(corporaOptions());
  const [corpusId, setCorpusId] = useState('');
  const add = useAddDocuments();
  const submit = () => add.mutate({ corpusId, documentIds: [...documentIds] }, { onSuccess: onAdded });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Add ${plural(documentIds.length, { one: '# document', other: '# documents' })} to a corpus`}>
      <div className={styles['list']} role="radiogroup" aria-label={t`Corpus`}>
        {corpora.isPending && <SkeletonRows rows={3} label={t`Loading corpora`} />}
        {corpora.isError && <ErrorNotice title={t`Your corpora could not be loaded`} error={corpora.error} onRetry={() => void corpora.refetch()} />}
        {corpora.data?.map((corpus) => (
          <label key={corpus.uuid} className={styles['choice']}>
            <input type="radio" name="corpus" value={corpus.uuid} checked={corpusId === corpus.uuid} disabled={!may(corpus, 'EDIT')} onChange={() => setCorpusId(corpus.uuid)} />
            <span className={styles['title']}>{corpus.title}</span>
            <span className="muted small numeric">{may(corpus, 'EDIT') ? plural(corpus.documentCount, { one: '# document', other: '# documents' }) : t`View only`}</span>
          </label>
        ))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button variant="primary" disabled={!corpusId} busy={add.isPending} onClick={submit}>
          {t`Add ${plural(documentIds.length, { one: '# document', other: '# documents' })}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
