import { t } from '@lingui/core/macro';
import { Upload } from 'lucide-react';

import styles from './drop-message.module.css';

export interface DropMessageProps {
  targetTitle: string | undefined;
  /** title of the open corpus if the user cannot add to it */
  readOnlyCorpus: string | undefined;
}

/** Say where dragged files go, over the whole window. */
export function DropMessage({ targetTitle, readOnlyCorpus }: DropMessageProps) {
  return (
    <div className={styles['zone']}>
      <div className={styles['message']} role="status">
        <Upload aria-hidden="true" />
        <p>{targetTitle ? t`Drop files, folders or ZIP files to upload them to “${targetTitle}”` : t`Drop files, folders or ZIP files to upload them`}</p>
        {readOnlyCorpus !== undefined && <p>{t`They are added to your own documents: you have view access to “${readOnlyCorpus}”.`}</p>}
      </div>
    </div>
  );
}
