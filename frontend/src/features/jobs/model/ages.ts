// How long something takes, waits or lies still, in one unit that a person reads at a glance.

const UNITS: readonly [string, number][] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
];

/** 40 -> "40 s", 200 -> "3 min"; two units where the second one still matters ("1 h 20 min"). */
export function ageWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const index = UNITS.findIndex(([, size]) => whole >= size);
  const unit = UNITS[index];
  if (!unit) return `${whole} s`;
  const [name, size] = unit;
  const smaller = UNITS[index + 1];
  const rest = smaller ? Math.floor((whole % size) / smaller[1]) : 0;
  return smaller && rest > 0 ? `${Math.floor(whole / size)} ${name} ${rest} ${smaller[0]}` : `${Math.floor(whole / size)} ${name}`;
}

/** Below ten seconds the tenths matter; a figure that nobody has measured is a dash. */
export function spanWords(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return milliseconds < 10_000 ? `${(milliseconds / 1_000).toFixed(1)} s` : ageWords(milliseconds / 1_000);
}

export const secondsSince = (iso: string, now: number): number => (now - Date.parse(iso)) / 1_000;
