// Which side panels are open. On narrow screens they lie over the pages, closed at first, and only one is open at a time.
import { useState } from 'react';

import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { useCommentsState } from '@/features/comments/model/comments-store';
import { usePassage } from '@/features/conversations/model/passage-store';
import { useInUrl } from '@/lib/use-in-url';

import type { DocumentLocation, WorkspaceProps } from './location';
import type { LeftPanelName } from './panel-names';
import { readSetting, writeSetting } from './view-settings';

const NARROW = '(max-width: 1024px)';

const isNarrow = () => matchMedia(NARROW).matches;

function firstPanel(hasAttachments: boolean, { thread, panel, conversation }: DocumentLocation): LeftPanelName | null {
  if (thread) return 'comments';
  if (panel) return panel;
  if (isNarrow()) return null;
  if (conversation) return 'ask';
  if (hasAttachments) return 'attachments';
  return readSetting('panel') === 'pages' ? 'pages' : null;
}

/** Call `open` when something else is requested than before. */
function useOpening(requested: unknown, open: () => void): void {
  const [shown, setShown] = useState(requested);
  if (requested === shown) return;
  setShown(requested);
  if (requested) open();
}

/**
 * On wide screens the attachments of a document are open at first, and the thumbnails if they were open last. A thread in the URL opens
 * the comments. A conversation in the URL is open where it does not lie over the pages.
 */
export function usePanels(hasAttachments: boolean, location: DocumentLocation, onLocation: WorkspaceProps['onLocation']) {
  const { thread } = location;
  const [left, setLeft] = useState<LeftPanelName | null>(() => firstPanel(hasAttachments, location));
  const [right, setRight] = useState(() => !isNarrow());
  // A link to a thread, and the button of an annotation, open the comments.
  const discussed = useCommentsState((state) => state.discussed);
  const traced = useAnnotatorState((state) => state.traced);
  const open = (name: LeftPanelName) => {
    setLeft(name);
    if (isNarrow()) setRight(false);
  };
  const report = (panel: LeftPanelName | null) => onLocation({ panel: panel ?? undefined, ...(panel !== 'ask' && { conversation: undefined }) }, true);
  useInUrl({ value: left, inUrl: location.panel ?? null, report, apply: (panel) => panel && open(panel) });
  useOpening(thread ?? discussed, () => open('comments'));
  useOpening(traced, () => open('history'));
  useOpening(usePassage((state) => state.passage), () => open('ask'));
  const toggleLeft = (name: LeftPanelName) => {
    if (isNarrow() && left !== name) setRight(false);
    writeSetting('panel', left !== name && name === 'pages' ? name : '');
    setLeft(left === name ? null : name);
  };
  const toggleRight = () => {
    if (isNarrow() && !right) setLeft(null);
    setRight(!right);
  };
  return { left, right, toggleLeft, toggleRight };
}

export type Panels = ReturnType<typeof usePanels>;
