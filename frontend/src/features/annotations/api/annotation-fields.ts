import { userName } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';

export const annotationFields = graphql(
  `
    fragment AnnotationFields on Annotation {
      uuid
      page
      quote
      note
      version
      confidence
      score
      source
      review
      reviewed
      reviewer {
        ...UserName
      }
      created
      modified
      creator {
        ...UserName
      }
      label {
        id
        name
        path
        color
      }
      spans {
        page
        first
        last
      }
      box {
        page
        left
        top
        right
        bottom
      }
    }
  `,
  [userName],
);
