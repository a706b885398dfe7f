import { t } from '@lingui/core/macro';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { typedScale } from '@/features/viewer/model/layout';

import type { PageView } from '../use-page-view';
import styles from './document-view.module.css';

/** The size of the pages; Enter sets the one that was typed. */
export function ZoomControls({ view }: { view: PageView }) {
  const [typed, setTyped] = useState<string | null>(null);
  const percent = `${Math.round(view.layout.scale * 100)}%`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const scale = typedScale(typed ?? '');
    if (scale !== undefined) view.setZoom(scale);
    setTyped(null);
  };
  return (
    <div className={classNames(styles['group'], styles['zoomGroup'])} role="group" aria-label={t`Zoom`}>
      <IconButton label={t`Zoom out`} icon={<ZoomOut />} onClick={() => view.zoomBy(-1)} />
      <form className={styles['pageBox']} onSubmit={submit}>
        <input
          aria-label={t`Zoom, in percent`}
          data-tooltip={t`Zoom in percent; w fits the width, Shift w the page`}
          inputMode="decimal"
          value={typed ?? percent}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(null)}
        />
      </form>
      <IconButton label={t`Zoom in`} icon={<ZoomIn />} onClick={() => view.zoomBy(1)} />
    </div>
  );
}
