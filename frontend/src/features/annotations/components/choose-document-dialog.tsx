import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Dialog } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';

import { documentChoiceOptions } from '../api/document-choice';
import styles from './choose-document.module.css';

interface ChooseDocumentDialogProps {
  /** the corpus that has the documents; without it, all that the user may see */
  corpusId: string | undefined;
  chosen: string | undefined;
  onChoose: (uuid: string | undefined) => void;
  onClose: () => void;
}

/** Chooses a document by its title, or all of them. */
export function ChooseDocumentDialog({ corpusId, chosen, onChoose, onClose }: ChooseDocumentDialogProps) {
  const [search, setSearch] = useState('');
  const documents = useQuery({ ...documentChoiceOptions(corpusId, search), placeholderData: keepPreviousData });
  const choice = (title: string, uuid?: string) => (
    <li key={uuid ?? ''}>
      <button
        type="button"
        className={styles['choice']}
        aria-pressed={uuid === chosen}
        onClick={() => {
          onChoose(uuid);
          onClose();
        }}
      >
        {title}
      </button>
    </li>
  );
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Choose a document`}>
      <div className={styles['search']}>
        <SearchField label={t`Search titles`} value={search} onChange={setSearch} />
      </div>
      {documents.isPending && <SkeletonRows rows={4} label={t`Loading documents`} />}
      {documents.isError && <ErrorNotice title={t`The documents could not be loaded`} error={documents.error} onRetry={() => void documents.refetch()} />}
      {documents.isSuccess && (
        <ul aria-label={t`Documents`} className={styles['list']}>
          {search === '' && choice(t`All documents`)}
          {documents.data.map(({ uuid, title }) => choice(title, uuid))}
          {search !== '' && documents.data.length === 0 && <li className={styles['none']}>{t`No matching titles.`}</li>}
        </ul>
      )}
    </Dialog>
  );
}
