// Which page a point is on.
import type { Point } from '@/features/viewer/model/turns';

const distance = (value: number, from: number, to: number) => Math.max(0, from - value, value - to);

/** Return the page nearest to a point: of the nearest row. */
export function findPage(stack: HTMLElement, { x, y }: Point) {
  const pages = [...stack.querySelectorAll<HTMLElement>('[data-page]')].map((element) => ({ element, page: Number(element.dataset['page']), box: element.getBoundingClientRect() }));
  const beside = ({ box }: (typeof pages)[number]) => distance(x, box.left, box.right);
  return pages.toSorted((a, b) => distance(y, a.box.top, a.box.bottom) - distance(y, b.box.top, b.box.bottom) || beside(a) - beside(b))[0];
}
