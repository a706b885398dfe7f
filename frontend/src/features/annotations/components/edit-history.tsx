import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';

import { useAnnotatorState } from '../model/annotator-store';
import styles from './edit-history.module.css';
import { EditList, type EditListProps } from './edit-list';

/** The edits of a document, or of the annotation that was chosen. */
export function EditHistory(props: Omit<EditListProps, 'annotationId'>) {
  const { traced, setTraced } = useAnnotatorState();
  return (
    <>
      {traced && (
        <div className={styles['traced']}>
          <LabelDot color={traced.label.color} />
          <span className="truncate">
            {traced.label.name}: {traced.quote}
          </span>
          <IconButton label={t`Show the history of all annotations`} icon={<X />} onClick={() => setTraced(null)} />
        </div>
      )}
      <EditList {...props} annotationId={traced?.uuid} />
    </>
  );
}
