import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import type { Annotation } from '@/features/annotations/model/annotation';
import { bookmarksOptions } from '@/features/viewer/api/navigation';
import type { Turns } from '@/features/viewer/model/turns';

import { useDocumentContext } from '../document-context';
import type { Panels } from '../use-panels';
import { Bookmarks } from './bookmarks';
import type { DetailsProps } from './details';
import { Outline, OutlineSkeleton } from './outline';
import { SidePanel } from './side-panel';

const AttachmentsPanel = lazy(async () => ({ default: (await import('./attachments-panel')).AttachmentsPanel }));
const Thumbnails = lazy(async () => ({ default: (await import('./thumbnails')).Thumbnails }));
const Details = lazy(async () => ({ default: (await import('./details')).Details }));

interface LeftPanelProps extends DetailsProps {
  panels: Panels;
  annotations: readonly Annotation[];
  turns: Turns;
}

function BookmarksOrOutline() {
  const { document, version } = useDocumentContext();
  const { isPending, data } = useQuery(bookmarksOptions(document.uuid, version));
  if (isPending) return <OutlineSkeleton />;
  return data && data.length > 0 ? <Bookmarks bookmarks={data} /> : <Outline />;
}

/** The panel on the left: outline, pages, attachments or details. */
export function LeftPanel({ panels, annotations, turns, ...highlighting }: LeftPanelProps) {
  const { left, toggleLeft } = panels;
  if (left === null) return null;
  if (left === 'details') {
    return (
      <SidePanel side="left" title="Details" onClose={() => toggleLeft(left)}>
        <Suspense>
          <Details {...highlighting} />
        </Suspense>
      </SidePanel>
    );
  }
  if (left === 'pages') {
    return (
      <SidePanel side="left" title="Pages" onClose={() => toggleLeft(left)}>
        <Suspense>
          <Thumbnails annotations={annotations} turns={turns} />
        </Suspense>
      </SidePanel>
    );
  }
  if (left === 'attachments') {
    return (
      <SidePanel side="left" title="Attachments" onClose={() => toggleLeft(left)}>
        <Suspense>
          <AttachmentsPanel />
        </Suspense>
      </SidePanel>
    );
  }
  return (
    <SidePanel side="left" title="Outline" onClose={() => toggleLeft(left)}>
      <BookmarksOrOutline />
    </SidePanel>
  );
}
