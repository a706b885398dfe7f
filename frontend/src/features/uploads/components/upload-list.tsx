import { t } from '@lingui/core/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

import { isFailure, type UploadGroup, type UploadItem } from '../model/upload-groups';
import { UploadGroupHeader } from './upload-group-header';
import { UploadRow } from './upload-row';
import styles from './upload-panel.module.css';

type Line = { kind: 'head'; key: string; group: UploadGroup } | { kind: 'item'; key: string; item: UploadItem };

const HEIGHT = { head: 40, failure: 72, item: 46 };
const PADDING = 8;

const headHeight = ({ stage, advice }: UploadGroup) => (isFailure(stage) || advice ? HEIGHT.failure : HEIGHT.head);
const heightOf = (line: Line | undefined) => (line?.kind === 'head' ? headHeight(line.group) : HEIGHT.item);

const linesOf = (groups: readonly UploadGroup[]): Line[] =>
  groups.flatMap((group) => [
    { kind: 'head' as const, key: group.key, group },
    ...group.items.map((item) => ({ kind: 'item' as const, key: item.upload.id, item })),
  ]);

interface UploadListProps {
  groups: readonly UploadGroup[];
  onShowReport: (item: UploadItem) => void;
  onPassword: (documents: readonly string[]) => void;
}

/** A virtualized list: only visible rows are rendered. */
export function UploadList({ groups, onShowReport, onPassword }: UploadListProps) {
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
    <div ref={scroller} className={styles['scroller']} style={{ height: rows.getTotalSize() + PADDING }} tabIndex={0} role="group" aria-label={t`Files`}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => {
          const line = lines[row.index];
          if (!line) return null;
          return (
            <div key={row.key} className={styles['line']} style={{ height: row.size, transform: `translateY(${row.start}px)` }}>
              {line.kind === 'head' ? <UploadGroupHeader group={line.group} onPassword={onPassword} /> : <UploadRow item={line.item} onShowReport={onShowReport} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}
