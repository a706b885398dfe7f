// The corpora and teams that a token is limited to.

import { t } from '@lingui/core/macro';

export interface Limits {
  corpora: string[];
  teams: string[];
}

export const isLimited = ({ corpora, teams }: Limits) => corpora.length + teams.length > 0;

/** Name the limits of a token. What has been deleted since has no name any more. */
export function limitsText(limits: Limits, names: ReadonlyMap<string, string>): string {
  const keys = [...limits.corpora, ...limits.teams];
  const known = keys.flatMap((key) => names.get(key) ?? []);
  const missing = keys.length - known.length;
  const others = missing > 0 ? [t`${missing} deleted`] : [];
  return t`only ${[...known, ...others].join(', ')}`;
}
