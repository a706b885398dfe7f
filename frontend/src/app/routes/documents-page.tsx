import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ellipsis, FilePlus2, FolderPlus, SearchX, Trash2, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { documentsOptions, type DocumentRow } from '@/features/documents/api/list-documents';
import { DocumentFilters } from '@/features/documents/components/document-filters';
import { DocumentTable } from '@/features/documents/components/document-table';
import { ZipMenu } from '@/features/documents/components/zip-menu';
import { TakenTypes } from '@/features/uploads/components/taken-types';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { count } from '@/lib/format';
import { isMine, may } from '@/lib/permissions';
import { nodes } from '@/lib/relay';
import { useTitle } from '@/lib/title';

import { documentsSearch, type DocumentsSearch } from '../search-params';

const AddToCorpusDialog = lazy(async () => ({ default: (await import('@/features/corpora/components/add-to-corpus-dialog')).AddToCorpusDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('@/features/documents/components/delete-dialog')).DeleteDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('@/features/sharing/components/share-dialog')).ShareDialog }));

const route = getRouteApi('/signed-in/');

type Question = { kind: 'add' | 'delete' | 'share'; documents: readonly DocumentRow[] } | null;

function NoDocuments({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <Notice icon={<SearchX />} title="No document matches" action={<Button onClick={onClear}>Clear the filters</Button>} />
  ) : (
    <Notice icon={<FilePlus2 />} title="No documents yet" action={<UploadButton label="Upload documents" />}>
      Drop files or folders anywhere on this page, or choose them.
      <TakenTypes />
    </Notice>
  );
}

function RowMenu({ document, onAsk }: { document: DocumentRow; onAsk: (question: Question) => void }) {
  return (
    <Menu trigger={<IconButton label={`More for ${document.title}`} hint={false} icon={<Ellipsis />} />}>
      <MenuItem icon={<FolderPlus />} onSelect={() => onAsk({ kind: 'add', documents: [document] })}>
        Add to a corpus
      </MenuItem>
      <MenuItem icon={<Users />} onSelect={() => onAsk({ kind: 'share', documents: [document] })}>
        {isMine(document) ? 'Share' : 'Access'}
      </MenuItem>
      {may(document, 'DELETE') && (
        <MenuItem icon={<Trash2 />} danger onSelect={() => onAsk({ kind: 'delete', documents: [document] })}>
          Delete
        </MenuItem>
      )}
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
      <ZipMenu uuids={documents.map(({ uuid }) => uuid)} />
      {documents.every((document) => may(document, 'DELETE')) ? (
        <Button icon={<Trash2 aria-hidden="true" />} onClick={() => onAsk({ kind: 'delete', documents })}>
          Delete
        </Button>
      ) : (
        <span className="muted">Only your own can be deleted</span>
      )}
    </>
  );
}

interface DialogsProps {
  question: Question;
  onClose: () => void;
  onDone: () => void;
}

function Dialogs({ question, onClose, onDone }: DialogsProps) {
  const [first] = question?.documents ?? [];
  if (!question || !first) return null;
  return (
    <Suspense>
      {question.kind === 'add' && <AddToCorpusDialog documentIds={question.documents.map(({ uuid }) => uuid)} onClose={onClose} onAdded={onDone} />}
      {question.kind === 'share' && <ShareDialog subject={{ kind: 'document', uuid: first.uuid, title: first.title }} onClose={onClose} />}
      {question.kind === 'delete' && <DeleteDialog documents={question.documents} onClose={onClose} onDeleted={onDone} />}
    </Suspense>
  );
}

function useDocuments({ q, state, scope, inside }: DocumentsSearch) {
  const list = useInfiniteQuery({ ...documentsOptions({ search: q, state, scope, inside }), placeholderData: keepPreviousData });
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
  const narrow = (change: Partial<Record<keyof DocumentsSearch, string | undefined>>) => show(documentsSearch({ ...search, ...change }));
  const selected = rows.filter(({ uuid }) => chosen.has(uuid));
  const done = () => {
    setChosen(new Set());
    setQuestion(null);
  };
  const filters = (
    <DocumentFilters
      search={search.q ?? ''}
      state={search.state}
      scope={search.scope}
      inside={search.inside}
      onSearch={(q) => narrow({ q })}
      onState={(state) => narrow({ state })}
      onScope={(scope) => narrow({ scope })}
      onInside={(inside) => narrow({ inside })}
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
      {list.isSuccess && rows.length === 0 && <NoDocuments filtered={Boolean(search.q ?? search.state ?? search.scope ?? search.inside)} onClear={() => show({})} />}
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
