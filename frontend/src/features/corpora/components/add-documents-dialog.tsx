import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { documentsOptions, type DocumentRow } from '@/features/documents/api/list-documents';
import { StateBadge } from '@/features/documents/components/state-badge';
import { count } from '@/lib/format';
import { nodes } from '@/lib/relay';

import { corpusDocumentsOptions } from '../api/corpus-documents';
import { useAddDocuments } from '../api/membership';
import styles from './choice.module.css';

interface AddDocumentsDialogProps {
  corpusId: string;
  onClose: () => void;
}

interface ChoiceProps {
  document: DocumentRow;
  here: boolean;
  chosen: boolean;
  onToggle: () => void;
}

function Choice({ document, here, chosen, onToggle }: ChoiceProps) {
  return (
    <label className={styles['choice']}>
      <input type="checkbox" checked={here || chosen} disabled={here} onChange={onToggle} />
      <span className={styles['title']}>{document.title}</span>
      {here ? <span className="muted small">In this corpus</span> : <StateBadge state={document.state} />}
    </label>
  );
}

function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (uuid: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(uuid)) after.add(uuid);
      return after;
    });
  return { chosen, toggle };
}

/** The corpus is given, documents are chosen. */
export function AddDocumentsDialog({ corpusId, onClose }: AddDocumentsDialogProps) {
  const [search, setSearch] = useState('');
  const { chosen, toggle } = useChosen();
  const documents = useInfiniteQuery(documentsOptions({ search }));
  const present = useInfiniteQuery(corpusDocumentsOptions(corpusId));
  const here = new Set(present.data?.pages.flatMap(nodes).map(({ uuid }) => uuid));
  const add = useAddDocuments();
  const rows = documents.data?.pages.flatMap(nodes) ?? [];
  const submit = () => add.mutate({ corpusId, documentIds: [...chosen] }, { onSuccess: onClose });
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title="Add documents">
      <div className={styles['search']}>
        <SearchField label="Search titles" value={search} onChange={setSearch} />
      </div>
      <div className={styles['list']} tabIndex={0} role="group" aria-label="Documents">
        {documents.isPending && <SkeletonRows rows={4} label="Loading documents" />}
        {documents.isError && <ErrorNotice title="Your documents could not be loaded" error={documents.error} onRetry={() => void documents.refetch()} />}
        {documents.isSuccess && rows.length === 0 && <p className={styles['none']}>{search ? 'No title matches.' : 'You have no documents yet.'}</p>}
        {rows.map((document) => (
          <Choice
            key={document.uuid}
            document={document}
            here={here.has(document.uuid)}
            chosen={chosen.has(document.uuid)}
            onToggle={() => toggle(document.uuid)}
          />
        ))}
        {documents.hasNextPage && (
          <Button variant="quiet" busy={documents.isFetchingNextPage} onClick={() => void documents.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={chosen.size === 0} busy={add.isPending} onClick={submit}>
          {chosen.size === 0 ? 'Add documents' : `Add ${count(chosen.size, 'document')}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
