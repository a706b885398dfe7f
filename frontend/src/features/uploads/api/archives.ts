// ZIP files that were sent: how far they are unpacked, and what became of each entry.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { sendJson } from '@/lib/http';
import { nodes } from '@/lib/relay';

export interface ArchiveCounts {
  added: number;
  existing: number;
  skipped: number;
  refused: number;
}

export interface Archive {
  id: string;
  filename: string;
  state: 'waiting' | 'done' | 'failed';
  entries: number | null;
  counts: ArchiveCounts;
  error: { code: string; message: string } | null;
}

export interface ArchiveEntry {
  number: number;
  path: string;
  size: number;
  state: keyof ArchiveCounts;
  document: string | null;
  error: { code: string; message: string } | null;
}

interface EntryPage {
  results: ArchiveEntry[];
  next: string | null;
}

const personal = graphql(`
  query PersonalCorpus($first: Int!) {
    corpuses(first: $first) {
      edges {
        node {
          uuid
          isPersonal
        }
      }
    }
  }
`);

const home = graphql(`
  query ArchiveCorpus($id: ID!) {
    corpus(id: $id) {
      id
      title
    }
  }
`);

const addressOf = (corpus: string, id: string) => `/api/v1/corpuses/${corpus}/archives/${id}`;

/** Where archives go that were dropped outside of a corpus. */
export async function archiveHome(): Promise<string> {
  const { corpuses } = await request(personal, { first: 100 });
  return nodes(corpuses).find(({ isPersonal }) => isPersonal)?.uuid ?? '';
}

/** What the corpus is called that a ZIP was unpacked into. */
export const archiveCorpusOptions = (id: string) =>
  queryOptions({ queryKey: ['corpus', id, 'title'], queryFn: async () => (await request(home, { id })).corpus?.title ?? '' });

export const getArchive = (corpus: string, id: string) => sendJson<Archive>(addressOf(corpus, id), 'GET');

/** The next page's address is absolute; only its path is ours to ask. */
function pathOf(next: string): string {
  const { pathname, search } = new URL(next, location.origin);
  return pathname + search;
}

export const archiveEntriesOptions = (corpus: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['archive-entries', id],
    queryFn: ({ pageParam }) => sendJson<EntryPage>(pageParam ?? `${addressOf(corpus, id)}/entries`, 'GET'),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => (next ? pathOf(next) : null),
  });
