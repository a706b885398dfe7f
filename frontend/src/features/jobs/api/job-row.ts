import { graphql, type ResultOf } from '@/graphql/graphql';

/** What a row of any list of jobs shows. */
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
