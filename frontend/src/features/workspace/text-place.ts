import type { PageInfo } from '@/features/viewer/model/layout';

/** The page that a code-point offset of the document's text lies on; undefined when it lies on none. */
export function pageOfText(pages: readonly PageInfo[], offset: number): number | undefined {
  return pages.find(({ textStart, textEnd }) => textStart <= offset && offset < textEnd)?.number;
}
