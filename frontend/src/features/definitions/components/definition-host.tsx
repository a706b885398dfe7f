import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import type { DocumentWords } from '@/features/annotations/use-words';
import type { PageInfo } from '@/features/viewer/model/layout';
import { isShortcut, useShortcuts } from '@/lib/shortcuts';
import { showToast } from '@/lib/toasts';

import { definitionsOptions } from '../api/definitions';
import { DEFINITION_SHORTCUTS, SHOW } from '../shortcuts';
import { hideCard, showCard } from '../model/card-store';
import type { Place } from '../model/place';
import { usesOn, type Use } from '../model/uses';
import { DefinitionCard } from './definition-card';

interface DefinitionHostProps {
  corpusId: string;
  documentId: string;
  /** the number of the annotations that are definitions or cross-references */
  count: number;
  pages: readonly PageInfo[];
  words: DocumentWords;
  onGo: (place: Place) => void;
}

const isKey = (event: KeyboardEvent) =>
  isShortcut(event, SHOW) && !event.defaultPrevented && !(event.target instanceof Element && event.target.closest('[role=menu], [role=dialog]'));

/** The card of defined terms and cross-references, and the key that opens it at the caret. */
export function DefinitionHost({ corpusId, documentId, count, pages, words, onGo }: DefinitionHostProps) {
  useShortcuts(DEFINITION_SHORTCUTS);
  const { data: linked } = useQuery(definitionsOptions(corpusId, documentId, count));
  const findUse = (): Use | undefined => {
    const { selection } = useAnnotatorState.getState();
    const tokens = selection && words.peek(selection.head.page);
    return linked && tokens ? usesOn(tokens, linked.terms, linked.crossReferences).find(({ first, last }) => first <= selection.head.token && selection.head.token <= last) : undefined;
  };
  const open = useEffectEvent((event: KeyboardEvent) => {
    if (!isKey(event)) return;
    const use = findUse();
    const element = use && document.querySelector(`[data-use="${use.key}"]`);
    const { activeElement } = document;
    if (use && element) {
      event.preventDefault();
      showCard({ use, element, returnTo: activeElement instanceof HTMLElement ? activeElement : null });
    } else showToast({ text: t`There is no defined term and no cross-reference at the caret.` });
  });
  useEffect(() => {
    addEventListener('keydown', open);
    return () => {
      removeEventListener('keydown', open);
      hideCard();
    };
  }, []);
  return <DefinitionCard pages={pages} onGo={onGo} />;
}
