import { plural, t } from '@lingui/core/macro';
import { useIsMutating } from '@tanstack/react-query';
import { Check, CloudOff } from 'lucide-react';
import { useEffect } from 'react';

import { Badge } from '@/components/ui/badge';
import { useConnection } from '@/lib/connection';

import { annotationsOptions } from '../api/list-annotations';
import { useAnnotatorState } from '../model/annotator-store';
import styles from './save-state.module.css';

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** The state of edits: saved, being saved, or waiting for a connection. */
export function SaveState({ documentId, corpusId }: { documentId: string; corpusId: string }) {
  const waiting = useIsMutating({ mutationKey: annotationsOptions(documentId, corpusId).queryKey });
  const lost = useConnection((state) => state.lost);
  const hasEdits = useAnnotatorState(({ history }) => history.past.length + history.future.length > 0);
  const isStuck = waiting > 0 && lost;
  useEffect(() => {
    if (!isStuck) return;
    addEventListener('beforeunload', askBeforeLeaving);
    return () => removeEventListener('beforeunload', askBeforeLeaving);
  }, [isStuck]);
  return (
    <span role="status" className={styles['state']}>
      {isStuck && (
        <Badge tone="warning" icon={<CloudOff aria-hidden="true" />}>
          {t`Offline, ${plural(waiting, { one: '# change', other: '# changes' })} waiting`}
        </Badge>
      )}
      {!isStuck && waiting > 0 && <span className={styles['saving']}>{t`Saving…`}</span>}
      {waiting === 0 && hasEdits && (
        <span className={styles['saved']}>
          <Check aria-hidden="true" /> {t`Saved`}
        </span>
      )}
    </span>
  );
}
