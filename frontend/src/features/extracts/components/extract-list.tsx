import { plural, t } from '@lingui/core/macro';
import { Ban, CircleCheck, LoaderCircle, Trash2, Wallet } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatNumber } from '@/lib/format';

import { useDeleteExtract, type Counts, type Extract, type ExtractState } from '../api/extracts';
import styles from './extracts-panel.module.css';

export const STATES: Record<ExtractState, { label: string; tone: Tone; Icon: typeof Ban }> = {
  running: { label: t`Running`, tone: 'info', Icon: LoaderCircle },
  done: { label: t`Done`, tone: 'success', Icon: CircleCheck },
  cancelled: { label: t`Cancelled`, tone: 'neutral', Icon: Ban },
  out_of_budget: { label: t`Budget used up`, tone: 'warning', Icon: Wallet },
};

/** Return how far an extract is. */
export function progressText({ rows, rows_done, rows_failed, found, cells }: Counts): string {
  const ended = rows_done + rows_failed;
  const values = t`${formatNumber(found)} of ${formatNumber(cells)} values found`;
  return ended < rows ? t`${formatNumber(ended)} of ${plural(rows, { one: '# document', other: '# documents' })} read` : `${plural(rows, { one: '# document', other: '# documents' })}, ${values}`;
}

interface ExtractListProps {
  extracts: readonly Extract[];
  mayEdit: boolean;
  onOpen: (id: string) => void;
}

/** The runs of a corpus, newest first. */
export function ExtractList({ extracts, mayEdit, onOpen }: ExtractListProps) {
  const remove = useDeleteExtract();
  return (
    <ul className={styles['list']} aria-label={t`Extractions`}>
      {extracts.map((extract) => {
        const { label, tone, Icon } = STATES[extract.state];
        return (
          <li key={extract.id} className={styles['item']}>
            <div className={styles['about']}>
              <button type="button" className={styles['name']} onClick={() => onOpen(extract.id)}>
                {extract.name}
              </button>
              <p className="muted">
                {[progressText(extract.counts), ...(extract.is_standing ? [t`filled by an action`] : [])].join(' · ')}
              </p>
            </div>
            <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
              {label}
            </Badge>
            <span className={styles['time']}>
              <RelativeTime iso={extract.created} />
            </span>
            {mayEdit && <IconButton label={t`Delete ${extract.name}`} icon={<Trash2 />} className={styles['above']} onClick={() => remove.mutate(extract)} />}
          </li>
        );
      })}
    </ul>
  );
}
