// Find in the open document: Ctrl+F opens it, a match is scrolled to; a selection is a search for passages like it.
import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, type RefObject } from 'react';

import type { Selection } from '@/features/annotations/model/selection';
import { textRangeOf, type DocumentWords } from '@/features/annotations/use-words';
import type { Match } from '@/features/find/api/find-in-document';
import { findInUrl, optionsFrom, type FindInUrl } from '@/features/find/model/find';
import { useFind } from '@/features/find/use-find';
import { rangeRects } from '@/features/viewer/model/token-page';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { useCommands } from '@/lib/commands';
import { copyLink } from '@/lib/copy-link';
import { useKeys } from '@/lib/shortcuts';
import { useInUrl } from '@/lib/use-in-url';

import type { DocumentLocation, WorkspaceProps } from './location';

interface DocumentFindOptions {
  documentId: string;
  version: string;
  currentPage: number;
  words: DocumentWords;
  stack: RefObject<StackHandle | null>;
  location: DocumentLocation;
  onLocation: WorkspaceProps['onLocation'];
}

/** The command of the keys that open the search. */
export const FIND = { name: 'document.find', keys: 'Ctrl f', action: t`Find in this document` };

export function useDocumentFind({ words, stack, location, onLocation, ...options }: DocumentFindOptions) {
  const onShow = useCallback(
    async ({ spans: [span] }: Match) => {
      const tokens = span && (await words.load(span.page));
      const [rect] = tokens ? rangeRects(tokens, span) : [];
      if (span && rect) stack.current?.reveal(span.page, rect);
    },
    [words, stack],
  );
  const find = useFind({ ...options, start: location, onShow });
  const show = (search: FindInUrl) => {
    find.setText(search.find ?? '');
    find.setOptions(optionsFrom(search));
    find.setOpen(search.find !== undefined);
  };
  useInUrl({
    value: findInUrl(find.isOpen ? find.text : '', find.options),
    inUrl: findInUrl(location.find ?? '', optionsFrom(location)),
    report: (search) => onLocation(search, true),
    apply: show,
  });
  const open = () => find.setOpen(true);
  // A second time, the search of the browser opens.
  useKeys(FIND, open, !find.isOpen);
  useCommands(() => [{ ...FIND, text: FIND.action, run: open }]);
  return find;
}

const likeOf = (documentId: string, { start, end }: { start: number; end: number }) => `${documentId}:${start}-${end}`;

/** Return a function that searches for passages like a selection. */
export function useSimilarSearch(documentId: string, words: DocumentWords) {
  const navigate = useNavigate();
  return useCallback(
    (selection: Selection) => {
      const range = textRangeOf(selection, words);
      if (range) void navigate({ to: '/search', search: { like: likeOf(documentId, range) } });
    },
    [navigate, words, documentId],
  );
}

/** Return a function that copies a link to a selection. */
export function useSelectionLink(documentId: string, words: DocumentWords, corpusId: string) {
  return useCallback(
    (selection: Selection) => {
      const range = textRangeOf(selection, words);
      const corpus = corpusId ? `c=${corpusId}&` : '';
      if (range) void copyLink(`/d/${documentId}?${corpus}from=${range.start}&to=${range.end}`);
    },
    [words, documentId, corpusId],
  );
}

/** Return a function that looks for the clause of a selection in the other documents of a corpus. */
export function useClauseSearch(documentId: string, words: DocumentWords, corpusId: string) {
  const navigate = useNavigate();
  return useCallback(
    (selection: Selection) => {
      const range = textRangeOf(selection, words);
      if (range) void navigate({ to: '/c/$uuid', params: { uuid: corpusId }, search: { tab: 'similar', like: likeOf(documentId, range) } });
    },
    [navigate, words, documentId, corpusId],
  );
}
