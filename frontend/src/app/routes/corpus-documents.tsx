import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FilePlus2, FolderInput, FolderMinus, FolderOpen, ListFilter, Plus, SearchX, Tag } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { MenuItem } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { corpusDocumentsOptions, countsByDocument, facetVariables, valuesByDocument, type CorpusDocumentFilter, type DocumentCounts } from '@/features/corpora/api/corpus-documents';
import { documentFieldsOptions } from '@/features/corpora/api/fields';
import { foldersOptions } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { AddDocumentsDialog } from '@/features/corpora/components/add-documents-dialog';
import { FieldFilterBar } from '@/features/corpora/components/fields/field-filter-bar';
import { corpusOrder, countDirection, nextCountOrder, type CorpusOrder } from '@/features/corpora/model/corpus-order';
import { fieldDirection, fieldFilter, isFiltered, nextFieldOrder, valueText, type FieldFilter } from '@/features/corpora/model/field-filter';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { DocumentTable, type ExtraColumn } from '@/features/documents/components/document-table';
import { FacetsPlaceholder } from '@/features/documents/components/facets-placeholder';
import { NEWEST } from '@/features/documents/model/document-order';
import { facetFilter, hasFacets, type DocumentFacetFilter } from '@/features/documents/model/facet-filter';
import { rowsOf, useSelection } from '@/features/documents/use-selection';
import { useCommands } from '@/lib/commands';
import { isFailed } from '@/lib/failed-query';
import { formatNumber } from '@/lib/format';
import { lazyComponent } from '@/lib/lazy-part';
import { may } from '@/lib/permissions';

import columnStyles from './corpus-documents.module.css';
import { LabelDocuments, useDocumentActions, useWaitingChanges } from './corpus-documents-edits';
import { CorpusSelection, LabelFilter } from './corpus-documents-toolbar';
import { Breadcrumbs, CorpusFolders, MoveDialog, setDragData } from './corpus-folders';
import styles from './corpus-folders.module.css';
import type { OpenDialog } from './document-dialogs';
import { DocumentDialogs } from './list-parts';
import { RowMenu } from './row-menu';
import { SavedViews } from './saved-views';

const CorpusFacets = lazyComponent(async () => (await import('@/features/search/components/document-facets')).CorpusFacets, <FacetsPlaceholder />);

// The folder, the filters, the order and the saved view of the documents of a corpus, as they are in the URL.

const route = getRouteApi('/signed-in/c/$uuid');

interface Place {
  search: string;
  field: FieldFilter;
  facets: DocumentFacetFilter;
  folder: string | undefined;
  label: string | undefined;
  order: CorpusOrder;
  view: string | undefined;
}

/** Return the parameters of a list in URLs and saved views. */
const searchOf = ({ search, field, facets, folder, label, order }: Omit<Place, 'view'>) => {
  const sort = corpusOrder(order);
  return { ...(search && { q: search }), ...(folder && { folder }), ...(label && { label }), ...(sort && { sort }), ...facetFilter(facets), ...fieldFilter(field) };
};

const NO_FILTER = { search: '', label: undefined, field: {}, facets: {} } as const;

/** The folder, the filters, the order and the saved view in the URL, and a function that changes some of them. */
function usePlace() {
  const { folder, label, sort, view, q: search = '', ...others } = route.useSearch();
  const navigate = route.useNavigate();
  const place: Place = { search, folder, label, order: corpusOrder(sort) ?? NEWEST, view, field: fieldFilter(others), facets: facetFilter(others) };
  const show = (changes: Partial<Place>, replace = true) => {
    const next = { ...place, ...changes };
    void navigate({ search: { ...searchOf(next), ...(next.view && { view: next.view }) }, replace });
  };
  return { ...place, show };
}

/** Return the list of a saved view. */
const placeOf = (state: Readonly<Record<string, string | undefined>>, view: string | undefined): Place => ({
  search: state['q'] ?? '',
  folder: state['folder'],
  label: state['label'],
  order: corpusOrder(state['sort']) ?? NEWEST,
  field: fieldFilter(state),
  facets: facetFilter(state),
  view,
});

/** The filters in the URL, as the API takes them. */
const filterOf = ({ search, folder, label, field, facets }: Place): CorpusDocumentFilter => ({ search, folder, label, field, facets });

interface FiltersProps {
  corpus: CorpusDetail;
  place: Place;
  show: (changes: Partial<Place>) => void;
  /** of the open folder */
  folderName: string | undefined;
  showsFacets: boolean;
  onFacets: (shown: boolean) => void;
}

/** The filters of the list, and its saved views. */
function Filters({ corpus, place, show, folderName, showsFacets, onFacets }: FiltersProps) {
  const { search, label, field, view } = place;
  return (
    <>
      <SearchField label={folderName ? t`Search titles in “${folderName}”` : t`Search titles`} value={search} onChange={(words) => show({ search: words })} />
      <LabelFilter corpus={corpus} label={label} onChange={(next) => show({ label: next })} />
      <FieldFilterBar fields={corpus.fields} filter={field} onChange={(next) => show({ field: next })} />
      <SavedViews
        kind="CORPUS_DOCUMENTS"
        corpusId={corpus.uuid}
        search={searchOf(place)}
        chosen={view}
        mayShare={may(corpus, 'ANNOTATE')}
        mayUnshare={may(corpus, 'EDIT')}
        onShow={(state, next) => show(placeOf(state, next))}
      />
      <IconButton label={t`Filters with counts`} icon={<ListFilter />} pressed={showsFacets} onClick={() => onFacets(!showsFacets)} />
    </>
  );
}

interface FacetsProps {
  corpus: CorpusDetail;
  place: Place;
  show: (changes: Partial<Place>) => void;
  shown: boolean;
}

/** The filters with counts; nothing if they are not shown. */
function FacetsOfPlace({ corpus, place, show, shown }: FacetsProps) {
  if (!shown) return null;
  return <CorpusFacets corpusId={corpus.uuid} variables={facetVariables(corpus.uuid, filterOf(place))} chosen={place.facets} onFilter={(change) => show({ facets: facetFilter({ ...place.facets, ...change }) })} />;
}

const ExportDocuments = lazyComponent(async () => (await import('@/features/corpora/components/export-documents')).ExportDocuments);

/** Return what the list says that a filter has left empty; undefined without one. */
function filteredText({ search, label, field = {}, facets = {} }: CorpusDocumentFilter): string | undefined {
  if (hasFacets(facets)) return t`No documents match the filters`;
  if (search) return t`No matching titles`;
  if (isFiltered(field)) return t`No documents with this value`;
  return label === undefined ? undefined : t`No documents with this label`;
}

interface EmptyProps {
  filter: CorpusDocumentFilter;
  editable: boolean;
  onClear: () => void;
  onAdd: () => void;
}

function Empty({ filter, editable, onClear, onAdd }: EmptyProps) {
  const filtered = filteredText(filter);
  if (filtered !== undefined) return <Notice icon={<SearchX />} title={filtered} action={<Button onClick={onClear}>{t`Clear filters`}</Button>} />;
  if (filter.folder !== undefined) {
    return (
      <Notice icon={<FolderOpen />} title={t`This folder is empty`}>
        {editable && t`Drag documents onto the folder, or drop files here to upload them.`}
      </Notice>
    );
  }
  return (
    <Notice icon={<FilePlus2 />} title={t`This corpus is empty`} action={editable && <Button variant="primary" onClick={onAdd}>{t`Add existing documents`}</Button>}>
      {editable && t`Add existing documents, or drop files here to upload them.`}
    </Notice>
  );
}

interface ListProps {
  corpus: CorpusDetail;
  filter: CorpusDocumentFilter;
  field: FieldFilter;
  onClear: () => void;
  onAdd: () => void;
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

interface Sorting {
  /** absent if the list is sorted by something else */
  order: CorpusOrder | undefined;
  onOrder: (order: CorpusOrder) => void;
}

const COLUMNS = [
  { column: 'annotations', count: 'annotationCount', label: t`Annotations`, className: columnStyles['annotations'] },
  { column: 'labels', count: 'labelCount', label: t`Labels`, className: columnStyles['labels'] },
] as const;

/** Return the columns with the numbers of annotations and labels of the documents of a corpus. */
const countColumns = (counts: ReadonlyMap<string, DocumentCounts>, { order, onOrder }: Sorting): ExtraColumn[] =>
  COLUMNS.map(({ column, count, label, className }) => ({
    label,
    className,
    direction: countDirection(column, order),
    onSort: () => onOrder(nextCountOrder(column, order ?? 'newest')),
    render: ({ uuid }) => {
      const number = counts.get(uuid)?.[count] ?? 0;
      return (
        <span className={columnStyles['count']} data-zero={number === 0 || undefined}>
          {formatNumber(number)}
        </span>
      );
    },
  }));

function List({ corpus, filter, field, onClear, onAdd, onField, list, selection, onOpen, onRemove, onMove, onLabel, ...sorting }: ListProps) {
  const editable = may(corpus, 'EDIT');
  const column = useFieldColumn(corpus.uuid, field, onField, list);
  const { shownRows, renderLabels } = useWaitingChanges(list.data?.pages);
  if (list.isPending) return <SkeletonRows label={t`Loading documents`} />;
  if (isFailed(list)) return <ErrorNotice title={t`The documents could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  const rows = shownRows(rowsOf(list), filter.folder);
  if (rows.length === 0) return <Empty {...{ filter, editable, onClear, onAdd }} />;
  return (
    <DocumentTable
      label={t`Documents of ${corpus.title}`}
      documents={rows}
      total={list.data.pages[0]?.totalCount ?? rows.length}
      selection={may(corpus, 'ANNOTATE') ? selection : undefined}
      corpus={corpus.uuid}
      {...sorting}
      extras={[...countColumns(countsByDocument(list.data.pages), { ...sorting, order: column?.direction ? undefined : sorting.order }), ...(column ? [column] : [])]}
      renderLabels={renderLabels}
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

export function CorpusDocuments({ corpus }: { corpus: CorpusDetail }) {
  const { show, ...place } = usePlace();
  const { folder, order, field } = place;
  const filter = filterOf(place);
  const [showsFacets, setShowsFacets] = useState(hasFacets(place.facets));
  const [adding, setAdding] = useState(false);
  const [moving, setMoving] = useState<readonly string[]>();
  const [labelling, setLabelling] = useState<readonly string[]>();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  useCommands(() => (may(corpus, 'EDIT') ? [{ name: 'corpus.add', text: t`Add documents`, run: () => setAdding(true) }] : []));
  const { data: folders = [] } = useQuery(foldersOptions(corpus.uuid));
  const current = folders.find(({ uuid }) => uuid === folder);
  const list = useList(corpus.uuid, { ...filter, sort: order });
  const pages = list.data?.pages ?? [];
  const selection = useSelection(list, { filter: JSON.stringify(filter), order });
  const actions = useDocumentActions(corpus, selection.clear);
  const open = (next: string | undefined) => {
    selection.clear();
    show({ folder: next, ...NO_FILTER }, false);
  };
  return (
    <div className={styles['split']}>
      <CorpusFolders corpus={corpus} folders={folders} current={folder} onOpen={open} onMoveDocuments={actions.move} />
      <div className={styles['main']}>
        <Toolbar>
          <Filters {...{ corpus, place, show, showsFacets, onFacets: setShowsFacets }} folderName={current?.name} />
          <Spacer />
          <ExportDocuments corpusId={corpus.uuid} filter={{ ...filter, sort: order }} count={pages[0]?.totalCount} isMember={corpus.isMember} />
          {may(corpus, 'EDIT') && (
            <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
              {t`Add documents`}
            </Button>
          )}
        </Toolbar>
        <FacetsOfPlace {...{ corpus, place, show }} shown={showsFacets} />
        <Breadcrumbs folders={folders} current={folder} onOpen={open} />
        <CorpusSelection {...{ corpus, selection }} total={pages[0]?.totalCount} filter={filter} onLabel={setLabelling} onMove={setMoving} onRemove={actions.remove} onOpen={(kind, documents) => setDialog({ kind, documents })} />
        <List
          {...{ corpus, filter, field, order, list, selection }}
          onClear={() => show(NO_FILTER)}
          onAdd={() => setAdding(true)}
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
      <LabelDocuments corpusId={corpus.uuid} uuids={labelling} pages={pages} onClose={() => setLabelling(undefined)} />
      {moving && (
        <MoveDialog title={t`Move ${plural(moving.length, { one: '# document', other: '# documents' })} to…`} folders={folders} onMove={(to) => actions.move(moving, to)} onClose={() => setMoving(undefined)} />
      )}
    </div>
  );
}
