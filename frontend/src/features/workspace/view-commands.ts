// The keys of the view of a document, which work wherever the focus is.
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';

import { isTyping } from '@/lib/shortcuts';

import type { PageView } from './use-page-view';

export interface ViewActions extends PageView {
  toggleText: () => void;
  toggleThumbnails: () => void;
  toggleQuestions: () => void;
  print: () => void;
  analyze: () => void;
}

interface ViewCommand {
  keys: string;
  action: string;
  run: (actions: ViewActions) => void;
}

const VIEW_COMMANDS: Readonly<Record<string, ViewCommand>> = {
  '+': { keys: '+', action: t`Zoom in (also Ctrl and the wheel)`, run: (view) => view.zoomBy(1) },
  '-': { keys: '-', action: t`Zoom out`, run: (view) => view.zoomBy(-1) },
  w: { keys: 'w', action: t`Fit width`, run: (view) => view.setZoom('fit') },
  W: { keys: 'Shift w', action: t`Fit page`, run: (view) => view.setZoom('page') },
  '0': { keys: '0', action: t`Actual size`, run: (view) => view.setZoom(1) },
  t: { keys: 't', action: t`Rotate clockwise`, run: (view) => view.turnAll(1) },
  T: { keys: 'Shift t', action: t`Rotate anticlockwise`, run: (view) => view.turnAll(-1) },
  d: { keys: 'd', action: t`Dark paper, in the dark theme`, run: (view) => view.setDarkPaper(!view.darkPaper) },
  u: { keys: 'u', action: t`Underline defined terms and cross-references`, run: (view) => view.setLinksTerms(!view.linksTerms) },
  v: { keys: 'v', action: t`Text instead of pages, and back`, run: (view) => view.toggleText() },
  p: { keys: 'p', action: t`Thumbnails of the pages`, run: (view) => view.toggleThumbnails() },
  q: { keys: 'q', action: t`Ask a question about the document`, run: (view) => view.toggleQuestions() },
  f: { keys: 'f', action: t`Full screen`, run: (view) => view.toggleFullScreen() },
};

const PRINT: ViewCommand = { keys: 'Ctrl p', action: t`Print`, run: (view) => view.print() };

export const VIEW_SHORTCUTS = {
  title: t`View of a document`,
  keys: [...Object.values(VIEW_COMMANDS), PRINT],
};

const OWN_KEYS = '[role=menu], [role=dialog], [role=alertdialog]';

const hasOwnKeys = (target: EventTarget | null) => isTyping(target) || (target instanceof Element && target.closest(OWN_KEYS) !== null);

function commandFor(event: KeyboardEvent): ViewCommand | undefined {
  if (event.defaultPrevented || event.altKey || hasOwnKeys(event.target)) return undefined;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'p' && !event.shiftKey ? PRINT : undefined;
  return Object.hasOwn(VIEW_COMMANDS, event.key) ? VIEW_COMMANDS[event.key] : undefined;
}

export function useViewKeys(actions: ViewActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = commandFor(event);
      if (!command) return;
      event.preventDefault();
      command.run(current.current);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
