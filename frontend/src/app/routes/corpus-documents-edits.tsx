// Changes of documents in the list of a corpus, and the list with those that wait to be saved.
import { useQuery } from '@tanstack/react-query';

import { labelsByDocument } from '@/features/corpora/api/corpus-documents';
import { corpusLabelsOptions } from '@/features/corpora/api/corpus-labels';
import type { DocumentLabelsEdit, LabelChange } from '@/features/corpora/api/document-label-edits';
import type { Folder } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { useRemoveDocuments } from '@/features/corpora/api/membership';
import type { MoveEdit } from '@/features/corpora/api/move-edits';
import { UNFILED } from '@/features/corpora/model/unfiled';
import { withWaiting } from '@/features/corpora/model/waiting-labels';
import { addEdit, useAllWaitingEdits } from '@/features/edits/edit-queue';
import { useWaitingTexts, withTexts } from '@/features/edits/model/waiting-texts';
import { useAfterFirstList } from '@/lib/first-view';
import { lazyPart } from '@/lib/lazy-part';
import { uuidv7 } from '@/lib/uuid';

const useChips = lazyPart(() => import('@/features/corpora/components/document-labels/label-chips'));
const useDialog = lazyPart(() => import('@/features/corpora/components/document-labels/label-dialog'));

/** Return actions on documents of a corpus. Moves and labels wait for a connection. */
export function useDocumentActions(corpus: CorpusDetail, onSuccess: () => void) {
  const removal = useRemoveDocuments(corpus);
  return {
    remove: (documentIds: string[]) => removal.mutate({ corpusId: corpus.uuid, documentIds }, { onSuccess }),
    move: (documentIds: readonly string[], to: Folder | undefined) => {
      addEdit<MoveEdit>({ type: 'move', group: uuidv7(), documentIds, to: to && { uuid: to.uuid, name: to.name } });
      onSuccess();
    },
  };
}

/** Return the documents that are in the open folder after the moves that wait, the oldest first. */
export function withMoves<Row extends { uuid: string }>(rows: readonly Row[], folder: string | undefined, moves: readonly Pick<MoveEdit, 'documentIds' | 'to'>[]): readonly Row[] {
  if (folder === undefined || moves.length === 0) return rows;
  return rows.filter(({ uuid }) => {
    const move = moves.findLast(({ documentIds }) => documentIds.includes(uuid));
    return !move || (move.to?.uuid ?? UNFILED) === folder;
  });
}

type Pages = Parameters<typeof labelsByDocument>[0];

/** Return a function that returns the labels of a document, with those that wait. */
function useShownLabels(pages: Pages) {
  const labels = labelsByDocument(pages);
  const edits = useAllWaitingEdits<DocumentLabelsEdit>('document-labels');
  return (uuid: string) => withWaiting(labels.get(uuid) ?? [], edits, uuid);
}

/** Return functions that apply the changes of rows that wait, and that show the labels of a row. */
export function useWaitingChanges(pages: Pages = []) {
  const texts = useWaitingTexts(({ edits }) => edits);
  const moves = useAllWaitingEdits<MoveEdit>('move');
  const labelsOf = useShownLabels(pages);
  // Without a label so far: before a connection may be lost.
  const chips = useChips(useAfterFirstList() || pages.some(({ labelled }) => labelled.some(({ node }) => node.labels.length > 0)));
  return {
    shownRows: <Row extends { uuid: string }>(rows: readonly Row[], folder: string | undefined) => withMoves(withTexts(rows, texts), folder, moves),
    renderLabels: ({ uuid }: { uuid: string }) => {
      const labels = labelsOf(uuid);
      return chips && labels.length > 0 && <chips.LabelChips labels={labels} />;
    },
  };
}

const changeLabels = (changes: readonly LabelChange[]) => addEdit<DocumentLabelsEdit>({ type: 'document-labels', group: uuidv7(), changes });

interface LabelDocumentsProps {
  corpusId: string;
  /** absent: the dialog is closed */
  uuids: readonly string[] | undefined;
  pages: Pages;
  onClose: () => void;
}

/** The dialog that labels documents. It and the labels are loaded before a connection may be lost. */
export function LabelDocuments({ corpusId, uuids, pages, onClose }: LabelDocumentsProps) {
  const isWanted = useAfterFirstList() || uuids !== undefined;
  useQuery({ ...corpusLabelsOptions(corpusId), enabled: isWanted });
  const part = useDialog(isWanted);
  const labelsOf = useShownLabels(pages);
  if (!part || !uuids) return null;
  const documents = uuids.map((uuid) => ({ uuid, labels: labelsOf(uuid) }));
  return <part.LabelDialog corpusId={corpusId} documents={documents} onSave={changeLabels} onClose={onClose} />;
}
