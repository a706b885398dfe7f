import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Skeleton } from '@/components/ui/skeleton';
import { outlineOptions, type StructureItem } from '@/features/viewer/api/structure';
import type { PageInfo } from '@/features/viewer/model/layout';
import { pageName } from '@/features/viewer/model/page-names';

import { moveThroughButtons } from '../list-keys';
import styles from './outline.module.css';

interface OutlineProps {
  uuid: string;
  version: string;
  pages: readonly PageInfo[];
  page: number;
  /** to a page and, in points, how far down it */
  onGoTo: (page: number, points: number) => void;
}

const STEP = 12;
const DEEPEST = 5;

/** The heading that the reader is under: the last one that starts on this page or before. */
const currentHeading = (headings: readonly StructureItem[], page: number) => headings.findLast((heading) => heading.page <= page)?.id;

export function Outline({ uuid, version, pages, page, onGoTo }: OutlineProps) {
  const [picked, setPicked] = useState<StructureItem | null>(null);
  const outline = useQuery(outlineOptions(uuid, version));
  if (outline.isPending) {
    return (
      <div className={styles['loading']} role="status" aria-label="Loading the outline">
        {[80, 60, 70, 50].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    );
  }
  if (outline.isError) return <ErrorNotice title="The outline could not be loaded" error={outline.error} onRetry={() => void outline.refetch()} />;
  if (outline.data.length === 0) return <p className={styles['none']}>No headings were found in this document.</p>;
  const current = picked?.page === page ? picked.id : currentHeading(outline.data, page);
  return (
    <nav className={styles['outline']} aria-label="Headings">
      <ul>
        {outline.data.map((heading) => (
          <li key={heading.id}>
            <button
              type="button"
              className={styles['heading']}
              onKeyDown={moveThroughButtons}
              style={{ paddingLeft: 14 + STEP * Math.min(DEEPEST, Math.max(0, (heading.level ?? 1) - 1)) }}
              aria-current={heading.id === current ? 'location' : undefined}
              title={heading.text}
              onClick={() => {
                setPicked(heading);
                onGoTo(heading.page, heading.box[1] ?? 0);
              }}
            >
              <span className="truncate">{heading.text}</span>
              <span className="muted small numeric">{pageName(pages, heading.page)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
