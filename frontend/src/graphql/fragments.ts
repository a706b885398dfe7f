// Fragments shared by many operations.
import { graphql } from './graphql';

export const userError = graphql(`
  fragment UserError on Error {
    code
    message
    field
  }
`);

export const pageCursor = graphql(`
  fragment PageCursor on PageInfo {
    hasNextPage
    endCursor
  }
`);

export const userName = graphql(`
  fragment UserName on User {
    username
    name
  }
`);

export const stepFields = graphql(`
  fragment StepFields on Step {
    name
    state
    durationMs
    error {
      code
      message
    }
  }
`);
