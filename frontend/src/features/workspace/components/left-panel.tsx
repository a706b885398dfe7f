import { useQuery } from '@tanstack/react-query';

import { navigationOptions } from '@/features/viewer/api/navigation';

import { useDocumentContext } from '../document-context';
import type { Panels } from '../use-panels';
import { Bookmarks } from './bookmarks';
import { Details, type DetailsProps } from './details';
import { AttachmentsPanel } from './attachments-panel';
import { Outline, OutlineSkeleton } from './outline';
import { SidePanel } from './side-panel';

interface LeftPanelProps extends DetailsProps {
  panels: Panels;
}

function BookmarksOrOutline() {
  const { document, version } = useDocumentContext();
  const { isPending, data } = useQuery(navigationOptions(document.uuid, version));
  if (isPending) return <OutlineSkeleton />;
  return data && data.outline.length > 0 ? <Bookmarks bookmarks={data.outline} /> : <Outline />;
}

/** The panel on the left: outline, attachments or details. */
export function LeftPanel({ panels, ...highlighting }: LeftPanelProps) {
  const { left, toggleLeft } = panels;
  if (left === null) return null;
  if (left === 'details') {
    return (
      <SidePanel side="left" title="Details" onClose={() => toggleLeft(left)}>
        <Details {...highlighting} />
      </SidePanel>
    );
  }
  if (left === 'attachments') {
    return (
      <SidePanel side="left" title="Attachments" onClose={() => toggleLeft(left)}>
        <AttachmentsPanel />
      </SidePanel>
    );
  }
  return (
    <SidePanel side="left" title="Outline" onClose={() => toggleLeft(left)}>
      <BookmarksOrOutline />
    </SidePanel>
  );
}
