// How long a share lasts.

export const LIFETIMES = [
  { days: 0, label: 'Never ends' },
  { days: 1, label: 'Ends in a day' },
  { days: 7, label: 'Ends in a week' },
  { days: 30, label: 'Ends in 30 days' },
  { days: 365, label: 'Ends in a year' },
] as const;

const DAY_MS = 86_400_000;

export const endAfter = (days: number, now: number = Date.now()): string | null => (days === 0 ? null : new Date(now + days * DAY_MS).toISOString());

export const isOver = (expires: string | null, now: number = Date.now()): boolean => expires !== null && Date.parse(expires) <= now;
