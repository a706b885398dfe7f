// The defined terms and cross-references of a document, where its annotations have their labels. Loaded after the first view.
import { useCallback, useMemo } from 'react';

import type { Annotation } from '@/features/annotations/model/annotation';
import { lazyPart } from '@/lib/lazy-part';
import { useIdle } from '@/lib/use-idle';

import type { WorkspaceProps } from './location';
import { revealHit, type RevealOptions } from './use-deep-link';

const useParts = lazyPart(() => import('@/features/definitions/components/definition-parts'));

/** The labels of the analyzers `defined-terms` and `references`. */
const LABELS = new Set(['Defined term', 'Cross-reference']);

interface DefinitionOptions extends RevealOptions, Pick<WorkspaceProps, 'onLocation'> {
  annotations: readonly Annotation[];
  isOn: boolean;
}

/** Return what shows the definitions; undefined if there are none, if they are switched off, and until it is loaded. */
export function useDefinitions({ annotations, isOn, onLocation, pages, words, stack }: DefinitionOptions) {
  const idle = useIdle();
  const count = useMemo(() => annotations.filter(({ label }) => LABELS.has(label.name)).length, [annotations]);
  const isWanted = isOn && idle && count > 0;
  const parts = useParts(isWanted);
  const onGo = useCallback(
    ({ page, start, end }: { page: number; start: number; end: number }) => {
      onLocation({ page, from: start, to: end, annotation: undefined });
      void revealHit({ from: start, to: end }, { pages, words, stack });
    },
    [onLocation, pages, words, stack],
  );
  return useMemo(() => (isWanted && parts ? { parts, count, onGo } : undefined), [isWanted, parts, count, onGo]);
}

export type Definitions = ReturnType<typeof useDefinitions>;
