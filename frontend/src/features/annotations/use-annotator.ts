import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';

import { Annotator, type AnnotatorOptions } from './annotator';
import { labelsOptions } from './api/list-labels';
import { useAnnotatorState } from './model/annotator-store';
import { commandFor } from './model/commands';
import { useBlocks } from './block-loader';
import { usePageFigures } from './use-page-figures';

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
