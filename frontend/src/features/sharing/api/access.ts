// Who can get at a thing. Only its owner is told about others.
import { queryOptions } from '@tanstack/react-query';

import { pagePlace, person } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { ApiError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { everyNode } from '@/lib/relay';

import type { Thing } from '../model/access';

const shareFields = graphql(
  `
    fragment ShareFields on Share {
      uuid
      role
      isLink
      expires
      version
      person {
        uuid
        ...Person
      }
      team {
        uuid
        name
      }
    }
  `,
  [person],
);

const corpusAccess = graphql(
  `
    fragment CorpusAccess on Corpus {
      id
      uuid
      title
      isPublic
      myPermissions
      owner {
        ...Person
      }
      shares {
        ...ShareFields
      }
    }
  `,
  [person, shareFields],
);

const documentQuery = graphql(
  `
    query DocumentAccess($id: ID!, $after: String) {
      document(id: $id) {
        id
        uuid
        title
        isPublic
        myPermissions
        owner {
          ...Person
        }
        shares {
          ...ShareFields
        }
        places(after: $after) {
          pageInfo {
            ...PagePlace
          }
          edges {
            node {
              id
              isLent
              corpus {
                ...CorpusAccess
              }
            }
          }
        }
      }
    }
  `,
  [person, shareFields, corpusAccess, pagePlace],
);

const corpusQuery = graphql(
  `
    query CorpusAccess($id: ID!) {
      corpus(id: $id) {
        ...CorpusAccess
      }
    }
  `,
  [corpusAccess],
);

export type Kind = 'document' | 'corpus';

/** What is shared, as the addresses need it. */
export interface Subject {
  kind: Kind;
  uuid: string;
  title: string;
}

function found<Found>(thing: Found | null): Found {
  if (!thing) throw new ApiError({ code: 'not_found', message: 'There is no such thing, or it is not yours to see.' }, 404);
  return thing;
}

async function fetchDocumentAccess(uuid: string): Promise<Thing> {
  const load = async (after: string | null) => found((await request(documentQuery, { id: uuid, after })).document);
  const thing = await load(null);
  const places = await everyNode(async (after) => (after === null ? thing : await load(after)).places);
  const lent = places.filter(({ isLent }) => isLent);
  return { ...thing, lentTo: lent.flatMap(({ corpus }) => corpus ?? []), lentOutOfSight: lent.filter(({ corpus }) => !corpus).map(({ id }) => id) };
}

const fetchAccess = async ({ kind, uuid }: Subject): Promise<Thing> =>
  kind === 'document' ? fetchDocumentAccess(uuid) : found((await request(corpusQuery, { id: uuid })).corpus);

export const accessOptions = (subject: Subject) => queryOptions({ queryKey: ['access', subject.uuid], queryFn: () => fetchAccess(subject) });
