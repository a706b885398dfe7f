// Page labels, such as "iv" or "A-3". Pages without a label are shown by number.
import { t } from '@lingui/core/macro';

import type { PageInfo } from './layout';

type LabelledPage = Pick<PageInfo, 'number' | 'label'>;

export const pageLabel = (pages: readonly LabelledPage[], number: number) => pages[number - 1]?.label || String(number);

export const hasLabels = (pages: readonly LabelledPage[]) => pages.some(({ label }) => label !== '');

/** Return the page with a label, the next one if several have it; otherwise the page with that number. */
export function pageByLabel(pages: readonly LabelledPage[], text: string, current: number): number | undefined {
  const query = text.trim().toLowerCase();
  const matches = pages.filter(({ label, number }) => (label || String(number)).toLowerCase() === query);
  const [first] = matches;
  if (first) return (matches.find(({ number }) => number > current) ?? first).number;
  const number = /^\d+$/.test(query) ? Number(query) : 0;
  return number > 0 ? Math.min(number, pages.length) : undefined;
}

const WITH_PAGES = /^application\/pdf$|^image\/|presentation|powerpoint/;

/** Check whether a format has no pages, such as DOCX, e-mail or Markdown: ours are not those of other programs. */
export const hasOurPages = (mimeType: string) => !WITH_PAGES.test(mimeType);

export const OUR_PAGES = t`This format has no pages. The page numbers are ours, and differ from those of other programs.`;
