import type { PageLink } from '../api/navigation';
import type { PageInfo } from '../model/layout';
import { targetOf } from '../model/links';
import styles from './link-layer.module.css';

interface LinkLayerProps {
  page: PageInfo;
  links: readonly PageLink[];
  onGoTo: (page: number) => void;
}

const share = (part: number, whole: number) => `${(100 * part) / whole}%`;

function place({ box }: PageLink, { width, height }: PageInfo) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  return { left: share(x0, width), top: share(y0, height), width: share(x1 - x0, width), height: share(y1 - y0, height) };
}

/** Links over a page's picture; a pointer that goes down on one does not select. */
export function LinkLayer({ page, links, onGoTo }: LinkLayerProps) {
  return links.map((link) => {
    const target = targetOf(link.target);
    if (!target) return null;
    const key = `${link.target} ${link.box.join(' ')}`;
    const shared = { className: styles['link'], style: place(link, page), 'data-floating': '' };
    return 'page' in target ? (
      <button key={key} type="button" {...shared} aria-label={`To page ${target.page}`} title={`To page ${target.page}`} onClick={() => onGoTo(target.page)} />
    ) : (
      <a key={key} {...shared} href={target.href} target="_blank" rel="noopener noreferrer" aria-label={target.href} title={target.href} />
    );
  });
}
