// Who can get at a thing. Only its owner is told about others.
import { queryOptions } from '@tanstack/react-query';

import { person } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { ApiError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';

import type { Thing } from '../model/access';

const shareFields = graphql(
  `
    fragment ShareFields on Share {
      uuid
      role
      isLink
      expires
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
    query DocumentAccess($id: ID!) {
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
        corpuses {
          ...CorpusAccess
        }
      }
    }
  `,
  [person, shareFields, corpusAccess],
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

async function fetchAccess({ kind, uuid }: Subject): Promise<Thing> {
  const thing = kind === 'document' ? (await request(documentQuery, { id: uuid })).document : (await request(corpusQuery, { id: uuid })).corpus;
  if (!thing) throw new ApiError({ code: 'not_found', message: 'There is no such thing, or it is not yours to see.' }, 404);
  return thing;
}

export const accessOptions = (subject: Subject) => queryOptions({ queryKey: ['access', subject.uuid], queryFn: () => fetchAccess(subject) });
