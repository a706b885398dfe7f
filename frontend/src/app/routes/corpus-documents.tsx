import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Ellipsis, FilePlus2, FolderInput, FolderMinus, FolderOpen, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { corpusDocumentsOptions } from '@/features/corpora/api/corpus-documents';
import { folderDocumentsOptions } from '@/features/corpora/api/folder-documents';
import { foldersOptions, type Folder } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { useRemoveDocuments } from '@/features/corpora/api/membership';
import { useMoveDocuments } from '@/features/corpora/api/move-documents';
import { AddDocumentsDialog } from '@/features/corpora/components/add-documents-dialog';
import { setDragData } from '@/features/corpora/components/folders/dragged';
import { Breadcrumbs } from '@/features/corpora/components/folders/breadcrumbs';
import styles from '@/features/corpora/components/folders/folders.module.css';
import { MoveDialog } from '@/features/corpora/components/folders/move-dialog';
import { UNFILED } from '@/features/corpora/model/folder-tree';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { DocumentTable } from '@/features/documents/components/document-table';
import { SelectionCount } from '@/features/documents/components/selection-count';
import { useSelection } from '@/features/documents/use-selection';
import { count } from '@/lib/format';
import { may } from '@/lib/permissions';
import { nodes } from '@/lib/relay';

import { CorpusFolders } from './corpus-folders';

interface RowMenuProps {
  document: DocumentRow;
  onMove: (uuid: string) => void;
  onRemove: (uuid: string) => void;
}

function RowMenu({ document, onMove, onRemove }: RowMenuProps) {
  return (
    <Menu trigger={<IconButton label={`More for ${document.title}`} tooltip={false} icon={<Ellipsis />} />}>
      <MenuItem icon={<FolderInput />} onSelect={() => onMove(document.uuid)}>
        Move to…
      </MenuItem>
      <MenuItem icon={<FolderMinus />} onSelect={() => onRemove(document.uuid)}>
        Remove from this corpus
      </MenuItem>
    </Menu>
  );
}

/** Actions on documents in the open folder. */
function useDocumentActions(corpusId: string, folder: string | undefined, folders: readonly Folder[], onSuccess: () => void) {
  const removal = useRemoveDocuments();
  const moving = useMoveDocuments();
  const done = { onSuccess };
  const remove = (documentIds: string[]) => removal.mutate({ corpusId, documentIds }, done);
  const move = (documentIds: readonly string[], to: Folder | undefined) => moving.mutate({ corpusId, documentIds, from: folder, to, folders }, done);
  return { remove, move };
}

function Empty({ search, folder, editable }: { search: string; folder: string | undefined; editable: boolean }) {
  if (search) return <Notice icon={<SearchX />} title="No matching titles" />;
  if (folder !== undefined) {
    return (
      <Notice icon={<FolderOpen />} title="This folder is empty">
        {editable && 'Drag documents onto the folder, or drop files here to upload them.'}
      </Notice>
    );
  }
  return (
    <Notice icon={<FilePlus2 />} title="This corpus is empty">
      {editable && 'Add existing documents, or drop files here to upload them.'}
    </Notice>
  );
}

interface ListProps {
  corpus: CorpusDetail;
  search: string;
  folder: string | undefined;
  list: ReturnType<typeof useList>;
  selection: ReturnType<typeof useSelection>;
  onRemove: (uuids: string[]) => void;
  onMove: (uuids: readonly string[]) => void;
}

/** Return the documents in the open folder. A search includes its subfolders. */
function useList(corpusId: string, search: string, folder: string | undefined) {
  const isRecursive = folder === undefined || search !== '';
  const recursive = useInfiniteQuery({ ...corpusDocumentsOptions(corpusId, search, folder), placeholderData: keepPreviousData, enabled: isRecursive });
  const inFolder = useInfiniteQuery({ ...folderDocumentsOptions(corpusId, folder ?? ''), enabled: !isRecursive });
  return isRecursive ? recursive : inFolder;
}

function List({ corpus, search, folder, list, selection, onRemove, onMove }: ListProps) {
  const editable = may(corpus, 'EDIT');
  if (list.isPending) return <SkeletonRows label="Loading documents" />;
  if (list.isError) return <ErrorNotice title="The documents could not be loaded" error={list.error} onRetry={() => void list.refetch()} />;
  const rows = list.data.pages.flatMap(nodes);
  if (rows.length === 0) return <Empty search={search} folder={folder} editable={editable} />;
  return (
    <DocumentTable
      label={`Documents of ${corpus.title}`}
      documents={rows}
      total={list.data.pages[0]?.totalCount ?? rows.length}
      selection={editable ? selection : undefined}
      corpus={corpus.uuid}
      renderMenu={(document) => editable && <RowMenu document={document} onMove={(uuid) => onMove([uuid])} onRemove={(uuid) => onRemove([uuid])} />}
      {...(editable && { onDrag: (transfer: DataTransfer, documents: string[]) => setDragData(transfer, { documents }) })}
      onNearEnd={() => !list.isFetchingNextPage && list.hasNextPage && void list.fetchNextPage()}
    />
  );
}

interface CorpusDocumentsProps {
  corpus: CorpusDetail;
  folder: string | undefined;
  onOpenFolder: (folder: string | undefined) => void;
}

export function CorpusDocuments({ corpus, folder, onOpenFolder }: CorpusDocumentsProps) {
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const [moving, setMoving] = useState<readonly string[]>();
  const { data: folders = [] } = useQuery(foldersOptions(corpus.uuid));
  const current = folders.find(({ uuid }) => uuid === folder);
  const list = useList(corpus.uuid, search, folder);
  const selection = useSelection(list);
  const actions = useDocumentActions(corpus.uuid, folder, folders, selection.clear);
  const selected = [...selection.selected];
  const open = (next: string | undefined) => {
    selection.clear();
    setSearch('');
    onOpenFolder(next);
  };
  return (
    <div className={styles['split']}>
      <CorpusFolders corpus={corpus} folders={folders} current={folder} onOpen={open} onMoveDocuments={actions.move} />
      <div className={styles['main']}>
        <Toolbar>
          {folder !== UNFILED && <SearchField label={current ? `Search titles in “${current.name}”` : 'Search titles'} value={search} onChange={setSearch} />}
          <Spacer />
          {selected.length > 0 && (
            <>
              <SelectionCount count={selected.length} total={list.data?.pages[0]?.totalCount ?? selected.length} onAll={selection.selectAll} onClear={selection.clear} />
              <Button icon={<FolderInput aria-hidden="true" />} onClick={() => setMoving(selected)}>
                Move {selected.length} to…
              </Button>
              <Button icon={<FolderMinus aria-hidden="true" />} onClick={() => actions.remove(selected)}>
                Remove {selected.length} from this corpus
              </Button>
            </>
          )}
          {may(corpus, 'EDIT') && (
            <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
              Add documents
            </Button>
          )}
        </Toolbar>
        <Breadcrumbs folders={folders} current={folder} onOpen={open} />
        <List {...{ corpus, search, folder, list, selection }} onRemove={actions.remove} onMove={setMoving} />
      </div>
      {adding && <AddDocumentsDialog corpusId={corpus.uuid} onClose={() => setAdding(false)} />}
      {moving && (
        <MoveDialog title={`Move ${count(moving.length, 'document')} to…`} folders={folders} onMove={(to) => actions.move(moving, to)} onClose={() => setMoving(undefined)} />
      )}
    </div>
  );
}
