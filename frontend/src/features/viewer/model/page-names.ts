// Pages as their document calls them: iv, A-3. Where it says nothing, by number.
import type { PageInfo } from './layout';

type Named = Pick<PageInfo, 'number' | 'label'>;

export const pageName = (pages: readonly Named[], number: number) => pages[number - 1]?.label || String(number);

export const hasNames = (pages: readonly Named[]) => pages.some(({ label }) => label !== '');

/** The page that somebody means: the name wins, as it is what is printed on it; the next one where several have it. */
export function pageNamed(pages: readonly Named[], typed: string, current: number): number | undefined {
  const wanted = typed.trim().toLowerCase();
  const called = pages.filter(({ label, number }) => (label || String(number)).toLowerCase() === wanted);
  const [first] = called;
  if (first) return (called.find(({ number }) => number > current) ?? first).number;
  const number = /^\d+$/.test(wanted) ? Number(wanted) : 0;
  return number > 0 ? Math.min(number, pages.length) : undefined;
}
