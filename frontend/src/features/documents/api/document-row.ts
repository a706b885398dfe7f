import { person } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';

/** What a row of any document list shows. */
export const documentRow = graphql(
  `
    fragment DocumentRow on Document {
      id
      uuid
      title
      filename
      mimeType
      size
      state
      backendLock
      language
      pageCount
      created
      thumbnailUrl
      damage
      scan
      scanIsMissing
      place
      parent {
        uuid
        title
      }
      childCount
      isPublic
      myPermissions
      owner {
        ...Person
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
  [person],
);
