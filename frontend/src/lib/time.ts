// Times for people: relative on the page, exact on hover.

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const exactIn = (timeZone?: string) => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) });
const clockIn = (timeZone?: string) => new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23', ...(timeZone && { timeZone }) });

let exact = exactIn();
let clock = clockIn();

/** The zone that the person has chosen; nothing: the browser's. */
export function setTimeZone(timeZone: string | undefined): void {
  try {
    [exact, clock] = [exactIn(timeZone), clockIn(timeZone)];
  } catch {
    [exact, clock] = [exactIn(), clockIn()]; // a zone that this browser does not know
  }
}

export function relativeTime(iso: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return 'just now';
}

export const clockTime = (iso: string) => clock.format(new Date(iso));
export const exactTime = (iso: string) => exact.format(new Date(iso));

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
