import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';

import { pageStructureOptions } from '@/features/viewer/api/structure';
import type { PageInfo } from '@/features/viewer/model/layout';

import { Annotator, type AnnotatorOptions } from './annotator';
import { labelsOptions } from './api/list-labels';
import { useBlocks } from './block-loader';
import { useAnnotatorState } from './model/annotator-store';
import { boxBetween, type PageBox } from './model/box';
import { commandFor } from './model/commands';

// The figures and tables that the parser has found on a page, as boxes.

const KINDS = new Set(['FIGURE', 'TABLE']);

function usePageFigures(documentId: string, version: string, pages: readonly PageInfo[]) {
  const queryClient = useQueryClient();
  return async (number: number): Promise<PageBox[]> => {
    const page = pages[number - 1];
    const items = page ? await queryClient.fetchQuery(pageStructureOptions(documentId, version, number)).catch(() => []) : [];
    return items.flatMap(({ kind, box }) => {
      const [left, top, right, bottom] = box ?? [];
      if (!page || !KINDS.has(kind) || left === undefined || top === undefined || right === undefined || bottom === undefined) return [];
      const corner = (x: number, y: number) => ({ page: number, x: x / page.width, y: y / page.height });
      return [boxBetween(corner(left, top), corner(right, bottom))];
    });
  };
}

/** Return the actions on the pages of a document, and what runs them by keys. */
export function useAnnotator(options: AnnotatorOptions) {
  const { documentId, corpusId, version, words, pages } = options;
  const { data: labels = [] } = useQuery(labelsOptions(corpusId));
  const loader = useBlocks(documentId, version, words);
  const figuresOn = usePageFigures(documentId, version, pages);
  const context = { ...options, labels, loader, figuresOn };
  const [annotator] = useState(() => new Annotator(context));
  useEffect(() => annotator.update(context));
  useEffect(() => useAnnotatorState.getState().open(`${documentId}/${corpusId}`), [documentId, corpusId]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Buttons and fields over the pages handle their own keys.
    if (event.target !== event.currentTarget) return;
    const command = annotator.boxKey(event) ? null : commandFor(event, annotator.suggestion !== undefined);
    if (command === undefined) return;
    event.preventDefault();
    command?.run(annotator, event);
  };
  return { annotator, labels, loader, onKeyDown };
}
