// What pages show of an annotation. Apart from the other fragments, which the first page loads.
import { userName } from './fragments';
import { graphql } from './graphql';

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
