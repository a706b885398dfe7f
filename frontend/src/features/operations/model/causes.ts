// Failures by cause: the same kind of job that ended for the same reason with the same code has one cause.
import { sinceTime, type Since } from './since';

export interface CauseFacts {
  kind: string;
  reason: string;
  code: string;
}

export interface FailureFilter {
  kind: string | undefined;
  reason: string | undefined;
  since: Since | undefined;
}

/** These letters, or all that the filter finds; without a filter, all have to be meant by name. */
export interface Chosen {
  ids?: string[];
  all?: boolean;
  kind?: string;
  reason?: string;
  code?: string;
  since?: string;
}

export const causeKey = ({ kind, reason, code }: CauseFacts) => [kind, reason, code].join(' ');

const sinceOf = ({ since }: Pick<FailureFilter, 'since'>, now: number) => (since ? { since: sinceTime(since, now) } : {});

/** All failures of a cause that the list looks at. */
export const chosenByCause = ({ kind, reason, code }: CauseFacts, filter: FailureFilter, now: number): Chosen => ({
  kind,
  reason,
  code,
  ...sinceOf(filter, now),
});

/** All that the list looks at. */
export function chosenByFilter(filter: FailureFilter, now: number): Chosen {
  const { kind, reason } = filter;
  const chosen = { ...(kind && { kind }), ...(reason && { reason }), ...sinceOf(filter, now) };
  return Object.keys(chosen).length > 0 ? chosen : { all: true };
}
