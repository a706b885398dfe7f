import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, Tag, X } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { classNames } from '@/components/ui/class-names';
import { LabelDot } from '@/components/ui/label-dot';
import { Waiting } from '@/features/edits/components/waiting';
import { useEditQueue, useWaitingEdits } from '@/features/edits/edit-queue';
import { toApiError } from '@/lib/errors';
import { lazyPart } from '@/lib/lazy-part';
import { uuidv7 } from '@/lib/uuid';

import { corpusLabelsOptions } from '../../api/corpus-labels';
import type { DocumentLabelsEdit, LabelChange } from '../../api/document-label-edits';
import { documentLabelsOptions, type DocumentLabel } from '../../api/document-labels';
import { withWaiting } from '../../model/waiting-labels';
import styles from './document-labels.module.css';

// Loaded before a connection may be lost.
const useLabelDialog = lazyPart(() => import('./label-dialog'));

interface LabelsOfDocumentProps {
  uuid: string;
  corpusId: string;
  editable: boolean;
}

/** The labels of a document as a whole in a corpus, with buttons that add and remove them. */
export function LabelsOfDocument({ uuid, corpusId, editable }: LabelsOfDocumentProps) {
  const labels = useQuery(documentLabelsOptions(uuid, corpusId));
  const queue = useEditQueue();
  const waiting = useWaitingEdits<DocumentLabelsEdit>('document-labels');
  useQuery({ ...corpusLabelsOptions(corpusId), enabled: editable }); // those that the dialog offers
  const dialog = useLabelDialog(editable);
  const [choosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const change = (changes: readonly LabelChange[]) => queue?.add({ type: 'document-labels', group: uuidv7(), changes } satisfies DocumentLabelsEdit);
  const changeOne = (label: DocumentLabel, isRemoved: boolean) => {
    button.current?.focus(); // the one that was pressed is removed
    change([{ label, documentIds: [uuid], remove: isRemoved }]);
  };
  if (!labels.isSuccess) return <p className="muted">{labels.isError ? toApiError(labels.error).message : t`Loading…`}</p>;
  const shown = withWaiting(labels.data, waiting, uuid);
  return (
    <div className={styles['part']}>
      {shown.length === 0 && <p className="muted">{t`None`}</p>}
      {shown.length > 0 && (
        <ul className={classNames(styles['chips'], styles['wrapped'])} aria-label={t`Labels`}>
          {shown.map((label) => (
            <li key={label.uuid} className={classNames(styles['chip'], label.suggested && styles['suggested'])}>
              <LabelDot color={label.color} />
              <span className={styles['name']} title={label.name}>
                {label.name}
              </span>
              {label.pending && <Waiting />}
              {label.suggested && <span className="muted small">{t`Suggested`}</span>}
              {editable && label.suggested && (
                <IconButton label={t`Accept label ${label.name}`} className={styles['change']} icon={<Check />} onClick={() => changeOne(label, false)} />
              )}
              {editable && (
                <IconButton label={label.suggested ? t`Reject label ${label.name}` : t`Remove label ${label.name}`} className={classNames(styles['change'], styles['last'])} icon={<X />} onClick={() => changeOne(label, true)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {editable && (
        <Button ref={button} size="small" icon={<Tag aria-hidden="true" />} onClick={() => setChoosing(true)}>
          {t`Label…`}
        </Button>
      )}
      {choosing && dialog && <dialog.LabelDialog corpusId={corpusId} documents={[{ uuid, labels: shown }]} onSave={change} onClose={() => setChoosing(false)} />}
    </div>
  );
}
