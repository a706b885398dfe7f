// What a `User-Agent` says about a browser, in the words that people use.

import { t } from '@lingui/core/macro';

// In this order: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

const firstMatch = (table: readonly [RegExp, string][], text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

/** Return "Firefox on Linux", the name of a program such as "python-httpx", or "Unknown browser". */
export function deviceName(userAgent: string, kind: 'browser' | 'program'): string {
  const browser = firstMatch(BROWSERS, userAgent);
  const system = firstMatch(SYSTEMS, userAgent);
  if (browser) return system ? t`${browser} on ${system}` : browser;
  const program = /^[\w.+-]+/.exec(userAgent)?.[0];
  return program ?? (kind === 'browser' ? t`Unknown browser` : t`Unknown program`);
}
