import { graphql, type ResultOf } from '@/graphql/graphql';

/** The fields of a row in any list of jobs. */
export const jobRow = graphql(`
  fragment JobRow on Job {
    id
    uuid
    kind
    title
    subjectTitle
    state
    progress
    message
    reason
    attempts
    waiting
    due
    cancelRequested
    submitted
    started
    finished
    error {
      code
      message
    }
    document {
      id
      uuid
      title
    }
  }
`);

export type JobRow = ResultOf<typeof jobRow>;
