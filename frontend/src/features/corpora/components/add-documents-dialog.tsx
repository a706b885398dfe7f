import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { documentsOptions } from '@/features/documents/api/list-documents';
import { StateBadge } from '@/features/documents/components/state-badge';
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
  isMember: boolean;
  selected: boolean;
  onToggle: () => void;
}

function Choice({ document, isMember, selected, onToggle }: ChoiceProps) {
  return (
    <label className={styles['choice']}>
      <input type="checkbox" checked={isMember || selected} disabled={isMember} onChange={onToggle} />
      <span className={styles['title']}>{document.title}</span>
      {isMember ? <span className="muted small">{t`In this corpus`}</span> : <StateBadge state={document.state} />}
    </label>
  );
}

function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (uuid: string) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(uuid)) after.add(uuid);
      return after;
    });
  return { selected, toggle };
}

/** Adds selected documents to a corpus. */
export function AddDocumentsDialog({ corpusId, onClose }: AddDocumentsDialogProps) {
  const [search, setSearch] = useState('');
  const { selected, toggle } = useSelection();
  const documents = useInfiniteQuery(documentsOptions({ search }));
  const members = useInfiniteQuery(corpusDocumentsOptions(corpusId));
  const memberIds = new Set(members.data?.pages.flatMap(nodes).map(({ uuid }) => uuid));
  const add = useAddDocuments();
  const rows = documents.data?.pages.flatMap(nodes) ?? [];
  const submit = () => add.mutate({ corpusId, documentIds: [...selected] }, { onSuccess: onClose });
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title={t`Add documents`}>
      <div className={styles['search']}>
        <SearchField label={t`Search titles`} value={search} onChange={setSearch} />
      </div>
      <div className={styles['list']} tabIndex={0} role="group" aria-label={t`Documents`}>
        {documents.isPending && <SkeletonRows rows={4} label={t`Loading documents`} />}
        {documents.isError && <ErrorNotice title={t`Your documents could not be loaded`} error={documents.error} onRetry={() => void documents.refetch()} />}
        {documents.isSuccess && rows.length === 0 && <p className={styles['none']}>{search ? t`No matching titles.` : t`You have no documents yet.`}</p>}
        {rows.map((document) => (
          <Choice
            key={document.uuid}
            document={document}
            isMember={memberIds.has(document.uuid)}
            selected={selected.has(document.uuid)}
            onToggle={() => toggle(document.uuid)}
          />
        ))}
        {documents.hasNextPage && (
          <Button variant="quiet" busy={documents.isFetchingNextPage} onClick={() => void documents.fetchNextPage()}>
            {t`Show more`}
          </Button>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button variant="primary" disabled={selected.size === 0} busy={add.isPending} onClick={submit}>
          {selected.size === 0 ? t`Add documents` : t`Add ${plural(selected.size, { one: '# document', other: '# documents' })}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
