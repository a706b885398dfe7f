// How the pages are shown: zoom, pairs, rotation and paper. The fit, the pairs and the paper are kept in this browser, the rotation by document and user.
import { useCallback, useEffect, useMemo, useState, type RefObject } from 'react';

import { layoutPages, scaleFor, zoomStep, type PageInfo, type PagesPerRow, type Zoom } from '@/features/viewer/model/layout';
import { NO_TURNS, turnDocument, turnPage, type Turns } from '@/features/viewer/model/turns';
import type { ZoomChange } from '@/features/viewer/use-pinch';
import type { StackHandle } from '@/features/viewer/use-scroll';

import { readSetting, readTurns, writeSetting, writeTurns } from './view-settings';

interface PageViewOptions {
  documentId: string;
  username: string;
  pages: readonly PageInfo[];
  stack: RefObject<StackHandle | null>;
}

/** A double tap enlarges to this. */
const TAPPED = 2;

/** Return a ref and the current size of its element; 0 before the first measurement. */
function useSize() {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, size] as const;
}

function useTurns(documentId: string, username: string) {
  const read = () => ({ username, turns: readTurns(documentId, username) });
  const [state, setState] = useState(read);
  if (state.username !== username) setState(read);
  const change = useCallback(
    (turns: Turns) => {
      writeTurns(documentId, username, turns);
      setState({ username, turns });
    },
    [documentId, username],
  );
  return [state.turns, change] as const;
}

function useZoom() {
  const [zoom, setZoom] = useState<Zoom>(() => (readSetting('fit') === 'page' ? 'page' : 'fit'));
  const change = useCallback((next: Zoom) => {
    if (typeof next === 'string') writeSetting('fit', next);
    setZoom(next);
  }, []);
  return [zoom, change] as const;
}

function usePaper() {
  const [isDark, setDark] = useState(() => readSetting('paper') === 'dark');
  const change = useCallback((dark: boolean) => {
    writeSetting('paper', dark ? 'dark' : 'light');
    setDark(dark);
  }, []);
  return [isDark, change] as const;
}

function usePagesPerRow() {
  const [perRow, setPerRow] = useState<PagesPerRow>(() => (readSetting('pages-per-row') === '2' ? 2 : 1));
  const change = useCallback((next: PagesPerRow) => {
    writeSetting('pages-per-row', String(next));
    setPerRow(next);
  }, []);
  return [perRow, change] as const;
}

/** The setting that underlines defined terms and cross-references. */
function useTermLinks() {
  const [isOn, setOn] = useState(() => readSetting('terms') !== 'off');
  const change = useCallback((on: boolean) => {
    writeSetting('terms', on ? 'on' : 'off');
    setOn(on);
  }, []);
  return [isOn, change] as const;
}

/** The whole window, without the bars of the browser and of this site. It ends with the view of the document. */
function useFullScreen() {
  const [isFullScreen, setFullScreen] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const listen = () => setFullScreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', listen);
    return () => {
      document.removeEventListener('fullscreenchange', listen);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  const toggle = useCallback(() => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()), []);
  return { isFullScreen, canFullScreen: document.fullscreenEnabled, toggleFullScreen: toggle };
}

export function usePageView({ documentId, username, pages, stack }: PageViewOptions) {
  const [measure, size] = useSize();
  const [zoom, setZoom] = useZoom();
  const [turns, setTurns] = useTurns(documentId, username);
  const [darkPaper, setDarkPaper] = usePaper();
  const [linksTerms, setLinksTerms] = useTermLinks();
  const [perRow, setPerRow] = usePagesPerRow();
  const fullScreen = useFullScreen();
  const scale = scaleFor(zoom, pages, size, { turns, perRow });
  const layout = useMemo(() => layoutPages(pages, scale, { turns, perRow }), [pages, scale, turns, perRow]);
  const onZoom = ({ factor, at }: ZoomChange) => {
    stack.current?.hold(at);
    if (factor !== 'toggle') setZoom(scale * factor);
    else setZoom(zoom === 'fit' ? Math.max(1, scale * TAPPED) : 'fit');
  };
  return {
    measure,
    ready: size.width > 0,
    layout,
    zoom,
    setZoom,
    zoomBy: (direction: 1 | -1) => setZoom(zoomStep(scale, direction)),
    onZoom,
    turns,
    turnAll: (by: 1 | -1) => setTurns(turnDocument(turns, by)),
    turnOne: (page: number, by: 1 | -1) => setTurns(turnPage(turns, page, by)),
    resetTurns: () => setTurns(NO_TURNS),
    inPairs: perRow === 2,
    togglePairs: () => setPerRow(perRow === 2 ? 1 : 2),
    darkPaper,
    paper: darkPaper ? ('dark' as const) : undefined,
    setDarkPaper,
    linksTerms,
    setLinksTerms,
    ...fullScreen,
  };
}

export type PageView = ReturnType<typeof usePageView>;
