import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { X } from 'lucide-react';
import { useRef } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';

import { uploadStatesOptions } from '../api/upload-states';
import { isFailure, trayCounts, trayGroups, traySummary, type Stage, type TrayGroup, type TrayItem } from '../model/tray';
import { clearUploads, useUploads } from '../model/upload-store';
import { TrayGroupHead } from './tray-group-head';
import { TrayRow } from './tray-row';
import styles from './upload-tray.module.css';

type Line = { kind: 'head'; key: string; group: TrayGroup } | { kind: 'item'; key: string; item: TrayItem };

const HEIGHT = { head: 36, failure: 56, item: 46 };
const heightOf = (line: Line | undefined) => (line?.kind === 'head' ? HEIGHT[isFailure(line.group.stage) ? 'failure' : 'head'] : HEIGHT.item);

const PADDING = 8;
const DONE = new Set<Stage>(['ready', 'duplicate', 'failed', 'unreadable']);

const linesOf = (groups: readonly TrayGroup[]): Line[] =>
  groups.flatMap((group) => [
    { kind: 'head' as const, key: group.key, group },
    ...group.items.map((item) => ({ kind: 'item' as const, key: `file-${item.upload.id}`, item })),
  ]);

function TrayList({ lines }: { lines: readonly Line[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 6,
  });
  return (
    <div ref={scroller} className={styles['scroller']} style={{ height: rows.getTotalSize() + PADDING }} tabIndex={0} role="group" aria-label="Files">
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => {
          const line = lines[row.index];
          if (!line) return null;
          return (
            <div key={row.key} className={styles['line']} style={{ height: row.size, transform: `translateY(${row.start}px)` }}>
              {line.kind === 'head' ? <TrayGroupHead group={line.group} /> : <TrayRow item={line.item} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Beside the work, not in front of it. */
export function UploadTray() {
  const { uploads, open, setOpen } = useUploads();
  const { data: states = {} } = useQuery({ ...uploadStatesOptions, enabled: uploads.some((upload) => upload.state === 'sent') });
  if (!open || uploads.length === 0) return null;
  const groups = trayGroups(uploads, states);
  const lines = linesOf(groups);
  const done = groups.filter((group) => DONE.has(group.stage)).flatMap((group) => group.items.map((item) => item.upload.id));
  return (
    <section className={styles['tray']} aria-label="Uploads">
      <header className={styles['header']}>
        <h2>{traySummary(trayCounts(uploads, states))}</h2>
        {done.length > 0 && (
          <Button size="small" variant="quiet" onClick={() => clearUploads(done)}>
            Clear finished
          </Button>
        )}
        <IconButton label="Close uploads" hint={false} icon={<X />} onClick={() => setOpen(false)} />
      </header>
      <TrayList lines={lines} />
    </section>
  );
}
