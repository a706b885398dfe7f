// What buttons, menu and keys do with the view of a document: besides the pages' own, text view, thumbnails and printing.
import { t } from '@lingui/core/macro';
import { useCallback, useState, type RefObject } from 'react';

import type { StackHandle } from '@/features/viewer/use-scroll';
import { showToast } from '@/lib/toasts';

import type { WorkspaceProps } from './location';
import type { PageView } from './use-page-view';
import type { Panels } from './use-panels';
import { useViewCommands } from './view-commands';

interface ViewActionsOptions extends Pick<WorkspaceProps, 'location' | 'onLocation'> {
  view: PageView;
  panels: Panels;
  stack: RefObject<StackHandle | null>;
  startPage: number;
  currentPage: number;
}

interface Place {
  startPage: number;
  startOffset: number;
}

/** Return where the text starts if the pages were shown, and the pages if the text was: at the place that was read last. */
function usePlace(isText: boolean, { startPage, currentPage }: Pick<ViewActionsOptions, 'startPage' | 'currentPage'>) {
  const [left, setLeft] = useState<Place | null>(null);
  const [shown, setShown] = useState({ isText, place: { startPage, startOffset: 0 } });
  if (shown.isText !== isText) {
    const isNear = left !== null && Math.abs(left.startPage - currentPage) <= 1;
    setShown({ isText, place: isNear ? left : { startPage: currentPage, startOffset: 0 } });
  }
  return [shown.place, setLeft] as const;
}

export function useViewActions({ view, panels, stack, startPage, currentPage, location, onLocation }: ViewActionsOptions) {
  const isText = location.view === 'text';
  const [place, setLeft] = usePlace(isText, { startPage, currentPage });
  const [printing, setPrinting] = useState(false);
  const [isAnalyzing, setAnalyzing] = useState(false);
  const [hidesAnnotations, setHidden] = useState(false);
  const toggleAnnotations = () => {
    setHidden(!hidesAnnotations);
    if (!hidesAnnotations) showToast({ text: t`The annotations are hidden on the pages.`, action: { label: t`Show`, run: () => setHidden(false) } });
  };
  const actions = {
    ...view,
    isText,
    place,
    printing,
    hidesAnnotations,
    toggleAnnotations,
    toggleText: () => {
      const now = stack.current?.place();
      setLeft(now ? { startPage: now.index + 1, startOffset: now.fraction } : null);
      onLocation({ view: isText ? undefined : 'text' });
    },
    toggleThumbnails: () => panels.toggleLeft('pages'),
    toggleQuestions: () => panels.toggleLeft('ask'),
    print: () => setPrinting(true),
    isAnalyzing,
    analyze: () => setAnalyzing(true),
    endAnalyze: useCallback(() => setAnalyzing(false), []),
    endPrint: useCallback(() => setPrinting(false), []),
  };
  useViewCommands(actions);
  return actions;
}
