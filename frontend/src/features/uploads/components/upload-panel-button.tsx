import { t } from '@lingui/core/macro';
import { CircleCheck, CircleX, LoaderCircle, Pause } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import { uploadSummary } from '@/lib/messages/uploads';
import { useUploads } from '../model/upload-store';
import { useUploadGroups } from '../use-upload-groups';
import styles from './upload-panel.module.css';

function appearance({ left, failed }: { left: number; failed: number }, isPaused: boolean) {
  if (left > 0) return isPaused ? (['warning', Pause] as const) : (['info', LoaderCircle] as const);
  return failed > 0 ? (['danger', CircleX] as const) : (['success', CircleCheck] as const);
}

/** A summary of all uploads; opens the upload panel. */
export function UploadPanelButton() {
  const { open, setOpen, pause } = useUploads();
  const { counts } = useUploadGroups();
  const [tone, Icon] = appearance(counts, pause !== undefined);
  const summary = uploadSummary(counts);
  return (
    <>
      <button type="button" className={styles['button']} aria-label={t`${summary}: uploads`} aria-expanded={open} onClick={() => setOpen(!open)}>
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
