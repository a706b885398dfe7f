// Uploaded ZIP files: their progress and the result of each entry.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { sendJson } from '@/lib/http';
import { nodes } from '@/lib/relay';
import { useRestPages } from '@/lib/rest-pages';

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

const title = graphql(`
  query ArchiveCorpus($id: ID!) {
    corpus(id: $id) {
      id
      title
    }
  }
`);

const existing = graphql(
  `
    query ExistingDocuments($id: ID!, $after: String) {
      node(id: $id) {
        ... on Archive {
          id
          entries(first: 100, after: $after) {
            pageInfo {
              ...PageCursor
            }
            edges {
              node {
                number
                state
                document {
                  title
                }
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

type Titles = ReadonlyMap<number, string>;

/** Return the titles of existing documents by the number of their entry, of as many entries as are shown. */
async function existingTitles(id: string, count: number, found: Titles = new Map(), after: string | null = null): Promise<Titles> {
  const { node } = await request(existing, { id: btoa(`Archive:${id}`), after });
  if (!node || !('entries' in node)) return found;
  const { entries } = node;
  const titles = nodes(entries).flatMap(({ number, state, document }): [number, string][] => (state === 'EXISTING' && document ? [[number, document.title]] : []));
  const all = new Map([...found, ...titles]);
  const last = nodes(entries).at(-1)?.number ?? count;
  return entries.pageInfo.hasNextPage && last + 1 < count ? existingTitles(id, count, all, entries.pageInfo.endCursor) : all;
}

export const existingTitlesOptions = (id: string, count: number) =>
  queryOptions({ queryKey: ['archive-titles', id, count], queryFn: () => existingTitles(id, count), placeholderData: keepPreviousData });

const pathOf = (corpus: string, id: string) => `/api/v1/corpuses/${corpus}/archives/${id}`;

/** Return the personal corpus, the target of archives that were not dropped on a corpus. */
export async function personalCorpus(): Promise<string> {
  const { corpuses } = await request(personal, { first: 100 });
  return nodes(corpuses).find(({ isPersonal }) => isPersonal)?.uuid ?? '';
}

/** The title of the corpus that a ZIP file was unpacked into. */
export const archiveCorpusOptions = (id: string) =>
  queryOptions({ queryKey: ['corpus', id, 'title'], queryFn: async () => (await request(title, { id })).corpus?.title ?? '' });

export const getArchive = (corpus: string, id: string) => sendJson<Archive>(pathOf(corpus, id), 'GET');

export const useArchiveEntries = (corpus: string, id: string) => useRestPages<ArchiveEntry>(['archive-entries', id], `${pathOf(corpus, id)}/entries`);
