// Formatting of sizes, counts and languages.

const STEPS = ['B', 'kB', 'MB', 'GB'];

export function fileSize(bytes: number): string {
  let value = bytes;
  let step = 0;
  while (value >= 1000 && step < STEPS.length - 1) {
    value /= 1000;
    step += 1;
  }
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${STEPS[step]}`;
}

export const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

const MAX_QUOTED = 60;

/** Quote a title in a message, shortened if it is long. */
export function quoted(title: string): string {
  const characters = [...title];
  return characters.length > MAX_QUOTED ? `“${characters.slice(0, MAX_QUOTED).join('').trimEnd()}…”` : `“${title}”`;
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** Return the English name of a language tag: "de" -> "German". Unknown tags are returned unchanged. */
export function languageName(tag: string): string {
  try {
    return tag ? (languages.of(tag) ?? tag) : '';
  } catch {
    return tag;
  }
}
