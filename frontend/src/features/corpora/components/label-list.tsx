import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Tags } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { EditDialog } from '@/components/ui/edit-dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { quoted } from '@/lib/format';
import { may } from '@/lib/permissions';

import { corpusLabelsOptions, type CorpusLabel } from '../api/corpus-labels';
import { listsOf, useMoveLabel } from '../api/edit-labels';
import type { CorpusDetail } from '../api/get-corpus';
import { LabelRow } from './label-row';
import styles from './label-list.module.css';
import { MergeLabel } from './merge-label';
import { NewLabel } from './new-label';

interface EditLabelProps {
  corpusId: string;
  label: CorpusLabel;
  onClose: () => void;
}

function EditLabel({ corpusId, label: { uuid, name, description, color, version }, onClose }: EditLabelProps) {
  return (
    <EditDialog
      title={`Edit ${quoted(name)}`}
      path={`/api/v1/labels/${uuid}`}
      affected={[...listsOf(corpusId), ['annotations']]}
      version={version}
      fields={[
        { name: 'name', label: 'Name', value: name, maxLength: 100 },
        { name: 'description', label: 'Description', value: description, maxLength: 1_000, multiline: true, optional: true },
        { name: 'color', label: 'Colour', value: color, hue: true },
      ]}
      onClose={onClose}
    />
  );
}

/** Moves labels, and keeps the focus on the button that was pressed: the browser takes it from a row that moves. */
function useMoving(corpusId: string) {
  const queryClient = useQueryClient();
  const { mutate } = useMoveLabel(corpusId);
  const [status, setStatus] = useState('');
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const button = pressed.current;
    if (button instanceof HTMLElement && document.activeElement === document.body) button.focus();
  });
  const done = () => {
    pressed.current = null;
  };
  /** `to` returns the new place for the present one. The rows show a move later, so a second one does not start from them. */
  const move = (uuid: string, to: (from: number) => number) => {
    const labels = queryClient.getQueryData(corpusLabelsOptions(corpusId).queryKey) ?? [];
    const from = labels.findIndex((each) => each.uuid === uuid);
    const [label, position] = [labels[from], to(from)];
    if (!label || position < 0 || position >= labels.length) return;
    pressed.current = document.activeElement;
    setStatus(`${label.name} is now number ${position + 1} of ${labels.length}.`);
    mutate({ uuid, position }, { onSettled: done });
  };
  return { move, status };
}

function Labels({ corpus, labels }: { corpus: CorpusDetail; labels: readonly CorpusLabel[] }) {
  const { move, status } = useMoving(corpus.uuid);
  const [open, setOpen] = useState<{ dialog: 'edit' | 'merge'; label: CorpusLabel }>();
  const onClose = () => setOpen(undefined);
  return (
    <>
      <ul className={styles['list']} aria-label="Labels">
        {labels.map((label, index) => (
          <LabelRow
            key={label.uuid}
            corpusId={corpus.uuid}
            label={label}
            index={index}
            count={labels.length}
            editable={may(corpus, 'EDIT')}
            onMove={(by) => move(label.uuid, (from) => from + by)}
            onDrop={(uuid) => move(uuid, () => index)}
            onOpen={(dialog) => setOpen({ dialog, label })}
          />
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {status}
      </p>
      {open?.dialog === 'edit' && <EditLabel corpusId={corpus.uuid} label={open.label} onClose={onClose} />}
      {open?.dialog === 'merge' && <MergeLabel corpusId={corpus.uuid} label={open.label} labels={labels} onClose={onClose} />}
    </>
  );
}

/** The labels of a corpus, in their order, which decides their keys. */
export function LabelList({ corpus, actions }: { corpus: CorpusDetail; actions: ReactNode }) {
  const labels = useQuery(corpusLabelsOptions(corpus.uuid));
  const isEmpty = labels.data?.length === 0;
  return (
    <div className={styles['labels']}>
      {!isEmpty && <div className={styles['actions']}>{actions}</div>}
      {may(corpus, 'ANNOTATE') ? <NewLabel corpus={corpus} /> : <p className="muted">You have view access to these labels.</p>}
      {labels.isPending && <SkeletonRows rows={3} label="Loading the labels" />}
      {labels.isError && !labels.data && <ErrorNotice title="The labels could not be loaded" error={labels.error} onRetry={() => void labels.refetch()} />}
      {isEmpty && (
        <Notice icon={<Tags />} title="No labels yet">
          {may(corpus, 'ANNOTATE') && 'Create one here, or while you annotate a document.'}
        </Notice>
      )}
      {labels.data && !isEmpty && <Labels corpus={corpus} labels={labels.data} />}
    </div>
  );
}
