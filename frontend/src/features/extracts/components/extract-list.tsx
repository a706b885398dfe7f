import { plural, t } from '@lingui/core/macro';
import { Ban, CircleCheck, Clock, LoaderCircle, Trash2, Wallet } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatNumber } from '@/lib/format';
import { generalErrorText } from '@/lib/messages/server-messages';

import { useDeleteExtract, type Counts, type Extract, type ExtractState } from '../api/extracts';
import styles from './extracts-panel.module.css';

const STATES: Record<ExtractState | 'waiting', { label: string; tone: Tone; Icon: typeof Ban }> = {
  running: { label: t`Running`, tone: 'info', Icon: LoaderCircle },
  done: { label: t`Done`, tone: 'success', Icon: CircleCheck },
  cancelled: { label: t`Cancelled`, tone: 'neutral', Icon: Ban },
  out_of_budget: { label: t`Budget used up`, tone: 'warning', Icon: Wallet },
  waiting: { label: t`Waiting`, tone: 'warning', Icon: Clock },
};

/** Return whether nothing is read now because a service is not available. */
export const isWaiting = ({ state, counts }: Extract) => state === 'running' && counts.rows_running === 0 && counts.rows_waiting > 0;

export function StateBadge({ extract }: { extract: Extract }) {
  const { label, tone, Icon } = STATES[isWaiting(extract) ? 'waiting' : extract.state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {label}
    </Badge>
  );
}

/** Return why the rows wait, of an extract that does. */
export const waitingText = ({ counts }: Extract) => generalErrorText(counts.waiting_code) ?? counts.waiting_message;

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
      {extracts.map((extract) => (
        <li key={extract.id} className={styles['item']}>
          <div className={styles['about']}>
            <button type="button" className={styles['name']} onClick={() => onOpen(extract.id)}>
              {extract.name}
            </button>
            <p className="muted">
              {[progressText(extract.counts), ...(extract.is_standing ? [t`filled by an action`] : [])].join(' · ')}
            </p>
            {isWaiting(extract) && <p className="muted">{waitingText(extract)}</p>}
          </div>
          <StateBadge extract={extract} />
          <span className={styles['time']}>
            <RelativeTime iso={extract.created} />
          </span>
          {mayEdit && <IconButton label={t`Delete ${extract.name}`} icon={<Trash2 />} className={styles['above']} onClick={() => remove.mutate(extract)} />}
        </li>
      ))}
    </ul>
  );
}
