import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Dialog } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

import styles from './choose-document.module.css';

// The documents of a corpus, or all, to choose one by its title.

const documentChoiceQuery = graphql(`
  query DocumentChoice($corpusId: ID, $search: String) {
    documents(corpusId: $corpusId, search: $search, first: 50, orderBy: TITLE) {
      edges {
        node {
          uuid
          title
        }
      }
    }
  }
`);

/** The first 50 documents with these words in their title, of a corpus or of all that the user may see. */
const documentChoiceOptions = (corpusId: string | undefined, search: string) =>
  queryOptions({
    queryKey: [...(corpusId === undefined ? ['documents'] : ['corpus-documents', corpusId]), 'choice', search],
    queryFn: async () => nodes((await request(documentChoiceQuery, { corpusId: corpusId ?? null, search })).documents),
  });

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
