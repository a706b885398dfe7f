import { queryOptions } from '@tanstack/react-query';

import { stepFields } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { ApiError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';

import { isBeingRead } from '../model/processing-job';
import { pollEvery } from '../model/status-poll';
import { documentRow } from './document-row';

const query = graphql(
  `
    query Document($id: ID!) {
      document(id: $id) {
        ...DocumentRow
        typeName
        version
        revision
        fileUrl
        pdfUrl
        readPages
        readBy
        confidence
        downloads {
          what
          url
        }
        facts {
          name
          value
        }
        parsers {
          name
          version
          isUsual
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
    }
  `,
  [documentRow, stepFields],
);

export type DocumentDetail = NonNullable<ResultOf<typeof query>['document']>;
export type DocumentJob = DocumentDetail['jobs'][number];

async function fetchDocument(uuid: string): Promise<DocumentDetail> {
  const { document } = await request(query, { id: uuid });
  if (!document) throw new ApiError({ code: 'not_found', message: 'There is no such document, or it is not yours to see.' }, 404);
  return document;
}

export const documentOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['document', uuid],
    queryFn: () => fetchDocument(uuid),
    refetchInterval: ({ state: { data } }) => data !== undefined && pollEvery([isBeingRead(data) ? { state: 'PROCESSING' } : data]),
  });
