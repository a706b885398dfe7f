import { t } from '@lingui/core/macro';

import type { PageLink } from '../api/navigation';
import type { PageInfo } from '../model/layout';
import { targetOf } from '../model/links';
import styles from './link-layer.module.css';

interface LinkLayerProps {
  page: PageInfo;
  links: readonly PageLink[];
  onGoTo: (page: number) => void;
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

function positionOf({ box }: PageLink, { width, height }: PageInfo) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  return { left: percent(x0, width), top: percent(y0, height), width: percent(x1 - x0, width), height: percent(y1 - y0, height) };
}

/** The links over the image of a page. Pointer events on them do not change the selection. */
export function LinkLayer({ page, links, onGoTo }: LinkLayerProps) {
  return links.map((link) => {
    const target = targetOf(link.target);
    if (!target) return null;
    const key = `${link.target} ${link.box.join(' ')}`;
    const props = { className: styles['link'], style: positionOf(link, page), 'data-floating': '' };
    return 'page' in target ? (
      <button key={key} type="button" {...props} aria-label={t`Go to page ${target.page}`} title={t`Go to page ${target.page}`} onClick={() => onGoTo(target.page)} />
    ) : (
      <a key={key} {...props} href={target.href} target="_blank" rel="noopener noreferrer" aria-label={target.href} title={target.href} />
    );
  });
}
