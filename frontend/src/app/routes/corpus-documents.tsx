import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FilePlus2, FolderInput, FolderMinus, FolderOpen, Plus, SearchX, Tag } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { MenuItem } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { corpusDocumentsOptions, countsByDocument, labelsByDocument, valuesByDocument, withLabels, type CorpusDocumentFilter } from '@/features/corpora/api/corpus-documents';
import { documentFieldsOptions } from '@/features/corpora/api/fields';
import { foldersOptions, type Folder } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { useRemoveDocuments } from '@/features/corpora/api/membership';
import { useMoveDocuments } from '@/features/corpora/api/move-documents';
import { countColumns } from '@/features/corpora/components/count-columns';
import { AddDocumentsDialog } from '@/features/corpora/components/add-documents-dialog';
import { LazyLabelDialog } from '@/features/corpora/components/document-labels/lazy-label-dialog';
import { setDragData } from '@/features/corpora/components/folders/dragged';
import { Breadcrumbs } from '@/features/corpora/components/folders/breadcrumbs';
import styles from '@/features/corpora/components/folders/folders.module.css';
import { MoveDialog } from '@/features/corpora/components/folders/move-dialog';
import { corpusOrder, type CorpusOrder } from '@/features/corpora/model/corpus-order';
import { fieldDirection, fieldFilter, isFiltered, nextFieldOrder, valueText, type FieldFilter } from '@/features/corpora/model/field-filter';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { DocumentTable } from '@/features/documents/components/document-table';
import type { ExtraColumn } from '@/features/documents/components/extra-column';
import { NEWEST } from '@/features/documents/model/document-order';
import { rowsOf, useSelection } from '@/features/documents/use-selection';
import { lazyComponent, lazyDialog } from '@/lib/lazy-part';
import { useCommands } from '@/lib/commands';
import { may } from '@/lib/permissions';

import { CorpusSelection, LabelFilter } from './corpus-documents-toolbar';
import { CorpusFolders } from './corpus-folders';
import type { OpenDialog } from './document-dialogs';
import { RowMenu } from './row-menu';
import { SavedViews } from './saved-views';

const DocumentDialogs = lazyDialog(async () => (await import('./document-dialogs')).DocumentDialogs, ({ onClose }) => onClose());

const LabelChips = lazyComponent(async () => (await import('@/features/corpora/components/document-labels/label-chips')).LabelChips);

const FieldFilterBar = lazyComponent(async () => (await import('@/features/corpora/components/fields/field-filter-bar')).FieldFilterBar);

const ExportDocuments = lazyComponent(async () => (await import('@/features/corpora/components/export-documents')).ExportDocuments);

const route = getRouteApi('/signed-in/c/$uuid');

/** Actions on documents in the open folder. */
function useDocumentActions(corpusId: string, folder: string | undefined, folders: readonly Folder[], onSuccess: () => void) {
  const removal = useRemoveDocuments();
  const moving = useMoveDocuments();
  const done = { onSuccess };
  const remove = (documentIds: string[]) => removal.mutate({ corpusId, documentIds }, done);
  const move = (documentIds: readonly string[], to: Folder | undefined) => moving.mutate({ corpusId, documentIds, from: folder, to, folders }, done);
  return { remove, move };
}

function Empty({ search, folder, label, field, editable }: Pick<ListProps, 'search' | 'folder' | 'label' | 'field'> & { editable: boolean }) {
  if (search) return <Notice icon={<SearchX />} title={t`No matching titles`} />;
  if (isFiltered(field)) return <Notice icon={<SearchX />} title={t`No documents with this value`} />;
  if (label !== undefined) return <Notice icon={<SearchX />} title={t`No documents with this label`} />;
  if (folder !== undefined) {
    return (
      <Notice icon={<FolderOpen />} title={t`This folder is empty`}>
        {editable && t`Drag documents onto the folder, or drop files here to upload them.`}
      </Notice>
    );
  }
  return (
    <Notice icon={<FilePlus2 />} title={t`This corpus is empty`}>
      {editable && t`Add existing documents, or drop files here to upload them.`}
    </Notice>
  );
}

interface ListProps {
  corpus: CorpusDetail;
  search: string;
  folder: string | undefined;
  label: string | undefined;
  field: FieldFilter;
  onField: (filter: FieldFilter) => void;
  order: CorpusOrder;
  onOrder: (order: CorpusOrder) => void;
  list: ReturnType<typeof useList>;
  selection: ReturnType<typeof useSelection>;
  onOpen: (kind: OpenDialog['kind'], documents: readonly DocumentRow[]) => void;
  onRemove: (uuids: string[]) => void;
  onMove: (uuids: readonly string[]) => void;
  onLabel: (uuids: readonly string[]) => void;
}

/** Return the documents in the open folder. The list stays while it is searched, filtered or sorted. */
const useList = (corpusId: string, { folder, ...filter }: CorpusDocumentFilter) =>
  useInfiniteQuery({
    ...corpusDocumentsOptions(corpusId, { folder, ...filter }),
    placeholderData: (previous, query) => (query?.queryKey[1] === corpusId && query.queryKey[2] === folder ? previous : undefined),
  });

/** The column of the field that the list shows. */
function useFieldColumn(corpusId: string, filter: FieldFilter, onField: (filter: FieldFilter) => void, list: ReturnType<typeof useList>): ExtraColumn | undefined {
  const { data: fields } = useQuery({ ...documentFieldsOptions(corpusId), enabled: filter.field !== undefined });
  const field = fields?.find(({ uuid }) => uuid === filter.field);
  if (!field) return undefined;
  const { uuid, name } = field;
  const values = valuesByDocument(list.data?.pages ?? [], uuid);
  return {
    label: name,
    direction: fieldDirection(filter, uuid),
    onSort: () => onField(nextFieldOrder(filter, uuid)),
    render: (document) => valueText(field, values.get(document.uuid) ?? []) || '–',
  };
}

function List({ corpus, search, folder, label, field, onField, list, selection, onOpen, onRemove, onMove, onLabel, ...sorting }: ListProps) {
  const editable = may(corpus, 'EDIT');
  const column = useFieldColumn(corpus.uuid, field, onField, list);
  if (list.isPending) return <SkeletonRows label={t`Loading documents`} />;
  if (list.isError) return <ErrorNotice title={t`The documents could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  const rows = rowsOf(list);
  if (rows.length === 0) return <Empty {...{ search, folder, label, field, editable }} />;
  const labels = labelsByDocument(list.data.pages);
  return (
    <DocumentTable
      label={t`Documents of ${corpus.title}`}
      documents={rows}
      total={list.data.pages[0]?.totalCount ?? rows.length}
      selection={may(corpus, 'ANNOTATE') ? selection : undefined}
      corpus={corpus.uuid}
      {...sorting}
      extras={[...countColumns(countsByDocument(list.data.pages), { ...sorting, order: column?.direction ? undefined : sorting.order }), ...(column ? [column] : [])]}
      renderLabels={({ uuid }) => labels.has(uuid) && <LabelChips labels={labels.get(uuid) ?? []} />}
      renderMenu={(document) => (
        <RowMenu document={document} corpus={corpus.uuid} onOpen={onOpen} onDelete={selection.clear}>
          {may(corpus, 'ANNOTATE') && (
            <MenuItem icon={<Tag />} onSelect={() => onLabel([document.uuid])}>
              {t`Label…`}
            </MenuItem>
          )}
          {editable && (
            <>
              <MenuItem icon={<FolderInput />} onSelect={() => onMove([document.uuid])}>
                {t`Move to…`}
              </MenuItem>
              <MenuItem icon={<FolderMinus />} onSelect={() => onRemove([document.uuid])}>
                {t`Remove from this corpus`}
              </MenuItem>
            </>
          )}
        </RowMenu>
      )}
      {...(editable && { onDrag: (transfer: DataTransfer, documents: string[]) => setDragData(transfer, { documents }) })}
      onNearEnd={() => !list.isFetchingNextPage && list.hasNextPage && void list.fetchNextPage()}
    />
  );
}

interface Place {
  field: FieldFilter;
  folder: string | undefined;
  label: string | undefined;
  order: CorpusOrder;
  view: string | undefined;
}

/** The folder, the label, the order and the saved view in the URL, and a function that changes some of them. */
function usePlace() {
  const { folder, label, sort, view, ...others } = route.useSearch();
  const navigate = route.useNavigate();
  const place: Place = { folder, label, order: corpusOrder(sort) ?? NEWEST, view, field: fieldFilter(others) };
  const show = (changes: Partial<Place>, replace = true) => {
    const next = { ...place, ...changes };
    const nextSort = corpusOrder(next.order);
    void navigate({ search: { ...(next.folder && { folder: next.folder }), ...(next.label && { label: next.label }), ...(nextSort && { sort: nextSort }), ...(next.view && { view: next.view }), ...fieldFilter(next.field) }, replace });
  };
  return { ...place, show };
}

export function CorpusDocuments({ corpus }: { corpus: CorpusDetail }) {
  const { folder, label, order, view, field, show } = usePlace();
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const [moving, setMoving] = useState<readonly string[]>();
  const [labelling, setLabelling] = useState<readonly string[]>();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  useCommands(() => (may(corpus, 'EDIT') ? [{ name: 'corpus.add', text: t`Add documents`, run: () => setAdding(true) }] : []));
  const { data: folders = [] } = useQuery(foldersOptions(corpus.uuid));
  const current = folders.find(({ uuid }) => uuid === folder);
  const list = useList(corpus.uuid, { search, folder, label, sort: order, field });
  const pages = list.data?.pages ?? [];
  const selection = useSelection(list, { filter: JSON.stringify([folder, search, label, field]), order });
  const actions = useDocumentActions(corpus.uuid, folder, folders, selection.clear);
  const open = (next: string | undefined) => {
    selection.clear();
    setSearch('');
    show({ folder: next, label: undefined, field: {} }, false);
  };
  return (
    <div className={styles['split']}>
      <CorpusFolders corpus={corpus} folders={folders} current={folder} onOpen={open} onMoveDocuments={actions.move} />
      <div className={styles['main']}>
        <Toolbar>
          <SearchField label={current ? t`Search titles in “${current.name}”` : t`Search titles`} value={search} onChange={setSearch} />
          <LabelFilter corpus={corpus} label={label} onChange={(next) => show({ label: next })} />
          <FieldFilterBar corpusId={corpus.uuid} filter={field} onChange={(next) => show({ field: next })} />
          <SavedViews
            kind="CORPUS_DOCUMENTS"
            corpusId={corpus.uuid}
            search={{ folder, label, sort: corpusOrder(order), ...field }}
            chosen={view}
            mayShare={may(corpus, 'ANNOTATE')}
            mayUnshare={may(corpus, 'EDIT')}
            onShow={(state, next) => show({ folder: state['folder'], label: state['label'], order: corpusOrder(state['sort']) ?? NEWEST, field: fieldFilter(state), view: next })}
          />
          <Spacer />
          <ExportDocuments corpusId={corpus.uuid} filter={{ search, folder, label, sort: order, field }} count={pages[0]?.totalCount} isMember={corpus.isMember} />
          {may(corpus, 'EDIT') && (
            <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
              {t`Add documents`}
            </Button>
          )}
        </Toolbar>
        <Breadcrumbs folders={folders} current={folder} onOpen={open} />
        <CorpusSelection {...{ corpus, selection }} total={pages[0]?.totalCount} filter={{ search, folder, label, field }} onLabel={setLabelling} onMove={setMoving} onRemove={actions.remove} onOpen={(kind, documents) => setDialog({ kind, documents })} />
        <List
          {...{ corpus, search, folder, label, field, order, list, selection }}
          onField={(next) => show({ field: next })}
          onOrder={(next) => show({ order: next, field: { ...field, sortField: undefined } })}
          onOpen={(kind, documents) => setDialog({ kind, documents })}
          onRemove={actions.remove}
          onMove={setMoving}
          onLabel={setLabelling}
        />
      </div>
      {dialog && <DocumentDialogs {...dialog} onClose={() => setDialog(null)} onDone={selection.clear} />}
      {adding && <AddDocumentsDialog corpusId={corpus.uuid} onClose={() => setAdding(false)} />}
      {labelling && <LazyLabelDialog corpusId={corpus.uuid} documents={withLabels(labelling, pages)} onClose={() => setLabelling(undefined)} />}
      {moving && (
        <MoveDialog title={t`Move ${plural(moving.length, { one: '# document', other: '# documents' })} to…`} folders={folders} onMove={(to) => actions.move(moving, to)} onClose={() => setMoving(undefined)} />
      )}
    </div>
  );
}
