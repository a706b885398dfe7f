// How far back the list of failures looks.

export type Since = 'hour' | 'day' | 'week';

const HOUR = 3_600_000;

const SPANS: Record<Since, { word: string; milliseconds: number }> = {
  hour: { word: 'The last hour', milliseconds: HOUR },
  day: { word: 'The last day', milliseconds: 24 * HOUR },
  week: { word: 'The last week', milliseconds: 168 * HOUR },
};

export const SINCE_NAMES = Object.keys(SPANS) as readonly Since[];

export const isSince = (value: unknown): value is Since => typeof value === 'string' && Object.hasOwn(SPANS, value);

export const sinceWord = (since: Since): string => SPANS[since].word;

export const sinceTime = (since: Since, now: number): string => new Date(now - SPANS[since].milliseconds).toISOString();
