import { useQuery } from '@tanstack/react-query';
import { useMemo, type MouseEvent } from 'react';

import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PageInfo } from '@/features/viewer/model/layout';
import { rangeRects, type Rect } from '@/features/viewer/model/token-page';

import { definitionsOptions } from '../api/definitions';
import { GRACE_MS, hideCard, HOVER_MS, showCard } from '../model/card-store';
import { usesOn, type Use } from '../model/uses';
import styles from './definitions.module.css';

interface DefinitionLayerProps {
  page: PageInfo;
  isVisible: boolean;
  version: string;
  corpusId: string;
  documentId: string;
  count: number;
}

const percent = (part: number) => `${100 * part}%`;

const placeOf = ({ x, y, width, height }: Rect) => ({ left: percent(x), top: percent(y), width: percent(width), height: percent(height) });

/** Words with a dotted line below them. Pointer events on them also reach the page: they can be selected as other words. */
function UseMark({ use, rects }: { use: Use; rects: readonly Rect[] }) {
  const open = ({ currentTarget }: MouseEvent, delay = 0) => showCard({ use, element: currentTarget, returnTo: null }, delay);
  return rects.map((rect) => (
    <span
      key={`${rect.x} ${rect.y}`}
      role="presentation"
      className={styles['use']}
      style={placeOf(rect)}
      data-use={use.key}
      onPointerEnter={(event) => event.pointerType !== 'touch' && event.buttons === 0 && open(event, HOVER_MS)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && hideCard(GRACE_MS)}
      onPointerDown={() => hideCard()}
      onClick={(event) => (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch' && open(event)}
    />
  ));
}

/** The uses of defined terms and the cross-references on a page. */
export function DefinitionLayer({ page, isVisible, version, corpusId, documentId, count }: DefinitionLayerProps) {
  const { data: linked } = useQuery(definitionsOptions(corpusId, documentId, count));
  const { data: tokens } = useQuery({ ...tokensOptions(page.tokensUrl, version), enabled: isVisible && page.tokenCount > 0 });
  const marks = useMemo(() => {
    if (!linked || !tokens) return [];
    return usesOn(tokens, linked.terms, linked.crossReferences).map((use) => ({ use, rects: rangeRects(tokens, use) }));
  }, [linked, tokens]);
  return (
    <div aria-hidden="true" data-uses={marks.length}>
      {marks.map(({ use, rects }) => (
        <UseMark key={use.key} use={use} rects={rects} />
      ))}
    </div>
  );
}
