import { graphql } from '@/graphql/graphql';

export const annotationFields = graphql(`
  fragment AnnotationFields on Annotation {
    uuid
    page
    quote
    note
    source
    created
    creator {
      username
      name
    }
    label {
      id
      name
      color
    }
    spans {
      page
      first
      last
    }
  }
`);
