import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { count } from '@/lib/format';
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
    <Dialog open onOpenChange={(open) => open || onClose()} title={`Add ${count(documentIds.length, 'document')} to a corpus`}>
      <div className={styles['list']} role="radiogroup" aria-label="Corpus">
        {corpora.isPending && <SkeletonRows rows={3} label="Loading corpora" />}
        {corpora.isError && <ErrorNotice title="Your corpora could not be loaded" error={corpora.error} onRetry={() => void corpora.refetch()} />}
        {corpora.data?.map((corpus) => (
          <label key={corpus.uuid} className={styles['choice']}>
            <input type="radio" name="corpus" value={corpus.uuid} checked={corpusId === corpus.uuid} disabled={!may(corpus, 'EDIT')} onChange={() => setCorpusId(corpus.uuid)} />
            <span className={styles['title']}>{corpus.title}</span>
            <span className="muted small numeric">{may(corpus, 'EDIT') ? count(corpus.documentCount, 'document') : 'View only'}</span>
          </label>
        ))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!corpusId} busy={add.isPending} onClick={submit}>
          Add {count(documentIds.length, 'document')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
