// What many operations ask for in the same words.
import { graphql } from './graphql';

export const problem = graphql(`
  fragment Problem on Error {
    code
    message
    field
  }
`);

export const pagePlace = graphql(`
  fragment PagePlace on PageInfo {
    hasNextPage
    endCursor
  }
`);

export const person = graphql(`
  fragment Person on User {
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
