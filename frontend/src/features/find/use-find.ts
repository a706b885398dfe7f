// Find in a document: the query, its options, the number of matches and the current one.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { useSettled } from '@/lib/use-settled';

import { countOptions, matchOptions, type DocumentSearch, type Match } from './api/find-in-document';
import { firstFrom, optionsFrom, step, type FindInUrl, type FindOptions } from './model/find';

const PAUSE = 150;

interface FindSettings {
  documentId: string;
  version: string;
  currentPage: number;
  /** the search in the URL; it is closed if there is none */
  start: FindInUrl;
  /** scroll to a match; must not change */
  onShow: (match: Match) => Promise<void>;
}

export function useFind({ documentId, version, currentPage, start, onShow }: FindSettings) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(start.find !== undefined);
  const [text, setText] = useState(start.find ?? '');
  const [options, setOptions] = useState<FindOptions>(() => optionsFrom(start));
  const query = useSettled(isOpen ? text : '', PAUSE);
  const search = useMemo<DocumentSearch>(() => ({ id: documentId, version, query, ...options }), [documentId, version, query, options]);
  const counts = useQuery(countOptions(search));
  const [current, setCurrent] = useState<Match | null>(null);
  const found = isOpen ? counts.data : undefined;
  const total = found?.totalCount ?? 0;
  const page = useRef(currentPage);
  useEffect(() => {
    page.current = currentPage;
  }, [currentPage]);

  const show = useCallback(
    async (number: number) => {
      const match = await queryClient.fetchQuery(matchOptions(search, number)).catch(() => null);
      setCurrent(match);
      if (match) await onShow(match);
    },
    [queryClient, search, onShow],
  );
  // Each new result starts at the page that is shown.
  useEffect(() => {
    if (found && found.totalCount > 0) void show(firstFrom(found.pages, page.current));
  }, [found, show]);

  const go = (direction: 1 | -1) => {
    if (total > 0) void show(step(current?.number ?? 0, direction, total));
  };
  const toggle = (name: keyof FindOptions) => setOptions({ ...options, [name]: !options[name] });
  return { isOpen, setOpen, text, setText, options, setOptions, toggle, search, counts, current: total > 0 ? current : null, total, go };
}

export type Find = ReturnType<typeof useFind>;
