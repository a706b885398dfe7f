import { t } from '@lingui/core/macro';
import { FolderPlus, Trash2 } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { useDeleteDocuments } from '@/features/documents/api/delete-document';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { RetrySelected, SelectionBar, SelectionCount } from '@/features/documents/components/selection-bar';
import { ZipMenu } from '@/features/documents/components/zip-menu';
import { variablesOf, type DocumentFilter } from '@/features/documents/model/document-filter';
import type { useSelection } from '@/features/documents/use-selection';
import { useCommands } from '@/lib/commands';
import { lazyComponent } from '@/lib/lazy-part';
import { may } from '@/lib/permissions';

const BulkSelectionBar = lazyComponent(async () => (await import('@/features/bulk/components/bulk-selection-bar')).BulkSelectionBar);

interface DocumentsSelectionProps {
  selection: ReturnType<typeof useSelection>;
  total: number | undefined;
  filter: DocumentFilter;
  onOpen: (kind: 'add' | 'delete', documents: readonly DocumentRow[]) => void;
}

// The list of documents in REST, for changes of all that it has.

/** Return the parameters of the same list in REST. */
function listQuery(filter: DocumentFilter): Record<string, string> {
  const { search, state, scope, isAttachment: attachment, type, language, ownerId: owner } = variablesOf(filter);
  return { scope: scope.toLowerCase(), ...(search && { search }), ...(state && { state: state.toLowerCase() }), ...(attachment !== null && { is_attachment: String(attachment) }), ...(type && { type }), ...(language && { language }), ...(owner && { owner }) };
}

/** The actions on the selected documents. */
export function DocumentsSelection({ selection: { documents, excluded, selectAll, clear }, total, filter, onOpen }: DocumentsSelectionProps) {
  const deletion = useDeleteDocuments(clear);
  const mayDelete = documents.every((document) => may(document, 'DELETE'));
  const remove = () => (documents.length > 1 ? onOpen('delete', documents) : deletion.mutate(documents));
  useCommands(() =>
    excluded
      ? []
      : [
          { name: 'documents.add', text: t`Add the selected documents to a corpus`, run: () => onOpen('add', documents) },
          ...(mayDelete ? [{ name: 'documents.delete', text: t`Move the selected documents to the bin`, run: remove }] : []),
        ],
  );
  if (excluded && total !== undefined) return <BulkSelectionBar selection={{ query: listQuery(filter), excluded, count: total - excluded.length }} onClear={clear} />;
  return (
    <SelectionBar>
      <SelectionCount count={documents.length} total={total} onAll={selectAll} onClear={clear} />
      <Button size="small" icon={<FolderPlus aria-hidden="true" />} onClick={() => onOpen('add', documents)}>
        {t`Add to a corpus`}
      </Button>
      <RetrySelected documents={documents} />
      <ZipMenu uuids={documents.map(({ uuid }) => uuid)} />
      {mayDelete ? (
        <Button size="small" icon={<Trash2 aria-hidden="true" />} onClick={remove}>
          {t`Delete`}
        </Button>
      ) : (
        <span className="muted">{t`You can only delete your own documents`}</span>
      )}
    </SelectionBar>
  );
}
