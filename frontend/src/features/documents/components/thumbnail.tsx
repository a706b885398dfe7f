import { FileText } from 'lucide-react';
import { useState } from 'react';

import { useStableUrl } from '@/lib/signed-url';

import styles from './thumbnail.module.css';

/** Decorative, because it is shown beside the title: no alternative text. */
export function Thumbnail({ url: signedUrl }: { url: string | null }) {
  const url = useStableUrl(signedUrl);
  const [broken, setBroken] = useState<string | null>(null);
  if (!url || broken === url) {
    return (
      <span className={styles['empty']} aria-hidden="true">
        <FileText />
      </span>
    );
  }
  return <img className={styles['image']} src={url} alt="" loading="lazy" decoding="async" onError={() => setBroken(url)} />;
}
