// The access to a document or corpus. Only the owner gets the list of others.
import { queryOptions } from '@tanstack/react-query';

import { pageCursor, userName } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { allNodes } from '@/lib/relay';

import type { ObjectAccess } from '../model/access';

const shareFields = graphql(
  `
    fragment ShareFields on Share {
      uuid
      role
      isLink
      expires
      version
      email
      user {
        uuid
        ...UserName
      }
      team {
        uuid
        name
      }
    }
  `,
  [userName],
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
        ...UserName
      }
      shares {
        ...ShareFields
      }
    }
  `,
  [userName, shareFields],
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
          ...UserName
        }
        shares {
          ...ShareFields
        }
        memberships(after: $after) {
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              id
              isInherited
              corpus {
                ...CorpusAccess
              }
            }
          }
        }
      }
    }
  `,
  [userName, shareFields, corpusAccess, pageCursor],
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

/** The shared object. */
export interface Subject {
  kind: Kind;
  uuid: string;
  title: string;
}

function required<Value>(value: Value | null): Value {
  if (!value) throw notFoundError();
  return value;
}

async function fetchDocumentAccess(uuid: string): Promise<ObjectAccess> {
  const load = async (after: string | null) => required((await request(documentQuery, { id: uuid, after })).document);
  const document = await load(null);
  const memberships = await allNodes(async (after) => (after === null ? document : await load(after)).memberships);
  const inherited = memberships.filter(({ isInherited }) => isInherited);
  return {
    ...document,
    inheritedFrom: inherited.flatMap(({ corpus }) => corpus ?? []),
    hiddenMemberships: inherited.filter(({ corpus }) => !corpus).map(({ id }) => id),
  };
}

const fetchAccess = async ({ kind, uuid }: Subject): Promise<ObjectAccess> =>
  kind === 'document' ? fetchDocumentAccess(uuid) : required((await request(corpusQuery, { id: uuid })).corpus);

export const accessOptions = (subject: Subject) => queryOptions({ queryKey: ['access', subject.uuid], queryFn: () => fetchAccess(subject) });
