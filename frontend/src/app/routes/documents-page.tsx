import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ellipsis, FolderPlus, Trash2, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useDeleteDocuments } from '@/features/documents/api/delete-document';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { documentsOptions } from '@/features/documents/api/list-documents';
import { DocumentFilters } from '@/features/documents/components/document-filters';
import { DocumentTable } from '@/features/documents/components/document-table';
import { useSelection } from '@/features/documents/use-selection';
import { count } from '@/lib/format';
import { isMine, may } from '@/lib/permissions';
import { nodes } from '@/lib/relay';
import { useTitle } from '@/lib/title';

import { documentsSearch, type DocumentsSearch } from '../search-params';

const NoDocuments = lazy(async () => ({ default: (await import('./no-documents')).NoDocuments }));
const DocumentsSelection = lazy(async () => ({ default: (await import('./documents-selection')).DocumentsSelection }));
const AddToCorpusDialog = lazy(async () => ({ default: (await import('@/features/corpora/components/add-to-corpus-dialog')).AddToCorpusDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('@/features/documents/components/delete-dialog')).DeleteDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('@/features/sharing/components/share-dialog')).ShareDialog }));

const route = getRouteApi('/signed-in/');

type OpenDialog = { kind: 'add' | 'delete' | 'share'; documents: readonly DocumentRow[] } | null;

interface RowMenuProps {
  document: DocumentRow;
  onOpen: (dialog: OpenDialog) => void;
  onDelete: () => void;
}

function RowMenu({ document, onOpen, onDelete }: RowMenuProps) {
  return (
    <Menu trigger={<IconButton label={`More for ${document.title}`} tooltip={false} icon={<Ellipsis />} />}>
      <MenuItem icon={<FolderPlus />} onSelect={() => onOpen({ kind: 'add', documents: [document] })}>
        Add to a corpus
      </MenuItem>
      <MenuItem icon={<Users />} onSelect={() => onOpen({ kind: 'share', documents: [document] })}>
        {isMine(document) ? 'Share' : 'Access'}
      </MenuItem>
      {may(document, 'DELETE') && (
        <MenuItem icon={<Trash2 />} danger onSelect={onDelete}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}

interface DialogsProps {
  dialog: OpenDialog;
  onDelete: (documents: readonly DocumentRow[]) => void;
  onClose: () => void;
  onDone: () => void;
}

function Dialogs({ dialog, onDelete, onClose, onDone }: DialogsProps) {
  const [first] = dialog?.documents ?? [];
  if (!dialog || !first) return null;
  return (
    <Suspense>
      {dialog.kind === 'add' && <AddToCorpusDialog documentIds={dialog.documents.map(({ uuid }) => uuid)} onClose={onClose} onAdded={onDone} />}
      {dialog.kind === 'share' && <ShareDialog subject={{ kind: 'document', uuid: first.uuid, title: first.title }} onClose={onClose} />}
      {dialog.kind === 'delete' && <DeleteDialog documents={dialog.documents} onClose={onClose} onConfirm={() => onDelete(dialog.documents)} />}
    </Suspense>
  );
}

function useDocuments({ q, state, scope, attachments }: DocumentsSearch) {
  const list = useInfiniteQuery({ ...documentsOptions({ search: q, state, scope, attachments }), placeholderData: keepPreviousData });
  return { list, rows: list.data?.pages.flatMap(nodes) ?? [], total: list.data?.pages[0]?.totalCount ?? 0 };
}

export function DocumentsPage() {
  useTitle('Documents');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { list, rows, total } = useDocuments(search);
  const selection = useSelection(list);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const show = (change: DocumentsSearch) => void navigate({ search: change, replace: true });
  const filter = (change: Partial<Record<keyof DocumentsSearch, string | undefined>>) => show(documentsSearch({ ...search, ...change }));
  const deletion = useDeleteDocuments();
  const done = () => {
    selection.clear();
    setDialog(null);
  };
  const remove = (documents: readonly DocumentRow[]) => deletion.mutate(documents, { onSuccess: done });
  const filters = (
    <DocumentFilters
      search={search.q ?? ''}
      state={search.state}
      scope={search.scope}
      attachments={search.attachments}
      onSearch={(q) => filter({ q })}
      onState={(state) => filter({ state })}
      onScope={(scope) => filter({ scope })}
      onAttachments={(attachments) => filter({ attachments })}
    />
  );
  return (
    <PageFrame
      title="Documents"
      about={list.isSuccess && count(total, 'document')}
      actions={
        <>
          {selection.documents.length > 0 && (
            <Suspense>
              <DocumentsSelection selection={selection} total={total} onOpen={setDialog} onDelete={() => remove(selection.documents)} />
            </Suspense>
          )}
          {filters}
        </>
      }
    >
      {list.isPending && <SkeletonRows label="Loading documents" />}
      {list.isError && <ErrorNotice title="Your documents could not be loaded" error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Suspense>
          <NoDocuments filtered={Boolean(search.q ?? search.state ?? search.scope ?? search.attachments)} onClear={() => show({})} />
        </Suspense>
      )}
      {rows.length > 0 && (
        <DocumentTable
          label="Documents"
          documents={rows}
          total={total}
          selection={selection}
          renderMenu={(document) => <RowMenu document={document} onOpen={setDialog} onDelete={() => remove([document])} />}
          onNearEnd={() => !list.isFetchingNextPage && list.hasNextPage && void list.fetchNextPage()}
        />
      )}
      <Dialogs dialog={dialog} onDelete={remove} onClose={() => setDialog(null)} onDone={done} />
    </PageFrame>
  );
}
