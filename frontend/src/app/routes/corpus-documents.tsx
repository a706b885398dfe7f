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
import { corpusDocumentsOptions } from '@/features/corpora/api/corpus-documents';
import { folderDocumentsOptions } from '@/features/corpora/api/folder-documents';
import { foldersOptions, type Folder } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { useRemoveDocuments } from '@/features/corpora/api/membership';
import { useMoveDocuments } from '@/features/corpora/api/move-documents';
import { AddDocumentsDialog } from '@/features/corpora/components/add-documents-dialog';
import { drag } from '@/features/corpora/components/folders/dragged';
import { FolderWay } from '@/features/corpora/components/folders/folder-way';
import styles from '@/features/corpora/components/folders/folders.module.css';
import { MoveDialog } from '@/features/corpora/components/folders/move-dialog';
import { UNFILED } from '@/features/corpora/model/folder-tree';
import type { DocumentRow } from '@/features/documents/api/list-documents';
import { DocumentTable } from '@/features/documents/components/document-table';
import { count } from '@/lib/format';
import { may } from '@/lib/permissions';
import { nodes } from '@/lib/relay';

import { CorpusFolders } from './corpus-folders';
import tools from './corpus-documents.module.css';

interface RowMenuProps {
  document: DocumentRow;
  onMove: (uuid: string) => void;
  onRemove: (uuid: string) => void;
}

function RowMenu({ document, onMove, onRemove }: RowMenuProps) {
  return (
    <Menu trigger={<IconButton label={`More for ${document.title}`} hint={false} icon={<Ellipsis />} />}>
      <MenuItem icon={<FolderInput />} onSelect={() => onMove(document.uuid)}>
        Move to…
      </MenuItem>
      <MenuItem icon={<FolderMinus />} onSelect={() => onRemove(document.uuid)}>
        Remove from this corpus
      </MenuItem>
    </Menu>
  );
}

/** What can be done with documents of the open folder. */
function useDocumentActs(corpusId: string, folder: string | undefined, folders: readonly Folder[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const removal = useRemoveDocuments();
  const moving = useMoveDocuments();
  const done = { onSuccess: () => setChosen(new Set()) };
  const remove = (documentIds: string[]) => removal.mutate({ corpusId, documentIds }, done);
  const move = (documentIds: readonly string[], to: Folder | undefined) => moving.mutate({ corpusId, documentIds, from: folder, to, folders }, done);
  return { chosen, setChosen, remove, move };
}

function Empty({ search, folder, editable }: { search: string; folder: string | undefined; editable: boolean }) {
  if (search) return <Notice icon={<SearchX />} title="No title matches" />;
  if (folder !== undefined) {
    return (
      <Notice icon={<FolderOpen />} title="No document stands here">
        {editable && 'Drag documents onto the folder, or drop new files on this page.'}
      </Notice>
    );
  }
  return (
    <Notice icon={<FilePlus2 />} title="This corpus is empty">
      {editable && 'Add documents that you have, or drop new files on this page.'}
    </Notice>
  );
}

interface ListProps {
  corpus: CorpusDetail;
  search: string;
  folder: string | undefined;
  acts: ReturnType<typeof useDocumentActs>;
  onMove: (uuids: readonly string[]) => void;
}

/** What stands in the open folder; what is looked for in it is looked for below it, too. */
function useList(corpusId: string, search: string, folder: string | undefined) {
  const found = folder === undefined || search !== '';
  const everywhere = useInfiniteQuery({ ...corpusDocumentsOptions(corpusId, search, folder), placeholderData: keepPreviousData, enabled: found });
  const inFolder = useInfiniteQuery({ ...folderDocumentsOptions(corpusId, folder ?? ''), enabled: !found });
  return found ? everywhere : inFolder;
}

function List({ corpus, search, folder, acts: { chosen, setChosen, remove }, onMove }: ListProps) {
  const list = useList(corpus.uuid, search, folder);
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
      selection={editable ? { chosen, onChange: setChosen } : undefined}
      corpus={corpus.uuid}
      renderMenu={(document) => editable && <RowMenu document={document} onMove={(uuid) => onMove([uuid])} onRemove={(uuid) => remove([uuid])} />}
      {...(editable && { onDrag: (transfer: DataTransfer, documents: string[]) => drag(transfer, { documents }) })}
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
  const here = folders.find(({ uuid }) => uuid === folder);
  const acts = useDocumentActs(corpus.uuid, folder, folders);
  const selected = [...acts.chosen];
  const open = (next: string | undefined) => {
    acts.setChosen(new Set());
    setSearch('');
    onOpenFolder(next);
  };
  return (
    <div className={styles['split']}>
      <CorpusFolders corpus={corpus} folders={folders} current={folder} onOpen={open} onMoveDocuments={acts.move} />
      <div className={styles['main']}>
        <div className={tools['tools']}>
          {folder !== UNFILED && <SearchField label={here ? `Search titles in “${here.name}”` : 'Search titles'} value={search} onChange={setSearch} />}
          <span className={tools['space']} />
          {selected.length > 0 && (
            <>
              <Button icon={<FolderInput aria-hidden="true" />} onClick={() => setMoving(selected)}>
                Move {selected.length} to…
              </Button>
              <Button icon={<FolderMinus aria-hidden="true" />} onClick={() => acts.remove(selected)}>
                Remove {selected.length} from this corpus
              </Button>
            </>
          )}
          {may(corpus, 'EDIT') && (
            <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
              Add documents
            </Button>
          )}
        </div>
        <FolderWay folders={folders} current={folder} onOpen={open} />
        <List corpus={corpus} search={search} folder={folder} acts={acts} onMove={setMoving} />
      </div>
      {adding && <AddDocumentsDialog corpusId={corpus.uuid} onClose={() => setAdding(false)} />}
      {moving && (
        <MoveDialog title={`Move ${count(moving.length, 'document')} to…`} folders={folders} onMove={(to) => acts.move(moving, to)} onClose={() => setMoving(undefined)} />
      )}
    </div>
  );
}
