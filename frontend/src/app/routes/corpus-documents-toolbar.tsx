import { t } from '@lingui/core/macro';
import { Ellipsis, FolderInput, FolderMinus, FolderPlus, PencilLine, Play, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuNote, MenuSeparator } from '@/components/ui/menu';
import { Select } from '@/components/ui/select';
import { exportQuery, type CorpusDocumentFilter } from '@/features/corpora/api/corpus-documents';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { RetrySelected, SelectionBar, SelectionCount } from '@/features/documents/components/selection-bar';
import { ZipMenu } from '@/features/documents/components/zip-menu';
import type { useSelection } from '@/features/documents/use-selection';
import { AnnotatedPdfsItem } from '@/features/exports/components/annotated-pdfs-item';
import { ExportItem } from '@/features/exports/components/export-item';
import type { ExportSource } from '@/features/exports/model/export-source';
import { useCommands } from '@/lib/commands';
import { lazyComponent, lazyDialog } from '@/lib/lazy-part';
import { may } from '@/lib/permissions';

import type { OpenDialog } from './document-dialogs';

const BulkSelectionBar = lazyComponent(async () => (await import('@/features/bulk/components/bulk-selection-bar')).BulkSelectionBar);

const SetFieldDialog = lazyDialog(
  async () => (await import('@/features/corpora/components/fields/set-field-dialog')).SetFieldDialog,
  ({ onClose }) => onClose(),
);

const AnalyzersDialog = lazyDialog(
  async () => (await import('@/features/analyses/components/document-analyzers-dialog')).DocumentAnalyzersDialog,
  ({ onClose }) => onClose(),
);

/** A choice of the labels of the corpus that restricts the list. */
export function LabelFilter({ corpus, label, onChange }: { corpus: CorpusDetail; label: string | undefined; onChange: (label: string | undefined) => void }) {
  if (corpus.labels.length === 0) return null;
  return (
    <Select label={t`Label`} value={label ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">{t`Any label`}</option>
      {corpus.labels.map(({ uuid, path }) => (
        <option key={uuid} value={uuid}>
          {path}
        </option>
      ))}
    </Select>
  );
}

interface CorpusSelectionProps {
  corpus: CorpusDetail;
  selection: ReturnType<typeof useSelection>;
  /** the number of documents in the list, if it is known */
  total: number | undefined;
  filter: CorpusDocumentFilter;
  onLabel: (uuids: readonly string[]) => void;
  onMove: (uuids: readonly string[]) => void;
  onRemove: (uuids: string[]) => void;
  onOpen: (kind: OpenDialog['kind'], documents: readonly DocumentRow[]) => void;
}

/** Offer the actions on the selected documents in the command palette, as far as the user may do them. */
function useSelectionCommands({ corpus, selection: { selected, documents, excluded }, onAnalyze, onLabel, onMove, onRemove, onOpen }: CorpusSelectionProps & { onAnalyze: (uuids: readonly string[]) => void }) {
  const uuids = [...selected];
  const isOffered = uuids.length > 0 && !excluded;
  useCommands(() => {
    if (!isOffered) return [];
    const editing = [
      { name: 'documents.analyze', text: t`Run an analyzer or an action on the selected documents`, run: () => onAnalyze(uuids) },
      { name: 'documents.move', text: t`Move the selected documents to a folder`, run: () => onMove(uuids) },
      { name: 'documents.remove', text: t`Remove the selected documents from this corpus`, run: () => onRemove(uuids) },
    ];
    return [
      { name: 'documents.label', text: t`Label the selected documents`, run: () => onLabel(uuids) },
      ...(may(corpus, 'EDIT') ? editing : []),
      { name: 'documents.add', text: t`Add the selected documents to a corpus`, run: () => onOpen('add', documents) },
      ...(documents.every((document) => may(document, 'DELETE')) ? [{ name: 'documents.delete', text: t`Move the selected documents to the bin`, run: () => onOpen('delete', documents) }] : []),
    ];
  });
}

const TABLE_FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'jsonl', label: t`JSON lines` },
];
const ANNOTATION_FORMATS = [...TABLE_FORMATS, { format: 'jsonld', label: t`Web Annotations` }];

interface ExportSelectionProps {
  corpusId: string;
  /** the selected documents, as parameters of the export of their list */
  query: ExportSource['query'];
  count: number;
  /** uuids of the documents; absent if a filter selects them */
  chosen?: readonly string[];
  isMember: boolean;
}

/** Menu items: the formats in which selected documents can be exported: their list with its fields, and their annotations. */
function ExportSelection({ corpusId, query, count, chosen, isMember }: ExportSelectionProps) {
  const path = `/api/v1/corpuses/${corpusId}`;
  const list: ExportSource = { corpusId, kind: 'DOCUMENTS', path: `${path}/documents/export`, query, rows: count, isMember };
  const annotations: ExportSource = { ...list, kind: 'ANNOTATIONS', path: `${path}/annotations/export`, query: { document: chosen ?? [] }, rows: undefined };
  return (
    <>
      <MenuNote>{t`List of documents`}</MenuNote>
      {TABLE_FORMATS.map(({ format, label }) => (
        <ExportItem key={format} source={list} format={format} label={label} />
      ))}
      {chosen && (
        <>
          <MenuSeparator />
          <MenuNote>{t`Annotations`}</MenuNote>
          {ANNOTATION_FORMATS.map(({ format, label }) => (
            <ExportItem key={format} source={annotations} format={format} label={label} />
          ))}
        </>
      )}
    </>
  );
}

/** The actions on the selected documents; nothing if there are none. */
export function CorpusSelection(props: CorpusSelectionProps) {
  const { corpus, selection, total, filter, onLabel, onMove, onRemove, onOpen } = props;
  const [analyzed, setAnalyzed] = useState<readonly string[]>();
  useSelectionCommands({ ...props, onAnalyze: setAnalyzed });
  const [setting, setSetting] = useState<readonly string[]>();
  const selected = [...selection.selected];
  const { excluded } = selection;
  if (excluded && total !== undefined) {
    const list = exportQuery(corpus.uuid, filter);
    const query = { corpus: corpus.uuid, ...list };
    const count = total - excluded.length;
    return (
      <BulkSelectionBar selection={{ query, excluded, count }} onClear={selection.clear} corpus={{ uuid: corpus.uuid, editable: may(corpus, 'EDIT') }}>
        <ExportSelection corpusId={corpus.uuid} query={{ ...list, ...(excluded.length > 0 && { excluded }) }} count={count} isMember={corpus.isMember} />
      </BulkSelectionBar>
    );
  }
  if (selected.length === 0) return null;
  return (
    <SelectionBar>
      <SelectionCount count={selected.length} total={total ?? selected.length} onAll={selection.selectAll} onClear={selection.clear} />
      <Button size="small" icon={<Tag aria-hidden="true" />} onClick={() => onLabel(selected)}>
        {t`Label ${selected.length}…`}
      </Button>
      <RetrySelected documents={selection.documents} />
      <ZipMenu uuids={selected}>
        <ExportSelection corpusId={corpus.uuid} query={{ document: selected }} chosen={selected} count={selected.length} isMember={corpus.isMember} />
        {corpus.isMember && <AnnotatedPdfsItem corpusId={corpus.uuid} query={{ document: selected }} count={selected.length} />}
      </ZipMenu>
      <Menu trigger={<Button size="small" icon={<Ellipsis aria-hidden="true" />}>{t`More`}</Button>}>
        <MenuItem icon={<PencilLine />} onSelect={() => setSetting(selected)}>{t`Set field…`}</MenuItem>
        {may(corpus, 'EDIT') && <MenuItem icon={<Play />} onSelect={() => setAnalyzed(selected)}>{t`Run an analyzer or an action…`}</MenuItem>}
        <MenuItem icon={<FolderPlus />} onSelect={() => onOpen('add', selection.documents)}>{t`Add to another corpus…`}</MenuItem>
        {selection.documents.every((document) => may(document, 'DELETE')) && (
          <MenuItem icon={<Trash2 />} danger onSelect={() => onOpen('delete', selection.documents)}>{t`Move to the bin…`}</MenuItem>
        )}
      </Menu>
      {analyzed && <AnalyzersDialog corpusId={corpus.uuid} documentIds={analyzed} onClose={() => setAnalyzed(undefined)} />}
      {setting && <SetFieldDialog corpusId={corpus.uuid} documentIds={setting} onClose={() => setSetting(undefined)} />}
      {may(corpus, 'EDIT') && (
        <>
          <Button size="small" icon={<FolderInput aria-hidden="true" />} onClick={() => onMove(selected)}>
            {t`Move ${selected.length} to…`}
          </Button>
          <Button
            size="small"
            icon={<FolderMinus aria-hidden="true" />}
            aria-label={t`Remove ${selected.length} from this corpus`}
            data-tooltip={t`The documents themselves are kept.`}
            onClick={() => onRemove(selected)}
          >
            {t`Remove ${selected.length}`}
          </Button>
        </>
      )}
    </SelectionBar>
  );
}
