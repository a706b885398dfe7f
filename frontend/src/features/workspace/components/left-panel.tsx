import { useQuery } from '@tanstack/react-query';

import type { DocumentDetail } from '@/features/documents/api/get-document';
import { navigationOptions } from '@/features/viewer/api/navigation';

import type { Panels } from '../use-panels';
import { Bookmarks } from './bookmarks';
import { Details } from './details';
import { Outline } from './outline';
import { SidePanel } from './side-panel';

interface LeftPanelProps {
  document: DocumentDetail;
  version: string;
  panels: Panels;
  page: number;
  onGoTo: (page: number, points?: number) => void;
  unsure: boolean;
  onUnsure: (shown: boolean) => void;
}

/** The way through the document, or what is known of it: one of them at a time. */
export function LeftPanel({ document, version, panels, page, onGoTo, unsure, onUnsure }: LeftPanelProps) {
  const navigation = useQuery(navigationOptions(document.uuid, version));
  const bookmarks = navigation.data?.outline ?? [];
  if (panels.details) {
    return (
      <SidePanel side="left" title="Details" onClose={panels.toggleDetails}>
        <Details document={document} unsure={unsure} onUnsure={onUnsure} />
      </SidePanel>
    );
  }
  if (!panels.left) return null;
  return (
    <SidePanel side="left" title="Outline" onClose={panels.toggleLeft}>
      {bookmarks.length > 0 ? <Bookmarks bookmarks={bookmarks} page={page} onGoTo={onGoTo} /> : <Outline uuid={document.uuid} version={version} page={page} onGoTo={onGoTo} />}
    </SidePanel>
  );
}
