// The blocks of the pages of a document, from the query cache. Pages that are not in the cache can be loaded.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { pageStructureOptions, type StructureItem } from '@/features/viewer/api/structure';
import type { TokenPage } from '@/features/viewer/model/token-page';

import { findBlocks, type PageBlocks } from './model/page-blocks';
import type { BlockReader } from './model/passages';
import type { DocumentWords } from './use-words';

export interface BlockLoader extends BlockReader {
  load: (page: number) => Promise<void>;
}

interface Found {
  items: readonly StructureItem[] | undefined;
  blocks: PageBlocks;
}

/** The blocks of pages that were asked for: a page has thousands of words, and selections change with every key. */
const found = new WeakMap<TokenPage, Found>();

function blocksOf(tokens: TokenPage, items: readonly StructureItem[] | undefined): PageBlocks {
  const known = found.get(tokens);
  if (known && known.items === items) return known.blocks;
  const blocks = findBlocks(tokens, items);
  found.set(tokens, { items, blocks });
  return blocks;
}

function createLoader(queryClient: QueryClient, documentId: string, version: string, words: DocumentWords): BlockLoader {
  const optionsOf = (page: number) => pageStructureOptions(documentId, version, page);
  return {
    words,
    blocksOn: (page) => {
      const tokens = words.peek(page);
      return tokens && blocksOf(tokens, queryClient.getQueryData(optionsOf(page).queryKey));
    },
    load: async (page) => {
      // Without the structure, empty lines separate paragraphs.
      await Promise.allSettled([words.load(page), queryClient.fetchQuery(optionsOf(page))]);
    },
  };
}

export function useBlocks(documentId: string, version: string, words: DocumentWords): BlockLoader {
  const queryClient = useQueryClient();
  return useMemo(() => createLoader(queryClient, documentId, version, words), [queryClient, documentId, version, words]);
}

/** Read from the pages that are loaded; return the result, and the pages that it needs besides. */
export function readLoaded<T>({ words, blocksOn }: BlockReader, read: (reader: BlockReader) => T): { result: T; missing: readonly number[] } {
  const missing = new Set<number>();
  const recorded = (page: number) => {
    const blocks = blocksOn(page);
    if (!blocks?.isComplete) missing.add(page);
    return blocks;
  };
  const result = read({ words, blocksOn: recorded });
  return { result, missing: [...missing] };
}

/** Read from pages, which are loaded as far as they are needed; `tried` are those that were loaded before. */
export async function readPages<T>(loader: BlockLoader, read: (reader: BlockReader) => T, tried: readonly number[] = []): Promise<T> {
  const { result, missing } = readLoaded(loader, read);
  const wanted = missing.filter((page) => !tried.includes(page));
  if (wanted.length === 0) return result;
  await Promise.all(wanted.map((page) => loader.load(page)));
  return readPages(loader, read, [...tried, ...wanted]);
}
