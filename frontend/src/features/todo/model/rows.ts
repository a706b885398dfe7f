// What a row of the list says, and the list that it opens.

import { plural, t } from '@lingui/core/macro';

import { formatDay } from '@/features/obligations/model/days';

import type { TodoItem } from '../api/todo';

/** A list of the application, and the filter that shows what a row counts. */
export type Target =
  | { to: '/'; search: { scope: 'MINE'; state: 'FAILED' } }
  | { to: '/notifications' }
  | { to: '/ask'; search: { proposed: 'PENDING' } }
  | { to: '/c/$uuid'; params: { uuid: string }; search: CorpusSearch };

type CorpusSearch = { tab: 'obligations'; done: 'no' } | { tab: 'annotations'; review: 'PENDING' } | { tab: 'annotations'; placement: 'TO_CHECK'; creator?: string } | { tab: 'extract'; extract: string; show: 'review' };

/** Return what waits, with its number. */
export function rowTitle({ kind, count }: TodoItem): string {
  switch (kind) {
    case 'MENTIONS':
      return plural(count, { one: '# unread mention', other: '# unread mentions' });
    case 'FAILED_DOCUMENTS':
      return plural(count, { one: '# document that failed', other: '# documents that failed' });
    case 'OBLIGATIONS':
      return plural(count, { one: '# obligation that is due', other: '# obligations that are due' });
    case 'PROPOSALS':
      return plural(count, { one: '# proposal to review', other: '# proposals to review' });
    case 'SUGGESTIONS':
      return plural(count, { one: '# suggestion to review', other: '# suggestions to review' });
    case 'POSITIONS':
      return plural(count, { one: '# position to check', other: '# positions to check' });
    case 'CELLS':
      return plural(count, { one: '# value to review', other: '# values to review' });
  }
}

/** Return where it waits, or what it is about. `dueUntil` is the last day of the obligations. */
export function rowAbout({ kind, corpusTitle, extractName }: TodoItem, dueUntil: string): string {
  switch (kind) {
    case 'MENTIONS':
      return t`In comments by other users`;
    case 'FAILED_DOCUMENTS':
      return t`Documents of yours that could not be read`;
    case 'PROPOSALS':
      return t`Changes that agents want to make`;
    case 'OBLIGATIONS':
      return t`${corpusTitle} · until ${formatDay(dueUntil)}`;
    case 'CELLS':
      return t`${corpusTitle} · ${extractName}`;
    case 'SUGGESTIONS':
    case 'POSITIONS':
      return corpusTitle;
  }
}

/** Return the list that shows it. */
export function targetOf({ kind, corpus, extract, creator }: TodoItem): Target {
  const inCorpus = (search: CorpusSearch): Target => ({ to: '/c/$uuid', params: { uuid: corpus ?? '' }, search });
  switch (kind) {
    case 'MENTIONS':
      return { to: '/notifications' };
    case 'FAILED_DOCUMENTS':
      return { to: '/', search: { scope: 'MINE', state: 'FAILED' } };
    case 'PROPOSALS':
      return { to: '/ask', search: { proposed: 'PENDING' } };
    case 'OBLIGATIONS':
      return inCorpus({ tab: 'obligations', done: 'no' });
    case 'SUGGESTIONS':
      return inCorpus({ tab: 'annotations', review: 'PENDING' });
    case 'POSITIONS':
      return inCorpus({ tab: 'annotations', placement: 'TO_CHECK', ...(creator && { creator }) });
    case 'CELLS':
      return inCorpus({ tab: 'extract', extract: extract ?? '', show: 'review' });
  }
}
