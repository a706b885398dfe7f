import { shownTimeZone } from '@/lib/time';

const DAY_MS = 86_400_000;

/** Return the difference of the user's time zone to UTC at a time without fractions of a second; positive: east. */
function utcOffset(time: number): number {
  const shown = new Date(time).toLocaleString('sv', { timeZone: shownTimeZone() }); // as 2026-11-20 07:30:00
  const [date = '', clock = ''] = shown.split(' ');
  return Date.parse(`${date.padStart('2026-11-20'.length, '0')}T${clock}Z`) - time;
}

/** Return the midnight at the start of a day (2026-11-20) in the user's time zone, or of a day after it. */
export function midnight(date: string, daysLater = 0): string {
  const atUtc = Date.parse(`${date}T00:00Z`) + daysLater * DAY_MS;
  const nearby = atUtc - utcOffset(atUtc);
  return new Date(atUtc - utcOffset(nearby)).toISOString(); // the clocks may change between both times
}
