// Find in the open document: Ctrl+F opens it, a match is scrolled to; a selection is a search for passages like it.
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, type RefObject } from 'react';

import type { Selection } from '@/features/annotations/model/selection';
import { textRangeOf, type DocumentWords } from '@/features/annotations/use-words';
import type { Match } from '@/features/find/api/find-in-document';
import { useFind } from '@/features/find/use-find';
import { rangeRects } from '@/features/viewer/model/token-page';
import type { StackHandle } from '@/features/viewer/use-scroll';

interface DocumentFindOptions {
  documentId: string;
  version: string;
  currentPage: number;
  words: DocumentWords;
  stack: RefObject<StackHandle | null>;
}

const isFindKey = (event: KeyboardEvent) => event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;

/** Open the search by Ctrl+F; a second time, the search of the browser opens. */
function useFindKey(isOpen: boolean, setOpen: (open: boolean) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isFindKey(event) || isOpen) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOpen, setOpen]);
}

export function useDocumentFind({ words, stack, ...options }: DocumentFindOptions) {
  const onShow = useCallback(
    async ({ spans: [span] }: Match) => {
      const tokens = span && (await words.load(span.page));
      const [rect] = tokens ? rangeRects(tokens, span) : [];
      if (span && rect) stack.current?.reveal(span.page, rect);
    },
    [words, stack],
  );
  const find = useFind({ ...options, onShow });
  useFindKey(find.isOpen, find.setOpen);
  return find;
}

/** Return a function that searches for passages like a selection. */
export function useSimilarSearch(documentId: string, words: DocumentWords) {
  const navigate = useNavigate();
  return useCallback(
    (selection: Selection) => {
      const range = textRangeOf(selection, words);
      if (range) void navigate({ to: '/search', search: { like: `${documentId}:${range.start}-${range.end}` } });
    },
    [navigate, words, documentId],
  );
}
