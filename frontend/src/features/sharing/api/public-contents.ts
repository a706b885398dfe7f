import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const LISTED = 10;

const corpusQuery = graphql(`
  query PublicContents($id: ID!) {
    corpus(id: $id) {
      documentCount
      labels {
        uuid
      }
    }
    annotations(corpusId: $id, first: 1) {
      totalCount
    }
  }
`);

const documentQuery = graphql(`
  query PublicDocumentContents($id: ID!, $first: Int!) {
    document(id: $id) {
      parent {
        id
      }
      newestVersion {
        id
      }
      attachments(first: $first) {
        totalCount
        edges {
          node {
            uuid
            title
          }
        }
      }
      versions(first: 1) {
        totalCount
      }
    }
  }
`);

/** The numbers of objects in a corpus that everyone sees if it is public. */
export const corpusContentsOptions = (corpus: string) =>
  queryOptions({
    queryKey: ['corpus', corpus, 'public-contents'],
    queryFn: async () => {
      const { corpus: found, annotations } = await request(corpusQuery, { id: corpus });
      return { documents: found?.documentCount ?? 0, labels: found?.labels.length ?? 0, annotations: annotations.totalCount };
    },
  });

/** The other documents that everyone sees if a document is public: attachments of what was uploaded, and older versions of the newest one. */
export const documentContentsOptions = (document: string) =>
  queryOptions({
    queryKey: ['document', document, 'public-contents'],
    queryFn: async () => {
      const { document: found } = await request(documentQuery, { id: document, first: LISTED });
      const attachments = found && !found.parent ? found.attachments : { totalCount: 0, edges: [] };
      return {
        attachments: attachments.edges.map(({ node }) => node.title),
        moreAttachments: attachments.totalCount - attachments.edges.length,
        olderVersions: found && !found.newestVersion ? found.versions.totalCount - 1 : 0,
      };
    },
  });
