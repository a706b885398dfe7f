import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { PageFrame } from '@/components/ui/page-frame';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { documentCountOptions, documentsOptions } from '@/features/documents/api/list-documents';
import { DocumentTable } from '@/features/documents/components/document-table';
import { FacetsPlaceholder } from '@/features/documents/components/facets-placeholder';
import { ScopeSelect } from '@/features/documents/components/scope-select';
import { ATTACHMENT_FILTERS, isAttachmentFilter, type AttachmentFilter } from '@/features/documents/model/attachment-filter';
import { NEWEST } from '@/features/documents/model/document-order';
import type { Scope } from '@/features/documents/model/scope';
import { DOCUMENT_STATES, isDocumentState, type DocumentState } from '@/features/documents/model/state';
import { rowsOf, useSelection } from '@/features/documents/use-selection';
import { useWaitingTexts, withTexts } from '@/features/edits/model/waiting-texts';
import { isFailed } from '@/lib/failed-query';
import { lazyComponent } from '@/lib/lazy-part';
import { DOCUMENT_STATE_TEXTS } from '@/lib/messages/documents';
import { useTitle } from '@/lib/title';

import { documentsSearch, type DocumentsSearch } from '../search-params';
import type { OpenDialog } from './document-dialogs';
import { DocumentDialogs, useListParts } from './list-parts';
import { RowMenu } from './row-menu';
import { SavedViews } from './saved-views';

const NoDocuments = lazyComponent(async () => (await import('./no-documents')).NoDocuments);
const DocumentFacets = lazyComponent(async () => (await import('@/features/search/components/document-facets')).DocumentFacets, <FacetsPlaceholder />);
const DocumentsSelection = lazyComponent(async () => (await import('./documents-selection')).DocumentsSelection);

const FirstSteps = lazyComponent(async () => (await import('@/features/first-steps/components/first-steps-button')).FirstStepsButton);
const route = getRouteApi('/signed-in/');

/** The rows, and their number, which is `undefined` until a long list has been counted. */
function useDocuments({ q, ...others }: DocumentsSearch) {
  const filter = { search: q, ...others };
  const list = useInfiniteQuery({ ...documentsOptions(filter), placeholderData: keepPreviousData });
  const isLong = list.data?.pages[0]?.pageInfo.hasNextPage ?? false;
  const counted = useQuery({ ...documentCountOptions(filter), enabled: isLong && !list.isPlaceholderData });
  const rows = withTexts(rowsOf(list), useWaitingTexts(({ edits }) => edits));
  return { list, rows, total: isLong ? counted.data : rows.length };
}

function About({ total }: { total: number | undefined }) {
  if (total === undefined) return null;
  return (
    <>
      <span>{plural(total, { one: '# document', other: '# documents' })}</span>
      <FirstSteps hasDocuments={total > 0} />
    </>
  );
}

/** Return whether the filters with counts are shown: once one of them is used that has no other control. They stay when it is removed. */
function useFacets({ type, language, owner }: DocumentsSearch) {
  const [shown, setShown] = useState<boolean>();
  if (shown === undefined && (type ?? language ?? owner)) setShown(true);
  return [shown ?? false, setShown] as const;
}

interface DocumentFiltersProps {
  state?: DocumentState | undefined;
  scope?: Scope | undefined;
  attachments?: AttachmentFilter | undefined;
  onState: (state: DocumentState | undefined) => void;
  onScope: (scope: Scope | undefined) => void;
  onAttachments: (attachments: AttachmentFilter | undefined) => void;
  /** whether all filters are shown, with their counts */
  hasFacets: boolean;
  onFacets: (shown: boolean) => void;
}

/** The filters of all documents, beside the search of titles. They are loaded after the list. */
function DocumentFilters({ state, scope, attachments, onState, onScope, onAttachments, hasFacets, onFacets }: DocumentFiltersProps) {
  return (
    <>
      <ScopeSelect all={t`All documents`} scope={scope} onScope={onScope} />
      <Select label={t`State`} value={state ?? ''} onChange={(event) => onState(isDocumentState(event.target.value) ? event.target.value : undefined)}>
        <option value="">{t`Any state`}</option>
        {DOCUMENT_STATES.map((value) => (
          <option key={value} value={value}>
            {DOCUMENT_STATE_TEXTS[value]}
          </option>
        ))}
      </Select>
      <Select label={t`Attachments`} value={attachments ?? ''} onChange={({ target }) => onAttachments(isAttachmentFilter(target.value) ? target.value : undefined)}>
        <option value="">{t`Show attachments`}</option>
        {ATTACHMENT_FILTERS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <IconButton label={t`Filters with counts`} icon={<ListFilter />} pressed={hasFacets} onClick={() => onFacets(!hasFacets)} />
    </>
  );
}

export function DocumentsPage() {
  useTitle(t`Documents`);
  useListParts();
  const { view, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { list, rows, total } = useDocuments(search);
  const { sort = NEWEST, ...filters } = search;
  const selection = useSelection(list, { filter: JSON.stringify(filters), order: sort });
  const [hasFacets, setFacets] = useFacets(filters);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const show = (change: DocumentsSearch) => void navigate({ search: change, replace: true });
  const change = (changes: Partial<Record<keyof DocumentsSearch, string | undefined>>) => show(documentsSearch({ ...search, view, ...changes }));
  const open = (kind: OpenDialog['kind'], documents: readonly DocumentRow[]) => setDialog({ kind, documents });
  return (
    <PageFrame
      title={t`Documents`}
      about={<About total={list.isSuccess ? total : undefined} />}
      actions={
        <>
          <SavedViews
            kind="DOCUMENTS"
            search={search}
            chosen={view}
            mayShare={false}
            mayUnshare={false}
            isLater={list.isPending}
            onShow={(state, next) => show(documentsSearch({ ...state, view: next }))}
          />
          <SearchField label={t`Search titles`} value={search.q ?? ''} onChange={(q) => change({ q })} />
          <DocumentFilters
            {...filters}
            hasFacets={hasFacets}
            onFacets={setFacets}
            onState={(state) => change({ state })}
            onScope={(scope) => change({ scope })}
            onAttachments={(attachments) => change({ attachments })}
          />
        </>
      }
    >
      {hasFacets && <DocumentFacets filter={{ search: search.q, ...filters }} onFilter={change} />}
      {list.isPending && <SkeletonRows label={t`Loading documents`} />}
      {isFailed(list) && <ErrorNotice title={t`Your documents could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <NoDocuments filtered={Object.keys(filters).length > 0} onClear={() => show({})} />
      )}
      {!selection.isEmpty && <DocumentsSelection selection={selection} total={total} filter={{ search: search.q, ...filters }} onOpen={open} />}
      {rows.length > 0 && (
        <DocumentTable
          label={t`Documents`}
          documents={rows}
          total={total}
          order={sort}
          onOrder={(next) => change({ sort: next })}
          selection={selection}
          renderMenu={(document) => <RowMenu document={document} onOpen={open} onDelete={selection.clear} />}
          onNearEnd={() => !list.isFetchingNextPage && list.hasNextPage && void list.fetchNextPage()}
        />
      )}
      {dialog && <DocumentDialogs {...dialog} onClose={() => setDialog(null)} onDone={selection.clear} />}
    </PageFrame>
  );
}
