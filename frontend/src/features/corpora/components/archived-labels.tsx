import { t } from '@lingui/core/macro';
import { ArchiveRestore } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';

import type { CorpusLabel } from '../api/corpus-labels';
import { useArchiveLabel } from '../api/edit-labels';
import { DeleteLabel } from './delete-label';
import { LabelCounts } from './label-counts';
import styles from './label-list.module.css';

/** The labels that are not used for new annotations, in a section that opens. */
export function ArchivedLabels({ corpusId, labels, editable }: { corpusId: string; labels: readonly CorpusLabel[]; editable: boolean }) {
  const { mutate: archive } = useArchiveLabel(corpusId);
  if (labels.length === 0) return null;
  return (
    <details className={styles['archived']}>
      <summary>{t`Archived (${labels.length})`}</summary>
      <ul className={styles['list']} aria-label={t`Archived labels`}>
        {labels.map((label) => (
          <li key={label.uuid} className={styles['row']}>
            <LabelDot color={label.color} />
            <span className={styles['about']}>{label.path}</span>
            <LabelCounts corpusId={corpusId} label={label} />
            {editable && (
              <div className={styles['buttons']}>
                <IconButton label={t`Restore ${label.name}`} icon={<ArchiveRestore />} onClick={() => archive({ label, archived: false })} />
                <DeleteLabel label={label} childCount={labels.filter(({ parentUuid }) => parentUuid === label.uuid).length} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
