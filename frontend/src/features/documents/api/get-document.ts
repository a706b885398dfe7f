import { queryOptions } from '@tanstack/react-query';

import { stepFields, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';

import { isProcessing } from '../model/processing-job';
import { processingPollInterval } from '../model/status-poll';
import { documentRow } from './document-row';

export const documentDetail = graphql(
  `
    fragment DocumentDetail on Document {
      ...DocumentRow
      typeName
      version
      versionNumber
      newestVersion {
        uuid
        versionNumber
      }
      revision
      fileUrl
      ocrPageCount
      ocrEngines
      confidence
      downloads {
        format
        url
      }
      provenance {
        parser
        parserVersion
        published
        isOutdated
      }
      corpuses {
        id
        uuid
        title
        isPersonal
        owner {
          ...UserName
        }
        myPermissions
      }
      jobs {
        uuid
        kind
        title
        state
        status
        progress
        message
        reason
        waiting
        due
        cancelRequested
        started
        finished
        error {
          code
          message
        }
        steps {
          ...StepFields
        }
      }
    }
  `,
  [documentRow, stepFields, userName],
);

const query = graphql(
  `
    query Document($id: ID!) {
      document(id: $id) {
        ...DocumentDetail
      }
    }
  `,
  [documentDetail],
);

export type DocumentDetail = ResultOf<typeof documentDetail>;
export type DocumentJob = DocumentDetail['jobs'][number];

/** Live updates report changes earlier. */
const STALE_MS = 10_000;

async function fetchDocument(uuid: string): Promise<DocumentDetail> {
  const { document } = await request(query, { id: uuid });
  if (!document) throw notFoundError();
  return document;
}

export const documentOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['document', uuid],
    queryFn: () => fetchDocument(uuid),
    staleTime: STALE_MS,
    refetchInterval: ({ state: { data } }) => data !== undefined && processingPollInterval([isProcessing(data) ? { state: 'PROCESSING' } : data]),
  });
