import { CircleCheck, CircleX, LoaderCircle, Pause } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import { traySummary } from '../model/tray';
import { useUploads } from '../model/upload-store';
import { useTray } from '../use-tray';
import styles from './upload-tray.module.css';

function look({ left, failed }: { left: number; failed: number }, isHeld: boolean) {
  if (left > 0) return isHeld ? (['warning', Pause] as const) : (['info', LoaderCircle] as const);
  return failed > 0 ? (['danger', CircleX] as const) : (['success', CircleCheck] as const);
}

/** The state of all uploads in a few words; opens the tray. */
export function TrayButton() {
  const { open, setOpen, hold } = useUploads();
  const { counts } = useTray();
  const [tone, Icon] = look(counts, hold !== undefined);
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
