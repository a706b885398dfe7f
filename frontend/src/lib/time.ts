// Formatting of times and durations.

import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { formatNumber } from './format';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const HALF_YEAR_MS = 15_768_000_000;

const relative = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' });

const exactIn = (timeZone?: string) => new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) });
const clockIn = (timeZone?: string) => new Intl.DateTimeFormat(i18n.locale, { timeStyle: 'medium', hourCycle: 'h23', ...(timeZone && { timeZone }) });

const dayIn = (timeZone?: string) => new Intl.DateTimeFormat(i18n.locale, { day: 'numeric', month: 'short', ...(timeZone && { timeZone }) });
const yearIn = (timeZone?: string) => new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', ...(timeZone && { timeZone }) });

let exact = exactIn();
let clock = clockIn();

/** Set the time zone of the user's profile; undefined: the browser's zone. */
export function setTimeZone(timeZone: string | undefined): void {
  try {
    [exact, clock] = [exactIn(timeZone), clockIn(timeZone)];
  } catch {
    [exact, clock] = [exactIn(), clockIn()]; // unknown to this browser
  }
}

/** Return the time zone of all times on the screen. */
export const shownTimeZone = () => exact.resolvedOptions().timeZone;

export function relativeTime(iso: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return t`just now`;
}

/** Return the day of a time, with the year unless it is less than half a year away: "Dec 20". */
export function shortDay(iso: string, now: number = Date.now()): string {
  const zone = shownTimeZone();
  const isNear = Math.abs(Date.parse(iso) - now) < HALF_YEAR_MS;
  return (isNear ? dayIn(zone) : yearIn(zone)).format(new Date(iso));
}

export const clockTime = (iso: string) => clock.format(new Date(iso));
export const exactTime = (iso: string) => exact.format(new Date(iso));

const AGE_UNITS: readonly [string, number][] = [
  [t({ message: 'd', comment: 'days, after a number' }), 86_400],
  [t({ message: 'h', comment: 'hours, after a number' }), 3_600],
  [t({ message: 'min', comment: 'minutes, after a number' }), 60],
];

/** Format seconds: 40 -> "40 s", 200 -> "3 min", 4_900 -> "1 h 21 min". */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const index = AGE_UNITS.findIndex(([, size]) => whole >= size);
  const unit = AGE_UNITS[index];
  if (!unit) return `${whole} s`;
  const [name, size] = unit;
  const smaller = AGE_UNITS[index + 1];
  const rest = smaller ? Math.floor((whole % size) / smaller[1]) : 0;
  return smaller && rest > 0 ? `${Math.floor(whole / size)} ${name} ${rest} ${smaller[0]}` : `${Math.floor(whole / size)} ${name}`;
}

/** Format a measured duration: tenths of a second below ten seconds, a dash if there is no measurement. */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 1_000) return t`${Math.round(milliseconds)} ms`;
  return milliseconds < 10_000 ? `${formatNumber(milliseconds / 1_000, 1)} s` : formatSeconds(milliseconds / 1_000);
}

export const secondsSince = (iso: string, now: number): number => (now - Date.parse(iso)) / 1_000;
