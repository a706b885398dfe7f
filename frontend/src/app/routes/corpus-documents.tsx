import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Ellipsis, FilePlus2, FolderMinus, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { corpusDocumentsOptions } from '@/features/corpora/api/corpus-documents';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { useRemoveDocuments } from '@/features/corpora/api/membership';
import { AddDocumentsDialog } from '@/features/corpora/components/add-documents-dialog';
import type { DocumentRow } from '@/features/documents/api/list-documents';
import { DocumentTable } from '@/features/documents/components/document-table';
import { nodes } from '@/lib/relay';

import styles from './corpus-documents.module.css';

interface RowMenuProps {
  document: DocumentRow;
  onRemove: (uuid: string) => void;
}

function RowMenu({ document, onRemove }: RowMenuProps) {
  return (
    <Menu trigger={<IconButton label={`More for ${document.title}`} hint={false} icon={<Ellipsis />} />}>
      <MenuItem icon={<FolderMinus />} onSelect={() => onRemove(document.uuid)}>
        Remove from this corpus
      </MenuItem>
    </Menu>
  );
}

function useRemoval(corpusId: string) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const removal = useRemoveDocuments();
  const remove = (documentIds: string[]) => removal.mutate({ corpusId, documentIds }, { onSuccess: () => setChosen(new Set()) });
  return { chosen, setChosen, remove };
}

function Empty({ search }: { search: string }) {
  if (search) return <Notice icon={<SearchX />} title="No title matches" />;
  return (
    <Notice icon={<FilePlus2 />} title="This corpus is empty">
      Add documents that you have, or drop new files on this page.
    </Notice>
  );
}

interface ListProps {
  corpus: CorpusDetail;
  search: string;
  removal: ReturnType<typeof useRemoval>;
}

function List({ corpus, search, removal: { chosen, setChosen, remove } }: ListProps) {
  const list = useInfiniteQuery({ ...corpusDocumentsOptions(corpus.uuid, search), placeholderData: keepPreviousData });
  if (list.isPending) return <SkeletonRows label="Loading documents" />;
  if (list.isError) return <ErrorNotice title="The documents could not be loaded" error={list.error} onRetry={() => void list.refetch()} />;
  const rows = list.data.pages.flatMap(nodes);
  if (rows.length === 0) return <Empty search={search} />;
  return (
    <DocumentTable
      label={`Documents of ${corpus.title}`}
      documents={rows}
      total={list.data.pages[0]?.totalCount ?? rows.length}
      selection={{ chosen, onChange: setChosen }}
      corpus={corpus.uuid}
      renderMenu={(document) => <RowMenu document={document} onRemove={(uuid) => remove([uuid])} />}
      onNearEnd={() => !list.isFetchingNextPage && list.hasNextPage && void list.fetchNextPage()}
    />
  );
}

export function CorpusDocuments({ corpus }: { corpus: CorpusDetail }) {
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const removal = useRemoval(corpus.uuid);
  const selected = [...removal.chosen];
  return (
    <>
      <div className={styles['tools']}>
        <SearchField label="Search titles" value={search} onChange={setSearch} />
        <span className={styles['space']} />
        {selected.length > 0 && (
          <Button icon={<FolderMinus aria-hidden="true" />} onClick={() => removal.remove(selected)}>
            Remove {selected.length} from this corpus
          </Button>
        )}
        <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add documents
        </Button>
      </div>
      <List corpus={corpus} search={search} removal={removal} />
      {adding && <AddDocumentsDialog corpusId={corpus.uuid} onClose={() => setAdding(false)} />}
    </>
  );
}
