import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ellipsis, FilePlus2, FolderPlus, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { AddToCorpusDialog } from '@/features/corpora/components/add-to-corpus-dialog';
import { documentsOptions, type DocumentRow } from '@/features/documents/api/list-documents';
import { DeleteDialog } from '@/features/documents/components/delete-dialog';
import { DocumentFilters } from '@/features/documents/components/document-filters';
import { DocumentTable } from '@/features/documents/components/document-table';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { count } from '@/lib/format';
import { nodes } from '@/lib/relay';
import { useTitle } from '@/lib/title';

import type { DocumentsSearch } from '../search-params';

const route = getRouteApi('/signed-in/');

type Question = { kind: 'add' | 'delete'; documents: readonly DocumentRow[] } | null;

function NoDocuments({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <Notice icon={<SearchX />} title="No document matches" action={<Button onClick={onClear}>Clear the filters</Button>} />
  ) : (
    <Notice icon={<FilePlus2 />} title="No documents yet" action={<UploadButton label="Upload documents" />}>
      Drop files or folders anywhere on this page, or choose them.
    </Notice>
  );
}

function RowMenu({ document, onAsk }: { document: DocumentRow; onAsk: (question: Question) => void }) {
  return (
    <Menu trigger={<IconButton label={`More for ${document.title}`} hint={false} icon={<Ellipsis />} />}>
      <MenuItem icon={<FolderPlus />} onSelect={() => onAsk({ kind: 'add', documents: [document] })}>
        Add to a corpus
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => onAsk({ kind: 'delete', documents: [document] })}>
        Delete
      </MenuItem>
    </Menu>
  );
}

interface SelectionActionsProps {
  documents: readonly DocumentRow[];
  onAsk: (question: Question) => void;
}

function SelectionActions({ documents, onAsk }: SelectionActionsProps) {
  return (
    <>
      <span className="muted">{documents.length} selected</span>
      <Button icon={<FolderPlus aria-hidden="true" />} onClick={() => onAsk({ kind: 'add', documents })}>
        Add to a corpus
      </Button>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => onAsk({ kind: 'delete', documents })}>
        Delete
      </Button>
    </>
  );
}

interface DialogsProps {
  question: Question;
  onClose: () => void;
  onDone: () => void;
}

function Dialogs({ question, onClose, onDone }: DialogsProps) {
  if (question?.kind === 'add') {
    return <AddToCorpusDialog documentIds={question.documents.map(({ uuid }) => uuid)} onClose={onClose} onAdded={onDone} />;
  }
  return <DeleteDialog documents={question?.documents ?? []} onClose={onClose} onDeleted={onDone} />;
}

function useDocuments({ q, state }: DocumentsSearch) {
  const list = useInfiniteQuery({ ...documentsOptions({ search: q, state }), placeholderData: keepPreviousData });
  return { list, rows: list.data?.pages.flatMap(nodes) ?? [], total: list.data?.pages[0]?.totalCount ?? 0 };
}

export function DocumentsPage() {
  useTitle('Documents');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { list, rows, total } = useDocuments(search);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question>(null);
  const show = (change: DocumentsSearch) => void navigate({ search: change, replace: true });
  const selected = rows.filter(({ uuid }) => chosen.has(uuid));
  const done = () => {
    setChosen(new Set());
    setQuestion(null);
  };
  const filters = (
    <DocumentFilters
      search={search.q ?? ''}
      state={search.state}
      onSearch={(q) => show({ ...(q && { q }), ...(search.state && { state: search.state }) })}
      onState={(state) => show({ ...(search.q && { q: search.q }), ...(state && { state }) })}
    />
  );
  return (
    <PageFrame
      title="Documents"
      about={list.isSuccess && count(total, 'document')}
      actions={selected.length > 0 ? <SelectionActions documents={selected} onAsk={setQuestion} /> : filters}
    >
      {list.isPending && <SkeletonRows label="Loading documents" />}
      {list.isError && <ErrorNotice title="Your documents could not be loaded" error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <NoDocuments filtered={Boolean(search.q ?? search.state)} onClear={() => show({})} />}
      {rows.length > 0 && (
        <DocumentTable
          label="Documents"
          documents={rows}
          total={total}
          selection={{ chosen, onChange: setChosen }}
          renderMenu={(document) => <RowMenu document={document} onAsk={setQuestion} />}
          onNearEnd={() => !list.isFetchingNextPage && list.hasNextPage && void list.fetchNextPage()}
        />
      )}
      <Dialogs question={question} onClose={() => setQuestion(null)} onDone={done} />
    </PageFrame>
  );
}
