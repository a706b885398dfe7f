import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

import { isFailure, type TrayGroup, type TrayItem } from '../model/tray';
import { TrayGroupHead } from './tray-group-head';
import { TrayRow } from './tray-row';
import styles from './upload-tray.module.css';

type Line = { kind: 'head'; key: string; group: TrayGroup } | { kind: 'item'; key: string; item: TrayItem };

const HEIGHT = { head: 40, failure: 72, item: 46 };
const PADDING = 8;

const headHeight = ({ stage, cause }: TrayGroup) => (isFailure(stage) || cause.advice ? HEIGHT.failure : HEIGHT.head);
const heightOf = (line: Line | undefined) => (line?.kind === 'head' ? headHeight(line.group) : HEIGHT.item);

const linesOf = (groups: readonly TrayGroup[]): Line[] =>
  groups.flatMap((group) => [
    { kind: 'head' as const, key: group.key, group },
    ...group.items.map((item) => ({ kind: 'item' as const, key: item.upload.id, item })),
  ]);

interface TrayListProps {
  groups: readonly TrayGroup[];
  onAccount: (item: TrayItem) => void;
}

/** Only the rows near the window exist: a drop of a thousand files stays quick. */
export function TrayList({ groups, onAccount }: TrayListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = linesOf(groups);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => `${lines[index]?.key ?? index}:${heightOf(lines[index])}`,
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
              {line.kind === 'head' ? <TrayGroupHead group={line.group} /> : <TrayRow item={line.item} onAccount={onAccount} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}
