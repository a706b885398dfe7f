import { useQuery } from '@tanstack/react-query';

import type { DocumentDetail } from '@/features/documents/api/get-document';
import { navigationOptions } from '@/features/viewer/api/navigation';
import type { PageInfo } from '@/features/viewer/model/layout';

import type { Panels } from '../use-panels';
import { Bookmarks } from './bookmarks';
import { Details } from './details';
import { FoundInside } from './found-inside';
import { Outline } from './outline';
import { SidePanel } from './side-panel';

interface LeftPanelProps {
  document: DocumentDetail;
  version: string;
  corpus: string | undefined;
  panels: Panels;
  pages: readonly PageInfo[];
  page: number;
  onGoTo: (page: number, points?: number) => void;
  unsure: boolean;
  onUnsure: (shown: boolean) => void;
}

/** The way through the document, or what is known of it: one of them at a time. */
export function LeftPanel({ document, version, corpus, panels, pages, page, onGoTo, unsure, onUnsure }: LeftPanelProps) {
  const navigation = useQuery(navigationOptions(document.uuid, version));
  const bookmarks = navigation.data?.outline ?? [];
  const { left, toggleLeft } = panels;
  if (left === null) return null;
  if (left === 'details') {
    return (
      <SidePanel side="left" title="Details" onClose={() => toggleLeft(left)}>
        <Details document={document} unsure={unsure} onUnsure={onUnsure} />
      </SidePanel>
    );
  }
  if (left === 'inside') {
    return (
      <SidePanel side="left" title="Found inside" onClose={() => toggleLeft(left)}>
        <FoundInside document={document} corpus={corpus} />
      </SidePanel>
    );
  }
  return (
    <SidePanel side="left" title="Outline" onClose={() => toggleLeft(left)}>
      {bookmarks.length > 0 ? <Bookmarks {...{ bookmarks, pages, page, onGoTo }} /> : <Outline uuid={document.uuid} {...{ version, pages, page, onGoTo }} />}
    </SidePanel>
  );
}
