// The keys of the view of a document, which work wherever the focus is.
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';

import { useCommands } from '@/lib/commands';
import { isPressed, keysOf, type Shortcut } from '@/lib/keymap';
import { isTyping } from '@/lib/shortcuts';

import type { PageView } from './use-page-view';

export interface ViewActions extends PageView {
  hidesAnnotations: boolean;
  toggleAnnotations: () => void;
  toggleText: () => void;
  toggleThumbnails: () => void;
  toggleQuestions: () => void;
  print: () => void;
  analyze: () => void;
}

interface ViewCommand extends Shortcut {
  action: string;
  run: (actions: ViewActions) => void;
}

const VIEW_COMMANDS = {
  'view.zoom-in': { keys: '+', action: t`Zoom in (also Ctrl and the wheel)`, run: (view) => view.zoomBy(1) },
  'view.zoom-out': { keys: '-', action: t`Zoom out`, run: (view) => view.zoomBy(-1) },
  'view.fit-width': { keys: 'w', action: t`Fit width`, run: (view) => view.setZoom('fit') },
  'view.fit-page': { keys: 'Shift w', action: t`Fit page`, run: (view) => view.setZoom('page') },
  'view.actual-size': { keys: '0', action: t`Actual size`, run: (view) => view.setZoom(1) },
  'view.pairs': { keys: 'Shift p', action: t`Two pages side by side`, run: (view) => view.togglePairs() },
  'view.rotate': { keys: 't', action: t`Rotate clockwise`, run: (view) => view.turnAll(1) },
  'view.rotate-back': { keys: 'Shift t', action: t`Rotate anticlockwise`, run: (view) => view.turnAll(-1) },
  'view.dark-paper': { keys: 'd', action: t`Dark paper, in the dark theme`, run: (view) => view.setDarkPaper(!view.darkPaper) },
  'view.terms': { keys: 'u', action: t`Underline defined terms and cross-references`, run: (view) => view.setLinksTerms(!view.linksTerms) },
  'view.annotations': { keys: 'Shift v', action: t`Hide the annotations on the pages, and show them`, run: (view) => view.toggleAnnotations() },
  'view.text': { keys: 'v', action: t`Text instead of pages, and back`, run: (view) => view.toggleText() },
  'view.thumbnails': { keys: 'p', action: t`Thumbnails of the pages`, run: (view) => view.toggleThumbnails() },
  'view.ask': { keys: 'q', action: t`Ask a question about the document`, run: (view) => view.toggleQuestions() },
  'view.full-screen': { keys: 'f', action: t`Full screen`, run: (view) => view.toggleFullScreen() },
  'view.print': { keys: 'Ctrl p', action: t`Print`, run: (view) => view.print() },
} as const satisfies Readonly<Record<string, ViewCommand>>;

type ViewCommandName = keyof typeof VIEW_COMMANDS;

const COMMANDS = Object.entries<ViewCommand>(VIEW_COMMANDS).map(([name, command]) => ({ ...command, name }));

/** Return the keys of a command of the view. */
export const viewKeys = (name: ViewCommandName) => keysOf({ ...VIEW_COMMANDS[name], name });

export const VIEW_SHORTCUTS = {
  title: t`View of a document`,
  keys: COMMANDS,
};

const OWN_KEYS = '[role=menu], [role=dialog], [role=alertdialog]';

const hasOwnKeys = (target: EventTarget | null) => isTyping(target) || (target instanceof Element && target.closest(OWN_KEYS) !== null);

function commandFor(event: KeyboardEvent): ViewCommand | undefined {
  return event.defaultPrevented || hasOwnKeys(event.target) ? undefined : COMMANDS.find((command) => isPressed(event, command));
}

/** Run the commands of the view by their keys, and offer them in the command palette. */
export function useViewCommands(actions: ViewActions): void {
  useCommands(() => COMMANDS.map(({ action, run, ...command }) => ({ ...command, text: action, run: () => run(actions) })));
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
