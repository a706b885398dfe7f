import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Skeleton } from '@/components/ui/skeleton';
import { outlineOptions, type StructureItem } from '@/features/viewer/api/structure';
import { pageLabel } from '@/features/viewer/model/page-labels';

import { moveFocusWithArrows } from '../arrow-keys';
import { useDocumentContext } from '../document-context';
import styles from './outline.module.css';

const INDENT = 12;
const MAX_DEPTH = 5;

/** Return the current heading: the last one that starts on this page or before. */
const currentHeading = (headings: readonly StructureItem[], page: number) => headings.findLast((heading) => heading.page <= page)?.id;

export function OutlineSkeleton() {
  return (
    <div className={styles['loading']} role="status" aria-label={t`Loading the outline`}>
      {[80, 60, 70, 50].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}

/** The headings that processing has found. */
export function Outline() {
  const { document, version, pages, currentPage: page, goToPage } = useDocumentContext();
  const [selected, setSelected] = useState<StructureItem | null>(null);
  const outline = useQuery(outlineOptions(document.uuid, version));
  if (outline.isPending) return <OutlineSkeleton />;
  if (outline.isError) return <ErrorNotice title={t`The outline could not be loaded`} error={outline.error} onRetry={() => void outline.refetch()} />;
  if (outline.data.length === 0) return <p className={styles['empty']}>{t`This document has no headings.`}</p>;
  const current = selected?.page === page ? selected.id : currentHeading(outline.data, page);
  return (
    <nav className={styles['outline']} aria-label={t`Headings`}>
      <ul>
        {outline.data.map((heading) => (
          <li key={heading.id}>
            <button
              type="button"
              className={styles['heading']}
              onKeyDown={moveFocusWithArrows}
              style={{ paddingInlineStart: 14 + INDENT * Math.min(MAX_DEPTH, Math.max(0, (heading.level ?? 1) - 1)) }}
              aria-current={heading.id === current ? 'location' : undefined}
              title={heading.text}
              onClick={() => {
                setSelected(heading);
                goToPage(heading.page, heading.box[1] ?? 0);
              }}
            >
              <span className="truncate">{heading.text}</span>
              <span className="muted small numeric">{pageLabel(pages, heading.page)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
