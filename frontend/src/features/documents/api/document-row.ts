import { userName } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';

/** The fields of a row in any list of documents. */
export const documentRow = graphql(
  `
    fragment DocumentRow on Document {
      id
      uuid
      title
      filename
      mimeType
      shortTypeName
      size
      state
      backendLock
      version
      language
      pageCount
      created
      thumbnailUrl
      pdfUrl
      damage
      scan
      isScanMissing
      path
      parent {
        uuid
        title
      }
      attachmentCount
      isPublic
      myPermissions
      owner {
        ...UserName
      }
      failure {
        code
        message
      }
      warnings {
        code
        message
      }
    }
  `,
  [userName],
);
