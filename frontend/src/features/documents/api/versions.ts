import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';

import { userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { postForm } from '@/lib/post-form';
import { nodes } from '@/lib/relay';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const versionFields = graphql(
  `
    fragment VersionFields on Document {
      uuid
      versionNumber
      filename
      size
      created
      owner {
        ...UserName
      }
      uploadedBy {
        ...UserName
      }
    }
  `,
  [userName],
);

const query = graphql(
  `
    query DocumentVersions($id: ID!) {
      document(id: $id) {
        id
        versions(first: 100) {
          edges {
            node {
              ...VersionFields
            }
          }
        }
      }
    }
  `,
  [versionFields],
);

export type Version = ResultOf<typeof versionFields>;

/** The versions of a document, the newest first. */
export const versionsOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['document', uuid, 'versions'],
    queryFn: async () => {
      const { document } = await request(query, { id: uuid });
      if (!document) throw notFoundError();
      return nodes(document.versions);
    },
  });

function form(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

/** Upload a file as the newest version; `onSuccess` gets the id of its document. */
export function useUploadVersion(uuid: string, onSuccess: (id: string) => void) {
  const [progress, setProgress] = useState(0);
  const upload = useInvalidatingMutation({
    mutationFn: (file: File) => postForm(`/api/v1/documents/${uuid}/versions`, { key: crypto.randomUUID(), body: form(file), onProgress: setProgress }),
    affected: keysOf('documents', 'corpus-documents', 'document', 'usage', 'upload-states'),
    onSuccess,
    onError: ignoreError,
  });
  return { ...upload, progress };
}
