import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Tag, X } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { classNames } from '@/components/ui/class-names';
import { LabelDot } from '@/components/ui/label-dot';
import { toApiError } from '@/lib/errors';
import { uuidv7 } from '@/lib/uuid';

import { documentLabelsOptions, useLabelDocuments } from '../../api/document-labels';
import styles from './document-labels.module.css';
import { LazyLabelDialog } from './lazy-label-dialog';

interface LabelsOfDocumentProps {
  uuid: string;
  corpusId: string;
  editable: boolean;
}

/** The labels of a document as a whole in a corpus, with buttons that add and remove them. */
export function LabelsOfDocument({ uuid, corpusId, editable }: LabelsOfDocumentProps) {
  const labels = useQuery(documentLabelsOptions(uuid, corpusId));
  const change = useLabelDocuments(corpusId);
  const [choosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = (labelId: string) => {
    button.current?.focus(); // the one that was pressed is removed
    change.mutate({ changes: [{ labelId, documentIds: [uuid], remove: true }], group: uuidv7() });
  };
  if (!labels.isSuccess) return <p className="muted">{labels.isError ? toApiError(labels.error).message : t`Loading…`}</p>;
  return (
    <div className={styles['part']}>
      {labels.data.length === 0 && <p className="muted">{t`None`}</p>}
      {labels.data.length > 0 && (
        <ul className={classNames(styles['chips'], styles['wrapped'])} aria-label={t`Labels`}>
          {labels.data.map((label) => (
            <li key={label.uuid} className={styles['chip']}>
              <LabelDot color={label.color} />
              <span className={styles['name']} title={label.name}>
                {label.name}
              </span>
              {editable && (
                <IconButton label={t`Remove label ${label.name}`} className={styles['remove']} icon={<X />} onClick={() => remove(label.uuid)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {change.isError && <p role="alert">{toApiError(change.error).message}</p>}
      {editable && (
        <Button ref={button} size="small" icon={<Tag aria-hidden="true" />} onClick={() => setChoosing(true)}>
          {t`Label…`}
        </Button>
      )}
      {choosing && <LazyLabelDialog corpusId={corpusId} documents={[{ uuid, labels: labels.data }]} onClose={() => setChoosing(false)} />}
    </div>
  );
}
