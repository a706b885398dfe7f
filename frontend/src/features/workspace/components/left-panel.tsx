import { useQuery } from '@tanstack/react-query';

import { navigationOptions } from '@/features/viewer/api/navigation';

import { useDocumentContext } from '../document-context';
import type { Panels } from '../use-panels';
import { Bookmarks } from './bookmarks';
import { Details, type DetailsProps } from './details';
import { AttachmentsPanel } from './attachments-panel';
import { Outline } from './outline';
import { SidePanel } from './side-panel';

interface LeftPanelProps extends DetailsProps {
  panels: Panels;
}

/** The panel on the left: outline, attachments or details. */
export function LeftPanel({ panels, ...highlighting }: LeftPanelProps) {
  const { document, version } = useDocumentContext();
  const navigation = useQuery(navigationOptions(document.uuid, version));
  const bookmarks = navigation.data?.outline ?? [];
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
      {bookmarks.length > 0 ? <Bookmarks bookmarks={bookmarks} /> : <Outline />}
    </SidePanel>
  );
}
