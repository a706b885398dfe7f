import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import { uploadStatesOptions } from '../api/upload-states';
import { trayCounts, traySummary } from '../model/tray';
import { useUploads } from '../model/upload-store';
import styles from './upload-tray.module.css';

/** The state of all uploads in a few words; opens the tray. Absent while there is nothing to say. */
export function TrayButton() {
  const { uploads, open, setOpen } = useUploads();
  const sent = uploads.some((upload) => upload.state === 'sent');
  const { data: states = {} } = useQuery({ ...uploadStatesOptions, enabled: sent });
  if (uploads.length === 0) return null;
  const counts = trayCounts(uploads, states);
  const [tone, Icon] = counts.left > 0 ? (['info', LoaderCircle] as const) : counts.failed > 0 ? (['danger', CircleX] as const) : (['success', CircleCheck] as const);
  const summary = traySummary(counts);
  return (
    <>
      <button type="button" className={styles['button']} aria-label={`${summary}: uploads`} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {summary}
        </Badge>
      </button>
      <span className="visually-hidden" role="status">
        {counts.left === 0 && summary}
      </span>
    </>
  );
}
